import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { call } from '../lib/api.ts'
import { calls } from './calls.ts'

/** Has the server count that this page is looked at, once it is shown; nothing of who looks is sent or kept. */
export function useVisit() {
  const { pathname } = useLocation()
  useEffect(() => {
    // What belongs in no search result (an address that leads nowhere, say) is no page.
    if (document.head.querySelector('meta[name="robots"][content="noindex"]')) return
    const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '')
    // A visit that is not counted is nothing that the visitor should hear of.
    call(calls.visit, { body: { path } }, { keepalive: true }).catch(() => null)
  }, [pathname])
}
