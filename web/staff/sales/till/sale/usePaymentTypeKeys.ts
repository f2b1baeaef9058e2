import { type KeyboardEvent, useEffect, useRef } from 'react'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { maxKeyGap } from '../../../../ui/scan/scanner.ts'
import { useStable } from '../../../../ui/useStable.ts'
import { findTypeByLetters } from '../state/paymentTypeKeys.ts'

/** A longer pause between two letters, in milliseconds, begins a new name. */
const longestPause = 1000

/**
 * Returns the key handler of an amount: letters choose the payment type by its name. A letter takes effect after a
 * scanner's key gap, because the letters of a scanned code choose nothing.
 */
export function usePaymentTypeKeys(
  types: readonly PaymentTypeRow[],
  paymentTypeID: number | null,
  onChoose: (paymentTypeID: number) => void,
) {
  const entry = useRef({ letters: '', lastKeyAt: Number.NEGATIVE_INFINITY })
  const waiting = useRef<{ timer: number; apply: () => void } | null>(null)
  const choose = useStable((letters: string) => {
    const type = findTypeByLetters(types, letters, paymentTypeID)
    if (type) onChoose(type.paymentTypeID)
  })
  const stopWaiting = useStable((isApplied: boolean) => {
    const letter = waiting.current
    waiting.current = null
    if (!letter) return
    clearTimeout(letter.timer)
    if (isApplied) letter.apply()
  })
  useEffect(() => () => stopWaiting(false), [stopWaiting])

  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, timeStamp, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (key.length !== 1) return stopWaiting(true)
    const pause = timeStamp - entry.current.lastKeyAt
    entry.current.lastKeyAt = timeStamp
    stopWaiting(pause >= maxKeyGap)
    if (!/^\p{L}$/u.test(key)) return
    event.preventDefault()
    if (pause < maxKeyGap) return
    entry.current.letters = pause > longestPause ? key : entry.current.letters + key
    const { letters } = entry.current
    const apply = () => choose(letters)
    waiting.current = { timer: window.setTimeout(() => stopWaiting(true), maxKeyGap), apply }
  }
}
