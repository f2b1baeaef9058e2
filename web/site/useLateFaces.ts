import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * On a slow line the first page was drawn without our faces and keeps what stands in (font-display: optional), which
 * would hold for every page after it, too, since none of them is loaded. From the second page on the faces are used.
 */
export function useLateFaces() {
  const { pathname } = useLocation()
  const first = useRef<string | null>(pathname)
  useEffect(() => {
    if (first.current === null || pathname === first.current) return
    first.current = null
    for (const { href, dataset } of document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]')) {
      const { family = '', weight = 'normal' } = dataset
      const face = new FontFace(family, `url(${href})`, { weight })
      // Whoever cannot have it goes on without.
      face.load().then(
        () => document.fonts.add(face),
        () => null,
      )
    }
  }, [pathname])
}
