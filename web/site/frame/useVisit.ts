import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { ownPath } from '../../../contract/site/site.ts'
import { call } from '../../lib/api.ts'
import { calls } from '../parts/calls.ts'

/** Has the server count that this page is looked at, once it is shown; nothing of who looks is sent or kept. */
export function useVisit() {
  const { pathname } = useLocation()
  const path = ownPath(pathname === '/' ? pathname : pathname.replace(/\/$/, ''))
  useEffect(() => {
    // What belongs in no search result (an address that leads nowhere, say) is no page.
    if (document.head.querySelector('meta[name="robots"][content="noindex"]')) return
    // A visit that is not counted is nothing that the visitor should hear of.
    call(calls.visit, { body: { path } }, { keepalive: true }).catch(() => null)
  }, [path])
}
