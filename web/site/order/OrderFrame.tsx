import type { ReactNode } from 'react'

import { languageNames, languages, publicAddress } from '../../../contract/shared/languages.ts'
import { copyrightNotice, publicPaths } from '../../../contract/site/site.ts'
import { Logo } from '../../theme/Logo.tsx'
import { useSite } from '../parts/site.ts'

const short = { en: 'EN', tl: 'TL', ja: languageNames.ja }

/**
 * The head, header and footer around the page of an order. The head has the shop's name alone, because the previews of
 * messengers show it to everybody in a chat. There is no menu and no sign-in.
 */
export function OrderFrame({
  shop,
  logo,
  path,
  children,
}: {
  shop: string
  logo: string | null
  path: string
  children: ReactNode
}) {
  const { language, words } = useSite()
  const { frame } = words
  const address = (to: string) => publicAddress(language, to)
  return (
    <>
      <title>{shop}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <a className="skip" href="#main">
        {frame.skip}
      </a>
      <header className="head order-header" id="header">
        <div className="wrap">
          <a className="logo" href={address(publicPaths.home)}>
            <Logo company={{ name: shop, logo }} size={38} />
          </a>
          <nav className="lang" aria-label={frame.language}>
            {languages.map((other) => (
              <a
                key={other}
                href={publicAddress(other, path)}
                lang={other}
                hrefLang={other}
                title={languageNames[other]}
                aria-current={other === language ? 'true' : undefined}
              >
                {short[other]}
              </a>
            ))}
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <div className="wrap">{children}</div>
      </main>
      <footer className="foot">
        <div className="wrap">
          <span lang="en">{copyrightNotice(shop)}</span>
          <nav aria-label={frame.more}>
            <a href={address(publicPaths.about)}>{frame.about}</a>
            <a href={address(publicPaths.contact)}>{frame.contact}</a>
            <a href={address(publicPaths.shop)}>{frame.products}</a>
            <a href={address(publicPaths.services)}>{frame.services}</a>
          </nav>
        </div>
      </footer>
    </>
  )
}
