import { type RefObject, useEffect } from 'react'

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
