import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { canonicalPathOf } from '../../../contract/site/site.ts'
import { call } from '../../lib/api.ts'
import { calls } from '../parts/calls.ts'

/** Counts a page view once the page is shown. No data about the visitor is sent or stored. */
export function useVisitCount() {
  const { pathname } = useLocation()
  const path = canonicalPathOf(pathname === '/' ? pathname : pathname.replace(/\/$/, ''))
  useEffect(() => {
    // Pages that search results must not show, such as an unknown address, are not counted.
    if (document.head.querySelector('meta[name="robots"][content="noindex"]')) return
    // A failed count is ignored, because it does not matter to the visitor.
    call(calls.visit, { body: { path } }, { keepalive: true }).catch(() => null)
  }, [path])
}
