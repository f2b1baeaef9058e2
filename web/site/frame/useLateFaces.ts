import serif from '@fontsource-variable/cormorant-garamond/files/cormorant-garamond-latin-wght-normal.woff2'
import text from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The faces that a page does without where they come late (theme/fonts.css). */
const optional = [
  { family: 'Hanken Grotesk Variable', file: text, weight: '100 900' },
  { family: 'Cormorant Garamond Variable', file: serif, weight: '300 700' },
]

/**
 * On a slow line the first page was drawn without our faces and keeps what stands in, which would hold for every
 * page after it, too, since none of them is loaded. From the second page on they are used.
 */
export function useLateFaces() {
  const { pathname } = useLocation()
  const first = useRef<string | null>(pathname)
  useEffect(() => {
    if (first.current === null || pathname === first.current) return
    first.current = null
    for (const { family, file, weight } of optional) {
      const face = new FontFace(family, `url(${file})`, { weight })
      // Whoever cannot have it goes on without.
      face.load().then(
        () => document.fonts.add(face),
        () => null,
      )
    }
  }, [pathname])
}
