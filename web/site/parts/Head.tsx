import { useLocation } from 'react-router'

import { publicAddress, languages } from '../../../contract/shared/languages.ts'
import shared from '../../pictures/shared.jpg'
import { useShopName, useSite } from './site.ts'

const territories = { en: 'en_US', tl: 'tl_PH', ja: 'ja_JP' }

type Properties = {
  /** The subject of the page. The shop's name is appended. */
  title: string
  /** A sentence or two for search results and shared links. */
  description: string
  /**
   * The English path of the page. It includes the query if each query is a separate page. Defaults to the requested
   * path.
   */
  path?: string
  /** The picture of shared links. Defaults to the picture of the home page. */
  picture?: string
  /** Excludes the page from search results. */
  hidden?: boolean
}

/** Renders the head of a page: title, canonical address, alternate languages, and tags for shared links. */
export function Head({ title, description, path, picture = shared, hidden = false }: Properties) {
  const { language, origin } = useSite()
  const shop = useShopName()
  const { pathname } = useLocation()
  const own = path ?? pathname
  const absoluteURL = (address: string) => new URL(address, origin).href
  const canonical = absoluteURL(publicAddress(language, own))
  const full = `${title} · ${shop}`
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={shop} />
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={absoluteURL(picture)} />
      <meta property="og:locale" content={territories[language]} />
      <meta name="twitter:card" content="summary_large_image" />
      {hidden ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <meta property="og:url" content={canonical} />
          <link rel="canonical" href={canonical} />
          {languages.map((other) => (
            <link key={other} rel="alternate" hrefLang={other} href={absoluteURL(publicAddress(other, own))} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={absoluteURL(own)} />
        </>
      )}
    </>
  )
}

/** Renders facts for search engines (schema.org) in a script element, which the browser does not run. */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data })
  // Escape `<`, so that a text of the shop cannot close the script element.
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json.replaceAll('<', String.raw`\u003c`) }} />
  )
}
