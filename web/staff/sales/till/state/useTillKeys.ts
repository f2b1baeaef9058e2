import { type RefObject, useEffect } from 'react'

import { showShortcuts, useShortcuts } from '../../../../ui/shortcuts.ts'
import type { TillSale } from './useSale.ts'

export type TillKeyActions = {
  onNext: () => void
  onAddPayment: () => void
  /** Completes the sale, or takes a part of an instalment sale. */
  onFinish: () => void
  onExactCash: () => void
  onCredit: () => void
  onTradeIn: () => void
  onPark: () => void
  onParked: () => void
}

/**
 * Handles the till's shortcut keys, wherever the focus is. Text typed or scanned outside a field goes to the scan
 * field.
 */
export function useTillKeys(
  scanField: RefObject<HTMLInputElement | null>,
  { stage, submit, retry }: TillSale,
  { onNext, onAddPayment, onFinish, onExactCash, onCredit, onTradeIn, onPark, onParked }: TillKeyActions,
  active: boolean,
) {
  const next =
    stage === 'over'
      ? { key: 'F2', what: 'The next sale', run: onNext }
      : { key: 'F2', what: 'Scan or search', run: () => scanField.current?.focus() }
  const whileOpen = [
    { key: 'F3', what: 'Pay with a trade-in', run: onTradeIn },
    { key: 'Alt+c', what: 'Use store credit', run: onCredit },
    { key: 'F4', what: 'Add a payment', run: onAddPayment },
    { key: 'F8', what: 'Exact cash', run: onExactCash },
    { key: 'F9', what: 'Complete', run: onFinish },
    { key: 'Ctrl+s', what: 'Save, to hold the stock', run: () => submit(false) },
  ]
  const shortcuts = [
    next,
    ...(stage === 'open' ? whileOpen : []),
    ...(stage === 'unanswered' ? [{ key: 'F9', what: 'Send it again', run: retry }] : []),
    { key: 'F7', what: 'Park this sale and begin another', run: onPark },
    { key: 'F6', what: 'Parked sales', run: onParked },
    { key: 'F1', what: 'These keys', run: () => showShortcuts() },
  ]
  useShortcuts('This sale', shortcuts, active)
  useEffect(() => {
    if (!active) return undefined
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role=combobox]')
      const isLetter = /^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isLetter && !isTyping) scanField.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
