import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useRevalidator } from 'react-router'

import { useCompany, useSite } from '../parts/site.ts'
import { Announcer } from './Announcer.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { LanguageOffer } from './LanguageOffer.tsx'
import { useLateFonts } from './useLateFonts.ts'
import { useVisitCount } from './useVisitCount.ts'

/** The header and footer around every page. */
export function Frame() {
  const { frame } = useSite().words
  useCompanyRetry()
  useVisitCount()
  useLateFonts()
  return (
    <>
      <a className="skip" href="#main">
        {frame.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <LanguageOffer />
      <Announcer />
      <ScrollRestoration />
    </>
  )
}

/** Requests the company profile again in the browser if the server could not read it. */
function useCompanyRetry() {
  const missing = useCompany() === undefined
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!missing || state !== 'idle') return undefined
    const timer = setTimeout(() => void revalidate(), 3000)
    return () => clearTimeout(timer)
  }, [missing, revalidate, state])
}
