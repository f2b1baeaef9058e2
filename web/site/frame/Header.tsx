import { Link, NavLink, useLocation } from 'react-router'

import { canonicalPathOf, productsPath, publicPaths } from '../../../contract/site/site.ts'
import { Logo } from '../../theme/Logo.tsx'
import { Burger, Chevron } from '../parts/icons.tsx'
import { useCompany, useShopName, useSite } from '../parts/site.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Disclosure } from './Disclosure.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'

export function Header() {
  const { frame } = useSite().words
  const company = useCompany()
  const name = useShopName()
  const pageLinks = (
    <>
      <NavLink to={publicPaths.about}>{frame.about}</NavLink>
      <NavLink to={publicPaths.contact}>{frame.contact}</NavLink>
    </>
  )
  return (
    <header className="head" id="header">
      <div className="wrap">
        <Link className="logo" to={publicPaths.home}>
          {company === undefined ? (
            frame.loading
          ) : (
            <Logo company={{ name, logo: company?.image_url ?? null }} size={38} />
          )}
        </Link>
        <nav className="nav" aria-label={frame.main}>
          <NavLink to={publicPaths.home} end>
            {frame.home}
          </NavLink>
          <Disclosure
            className="pages"
            summary={
              <>
                {frame.pages} <Chevron />
              </>
            }
          >
            {pageLinks}
          </Disclosure>
          <Products />
          <NavLink to={publicPaths.services}>{frame.services}</NavLink>
        </nav>
        <LanguageSwitch />
        <div className="wide">
          <AccountMenu />
        </div>
        <Disclosure className="burger" label={frame.menu} summary={<Burger />}>
          <nav aria-label={frame.menu}>
            <NavLink to={publicPaths.home} end>
              {frame.home}
            </NavLink>
            <Products />
            <NavLink to={publicPaths.services}>{frame.services}</NavLink>
            {pageLinks}
          </nav>
          <AccountMenu />
        </Disclosure>
      </div>
    </header>
  )
}

/**
 * The link to the catalogue. It is marked as current at both addresses of the catalogue, and on the page of a piece.
 */
function Products() {
  const { frame } = useSite().words
  const { pathname } = useLocation()
  const here = `${canonicalPathOf(pathname)}/`.startsWith(`${publicPaths.shop}/`)
  return (
    <Link to={productsPath} aria-current={here ? 'page' : undefined}>
      {frame.products}
    </Link>
  )
}
