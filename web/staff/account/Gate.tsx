import type { ReactNode } from 'react'

import { copyrightNotice, publicPaths } from '../../../contract/site/site.ts'
import { useCompany } from '../../lib/company.ts'
import hero1200 from '../../pictures/hero-1200.webp'
import hero1600 from '../../pictures/hero-1600.webp'
import { Logo } from '../../theme/Logo.tsx'

/** Lays out the sign-in and registration pages. */
export function Gate({ title, children }: { title: string; children: ReactNode }) {
  const company = useCompany()
  return (
    <div className="gate">
      <title>{title}</title>
      <div className="gate-side">
        <a className="logo" href={publicPaths.home} {...(!company && { 'aria-label': 'Shop front' })}>
          {company && <Logo company={company} size={38} />}
        </a>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
        <footer>{company && copyrightNotice(company.name)}</footer>
      </div>
      <div className="gate-art">
        <img src={hero1200} srcSet={`${hero1200} 1200w, ${hero1600} 1600w`} sizes="50vw" alt="" fetchPriority="high" />
      </div>
    </div>
  )
}
