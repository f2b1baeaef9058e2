import { useLocation } from 'react-router'

import { addressIn, languages } from '../../../contract/shared/languages.ts'
import shared from '../../pictures/shared.jpg'
import { useShopName, useSite } from './site.ts'

const territories = { en: 'en_US', tl: 'tl_PH', ja: 'ja_JP' }

type Properties = {
  /** What the page is about; the shop's name is added. */
  title: string
  /** A sentence or two for search results and shared links. */
  description: string
  /** The page's own address in English, with a query if that makes another page of it; the path asked for if left out. */
  path?: string
  /** Address of the picture that shared links show; the home picture where left out. */
  picture?: string
  /** What belongs in no search result. */
  hidden?: boolean
}

/** What a page says in its head: the title, where it is to be found in every language, and how it looks when shared. */
export function Head({ title, description, path, picture = shared, hidden = false }: Properties) {
  const { language, origin } = useSite()
  const shop = useShopName()
  const { pathname } = useLocation()
  const own = path ?? pathname
  const whole = (address: string) => new URL(address, origin).href
  const canonical = whole(addressIn(language, own))
  const full = `${title} · ${shop}`
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={shop} />
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={whole(picture)} />
      <meta property="og:locale" content={territories[language]} />
      <meta name="twitter:card" content="summary_large_image" />
      {hidden ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <meta property="og:url" content={canonical} />
          <link rel="canonical" href={canonical} />
          {languages.map((other) => (
            <link key={other} rel="alternate" hrefLang={other} href={whole(addressIn(other, own))} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={whole(own)} />
        </>
      )}
    </>
  )
}

/** Facts for search engines (schema.org), as a block that no browser runs. */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data })
  // Text of the shop's own must not be able to end the block.
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json.replaceAll('<', String.raw`\u003c`) }} />
  )
}
