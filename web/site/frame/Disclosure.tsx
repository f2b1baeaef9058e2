import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { useDismiss } from './useDismiss.ts'

type Properties = { className: string; summary: ReactNode; label?: string; children: ReactNode }

/** A menu that opens below its summary. It uses <details>, which works without scripts. */
export function Disclosure({ className, summary, label, children }: Properties) {
  const element = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => {
    if (element.current) element.current.open = false
  }, [])
  useDismiss(open, element, close)
  // Navigation closes the menu, even to the same page. A menu that was opened before hydration stays open.
  const { key } = useLocation()
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) setOpen(element.current?.open ?? false)
    else close()
    shown.current = key
  }, [close, key])
  return (
    <details className={className} ref={element} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={label}>{summary}</summary>
      <div className="menu">{children}</div>
    </details>
  )
}
