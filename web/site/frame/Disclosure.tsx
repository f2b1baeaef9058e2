import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { useDismiss } from './useDismiss.ts'

type Properties = { className: string; summary: ReactNode; label?: string; children: ReactNode }

/** A menu that opens under its summary, by the browser's own means: it works before the scripts run, and without them. */
export function Disclosure({ className, summary, label, children }: Properties) {
  const element = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => {
    if (element.current) element.current.open = false
  }, [])
  useDismiss(open, element, close)
  // Whatever led on, to this same page even, is done with the menu. One opened before the scripts ran stays open.
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
