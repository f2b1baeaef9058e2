import { useEffect, useEffectEvent } from 'react'

import { useShortcuts } from '../shortcuts.ts'
import { createScannerReader } from './scanner.ts'

/**
 * Calls `onScan` with a code scanned anywhere on the screen, except in a field. `what` describes the result in the
 * overview of shortcuts.
 */
export function useScan(onScan: (code: string) => void, what = '') {
  useShortcuts('Scanner', [{ key: 'Scan', what }], what !== '')
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    const read = createScannerReader()
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
      const code = read(event.key, event.timeStamp)
      if (code === null) return
      // The scanner's Enter must not reach the focused button, which it would press.
      event.preventDefault()
      event.stopPropagation()
      scanned(code)
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
