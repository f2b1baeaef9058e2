import symbols from '../../pictures/symbols.svg'
import { useCompany, useSite } from './site.ts'

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
                <use href={`${symbols}#${channel}`} />
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
