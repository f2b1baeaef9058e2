import { Link } from 'react-router'

import { copyrightNotice, publicPaths } from '../../../contract/site/site.ts'
import { useShopName, useSite } from '../parts/site.ts'

export function Footer() {
  const { frame } = useSite().words
  const name = useShopName()
  return (
    <footer className="foot">
      <div className="wrap">
        <span lang="en">{copyrightNotice(name)}</span>
        <nav aria-label={frame.more}>
          <Link to={publicPaths.about}>{frame.about}</Link>
          <Link to={publicPaths.contact}>{frame.contact}</Link>
          <Link to={publicPaths.shop}>{frame.products}</Link>
          <Link to={publicPaths.services}>{frame.services}</Link>
        </nav>
      </div>
    </footer>
  )
}
