import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { canonicalPathOf } from '../../../contract/site/site.ts'

/**
 * Announces the title of a page after client-side navigation, and moves the focus to the start, as a full page load
 * would.
 */
export function Announcer() {
  const page = canonicalPathOf(useLocation().pathname)
  const shown = useRef(page)
  const [announcement, announce] = useState('')
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    document.getElementById('main')?.focus({ preventScroll: true })
    // The document already has the new title, because React updates the head before effects run.
    announce(document.title)
  }, [page])
  return <output className="vh">{announcement}</output>
}
