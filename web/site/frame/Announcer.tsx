import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { ownPath } from '../../../contract/site/site.ts'

/**
 * A page that changes without loading says nothing by itself: this says its title to who cannot see it, and puts the
 * focus where a loaded page would have it, before the content.
 */
export function Announcer() {
  const page = ownPath(useLocation().pathname)
  const shown = useRef(page)
  const [said, say] = useState('')
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    document.getElementById('main')?.focus({ preventScroll: true })
    // The new page's title is there by now: React puts it into the head before effects run.
    say(document.title)
  }, [page])
  return <output className="vh">{said}</output>
}
