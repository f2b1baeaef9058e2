import { type KeyboardEvent, type RefObject, useRef } from 'react'

import { createScannerWatch } from './scanner.ts'

type Field = HTMLInputElement | HTMLTextAreaElement
const isField = (element: EventTarget): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/**
 * Handles a scan that lands in another field, such as an amount. Restores the field's text and passes the code to
 * `onScan`. `scanField` handles its own scans, and gets the focus after a stray one. Pass the result to
 * onKeyDownCapture of the element around the fields.
 */
export function useStrayScan(onScan: (code: string) => void, scanField?: RefObject<HTMLInputElement | null>) {
  const watch = useRef(createScannerWatch())
  const burst = useRef<{ field: Field; before: string; text: string; last: number } | null>(null)
  return (event: KeyboardEvent) => {
    const scanned = watch.current(event.key, event.timeStamp)
    const field = event.target
    if (!isField(field) || field === scanField?.current) return
    if (event.key.length === 1) {
      const continues = burst.current?.field === field && event.timeStamp - burst.current.last < 50
      if (!continues) burst.current = { field, before: field.value, text: '', last: 0 }
      burst.current!.text += event.key
      burst.current!.last = event.timeStamp
    }
    if (!scanned || !burst.current) return
    event.preventDefault()
    event.stopPropagation()
    // Use the native setter and an input event, so that React notices the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, burst.current.before)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    onScan(burst.current.text)
    scanField?.current?.focus()
  }
}
