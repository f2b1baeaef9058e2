import { type RefObject, useEffect, useRef } from 'react'

import { useStable } from '../../../../ui/useStable.ts'

/** Takes a code that was scanned into another field. */
export type Scanner = { scan: (code: string) => void }

/** The fields that keys of the till lead to. `toScanner` moves the focus back to the scan field. */
export type TillFields = {
  scanField: RefObject<HTMLInputElement | null>
  /** The amount of the last payment. */
  amountField: RefObject<HTMLInputElement | null>
  scanner: RefObject<Scanner | null>
  toScanner: () => void
}

export function useTillFields(isCovered: boolean): TillFields {
  const scanField = useRef<HTMLInputElement>(null)
  const amountField = useRef<HTMLInputElement>(null)
  const scanner = useRef<Scanner>(null)
  // Never under a dialog, nor on a touch screen, where the focus would open the keyboard.
  const toScanner = useStable(() => {
    if (!isCovered && !matchMedia('(pointer: coarse)').matches) scanField.current?.focus()
  })
  useEffect(toScanner, [toScanner])
  return { scanField, amountField, scanner, toScanner }
}
