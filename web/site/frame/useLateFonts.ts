import serif from '@fontsource-variable/cormorant-garamond/files/cormorant-garamond-latin-wght-normal.woff2'
import text from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The fonts that a page skips if they load late (theme/fonts.css). */
const optional = [
  { family: 'Hanken Grotesk Variable', file: text, weight: '100 900' },
  { family: 'Cormorant Garamond Variable', file: serif, weight: '300 700' },
]

/**
 * Uses fonts that loaded too late for the first page. Client-side navigation loads no new document, so the fallback
 * fonts would otherwise stay on every page. The fonts apply from the second page on.
 */
export function useLateFonts() {
  const { pathname } = useLocation()
  const first = useRef<string | null>(pathname)
  useEffect(() => {
    if (first.current === null || pathname === first.current) return
    first.current = null
    for (const { family, file, weight } of optional) {
      const face = new FontFace(family, `url(${file})`, { weight })
      // A font that fails to load keeps its fallback.
      face.load().then(
        () => document.fonts.add(face),
        () => null,
      )
    }
  }, [pathname])
}
