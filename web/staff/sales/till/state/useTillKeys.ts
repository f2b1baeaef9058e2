import { type RefObject, useEffect } from 'react'

import { type Shortcut, useShortcuts } from '../../../../ui/shortcuts.ts'

/**
 * The till's keys, wherever the focus is. What is typed or scanned while no field has the focus goes to the scan
 * field.
 */
export function useTillKeys(scanField: RefObject<HTMLInputElement | null>, keys: readonly Shortcut[], active: boolean) {
  useShortcuts('This sale', keys, active)
  useEffect(() => {
    if (!active) return undefined
    const onKey = (event: globalThis.KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [role=combobox]')
      const letter = /^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
      if (letter && !typing) scanField.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
