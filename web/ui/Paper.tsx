import './paper.css'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** What it is printed on: sheets, or a roll of that width in millimetres. */
export type PaperSize = 'A4' | 80 | 58

const pixelsPerMillimetre = 96 / 25.4

/**
 * What is printed instead of the page, and never shown on the screen. It is laid out beside the screen, because a page
 * of a roll is as long as what stands on it.
 */
export function Paper({ size, label, children }: { size: PaperSize; label: string; children: ReactNode }) {
  const paper = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // A sheet of its own, because the page's rules forbid a style element, and a page size cannot stand anywhere else.
    const rules = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules]
    const measure = () => {
      const long = Math.ceil(paper.current!.offsetHeight / pixelsPerMillimetre) + 2
      rules.replaceSync(
        size === 'A4' ? '@page { size: A4; margin: 14mm 16mm }' : `@page { size: ${size}mm ${long}mm; margin: 0 }`,
      )
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(paper.current!)
    return () => {
      watch.disconnect()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules)
    }
  }, [size])
  return createPortal(
    <article ref={paper} className="paper" data-size={size} aria-label={label}>
      {children}
    </article>,
    document.body,
  )
}

/** Opens the browser's dialog for printing, once the pictures on the paper are there. */
export async function printPaper() {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('.paper img')]
  await Promise.allSettled(pictures.map((picture) => picture.decode()))
  print()
}
