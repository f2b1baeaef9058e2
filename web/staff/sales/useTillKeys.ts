import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

import { scannerWatch } from '../../ui/scanner.ts'

/**
 * The till's keys, wherever the focus is: `keys` by their names ('F9'). What is typed or scanned while no field has
 * the focus goes to the scan field.
 */
export function useTillKeys(
  scanField: RefObject<HTMLInputElement | null>,
  keys: Record<string, () => void>,
  active: boolean,
) {
  useEffect(() => {
    if (!active) return undefined
    const onKey = (event: globalThis.KeyboardEvent) => {
      const name =
        (event.ctrlKey || event.metaKey ? 'Ctrl+' : '') + (event.key.length === 1 ? event.key.toLowerCase() : event.key)
      const action = event.altKey || event.shiftKey ? undefined : keys[name]
      if (action) {
        event.preventDefault()
        action()
        return
      }
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [role=combobox]')
      const letter = /^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
      if (letter && !typing) scanField.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

/**
 * A scan while another field has the focus (an amount, a name): the field gets back what it said, and the code goes
 * to `onScan`. Give the answer to onKeyDownCapture of what the fields are in.
 */
export function useStrayScan(scanField: RefObject<HTMLInputElement | null>, onScan: (code: string) => void) {
  const watch = useRef(scannerWatch())
  const burst = useRef<{ field: HTMLInputElement; before: string; text: string; last: number } | null>(null)
  return (event: KeyboardEvent) => {
    const scanned = watch.current(event.key, event.timeStamp)
    const field = event.target
    if (!(field instanceof HTMLInputElement) || field === scanField.current) return
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
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, burst.current.before)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    onScan(burst.current.text)
    scanField.current?.focus()
  }
}
