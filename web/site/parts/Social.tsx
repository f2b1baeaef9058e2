import { useCompany, useSite } from './site.ts'

const drawings = {
  Instagram:
    'M7 3h6a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4M10 6.700a3.300 3.300 0 1 1 0 6.600a3.300 3.300 0 1 1 0-6.600M14 6v.1',
  Facebook: 'M12.800 3.500h-1.500A2.800 2.800 0 0 0 8.500 6.300V17M6 9.500h6',
  TikTok: 'M11 3v9.700A3.300 3.300 0 1 1 7.700 9.400M11 3c.3 2.400 1.900 4 4.500 4.300',
  Lineapp:
    'M10 3.500c4.100 0 7.300 2.600 7.300 5.900 0 2.900-3 5-7.300 7.600v-2.200c-4 0-7.300-2.400-7.300-5.400S5.900 3.500 10 3.500z',
  website:
    'M10 3a7 7 0 1 1 0 14a7 7 0 1 1 0-14M3 10h14M10 3c2.500 2.500 2.500 11.500 0 14M10 3c-2.500 2.500-2.500 11.500 0 14',
}

/** The channels that announce new pieces and live sales. A channel without a link is shown as coming soon. */
export function Social() {
  const { social } = useSite().words
  const company = useCompany()
  const channels = [
    ['Instagram', company?.instagram],
    ['Facebook', company?.facebook],
    ['TikTok', company?.tiktok],
    ['Lineapp', company?.lineapp],
    ['website', null],
  ] as const
  return (
    <section className="wrap social">
      <div>
        <h2>{social.heading}</h2>
        <p className="muted">{social.lead}</p>
      </div>
      <ul>
        {channels.map(([channel, link]) => {
          const name = channel === 'website' ? social.website : channel
          const content = (
            <>
              <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
                <path d={drawings[channel]} />
              </svg>
              <b>{name}</b> <span>{link ? handleOf(link) : social.soon}</span>
            </>
          )
          return (
            <li key={channel}>
              {link ? (
                <a href={link} rel="me noreferrer">
                  {content}
                </a>
              ) : (
                <div>{content}</div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/**
 * Returns the label of a channel: `@amihan` for https://www.instagram.com/amihan/, or the site if the address has no
 * name.
 */
export function handleOf(link: string): string {
  const { hostname, pathname } = new URL(link)
  const name = decodeURI(pathname).split('/').findLast(Boolean)
  return name ? `@${name.replace(/^[@~]/, '')}` : hostname.replace(/^www\./, '')
}
