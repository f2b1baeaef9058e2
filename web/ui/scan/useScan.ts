import { useEffect, useEffectEvent } from 'react'

import { useShortcuts } from '../shortcuts.ts'
import { scannerReader } from './scanner.ts'

/**
 * Tells of a code scanned anywhere on the screen, except into a field: that is typed there. `what` says in the overview
 * of the keys what comes of it.
 */
export function useScan(onScan: (code: string) => void, what = '') {
  useShortcuts('Scanner', [{ key: 'Scan', what }], what !== '')
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    const read = scannerReader()
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
      const code = read(event.key, event.timeStamp)
      if (code === null) return
      // Before anything else hears it: the scanner's Enter is no press of the button that happens to have the focus.
      event.preventDefault()
      event.stopPropagation()
      scanned(code)
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
