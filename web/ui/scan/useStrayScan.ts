import { type KeyboardEvent, type RefObject, useRef } from 'react'

import { scannerWatch } from './scanner.ts'

type Field = HTMLInputElement | HTMLTextAreaElement
const isField = (element: EventTarget): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/**
 * A scan while a field has the focus that is not for it (an amount, a name): the field gets back what it said, and
 * the code goes to `onScan`. `scanField`, where there is one, takes its own, and the focus after a stray one. Give the
 * answer to onKeyDownCapture of what the fields are in.
 */
export function useStrayScan(onScan: (code: string) => void, scanField?: RefObject<HTMLInputElement | null>) {
  const watch = useRef(scannerWatch())
  const burst = useRef<{ field: Field; before: string; text: string; last: number } | null>(null)
  return (event: KeyboardEvent) => {
    const scanned = watch.current(event.key, event.timeStamp)
    const field = event.target
    if (!isField(field) || field === scanField?.current) return
    if (event.key.length === 1) {
      const goesOn = burst.current?.field === field && event.timeStamp - burst.current.last < 50
      if (!goesOn) burst.current = { field, before: field.value, text: '', last: 0 }
      burst.current!.text += event.key
      burst.current!.last = event.timeStamp
    }
    if (!scanned || !burst.current) return
    event.preventDefault()
    event.stopPropagation()
    // As if somebody had typed it, so that React hears of it.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, burst.current.before)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    onScan(burst.current.text)
    scanField?.current?.focus()
  }
}
