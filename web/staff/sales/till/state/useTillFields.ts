import { type RefObject, useEffect, useRef } from 'react'

import { useStable } from '../../../../ui/useStable.ts'

export type Scanner = {
  /** Handles a code that was scanned outside the scan field. */
  scan: (code: string) => void
  /** Returns why a code added nothing since the last call, or null. */
  takeProblem: () => string | null
}

/** The fields that shortcut keys focus. `focusScanner` moves the focus back to the scan field. */
export type TillFields = {
  scanField: RefObject<HTMLInputElement | null>
  /** The amount field of the last payment. */
  amountField: RefObject<HTMLInputElement | null>
  scanner: RefObject<Scanner | null>
  focusScanner: () => void
}

export function useTillFields(isCovered: boolean): TillFields {
  const scanField = useRef<HTMLInputElement>(null)
  const amountField = useRef<HTMLInputElement>(null)
  const scanner = useRef<Scanner>(null)
  // An open dialog keeps the focus. On a touch screen, focusing the field would open the on-screen keyboard.
  const focusScanner = useStable(() => {
    if (!isCovered && !matchMedia('(pointer: coarse)').matches) scanField.current?.focus()
  })
  useEffect(focusScanner, [focusScanner])
  return { scanField, amountField, scanner, focusScanner }
}
