import './paper.css'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** The paper to print on: A4 sheets, or a roll of that width in millimetres. */
export type PaperSize = 'A4' | 80 | 58

const pixelsPerMillimetre = 96 / 25.4

/**
 * Renders content that is printed in place of the page and never shown on the screen. The content is laid out all the
 * time, because its height determines the page length of a roll.
 */
export function Paper({
  size,
  label,
  onPrinter = false,
  children,
}: {
  size: PaperSize
  label: string
  /** Whether the content is laid out for a receipt printer's own width of dots. */
  onPrinter?: boolean | undefined
  children: ReactNode
}) {
  const paper = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // The rules need a constructed style sheet: the Content-Security-Policy forbids a style element, and only a sheet
    // can set a page size.
    const rules = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules]
    const setPageSize = () => {
      const long = Math.ceil(paper.current!.offsetHeight / pixelsPerMillimetre) + 2
      rules.replaceSync(
        size === 'A4' ? '@page { size: A4; margin: 14mm 16mm }' : `@page { size: ${size}mm ${long}mm; margin: 0 }`,
      )
    }
    setPageSize()
    const observer = new ResizeObserver(setPageSize)
    observer.observe(paper.current!)
    return () => {
      observer.disconnect()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules)
    }
  }, [size])
  return createPortal(
    <article ref={paper} className="paper" data-size={size} data-printer={onPrinter || undefined} aria-label={label}>
      {children}
    </article>,
    document.body,
  )
}

/** Opens the browser's print dialog once the pictures on the paper have loaded. */
export async function printPaper() {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('.paper img')]
  await Promise.allSettled(pictures.map((picture) => picture.decode()))
  print()
}
