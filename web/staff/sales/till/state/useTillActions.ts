import { flushSync } from 'react-dom'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { toasts } from '../../../../ui/toasts.ts'
import { useStable } from '../../../../ui/useStable.ts'
import { type Buyer, type SoldItem, withLastAmount, withPayment } from './draft.ts'
import { flushLocalSale, setActiveDraft } from './localSales.ts'
import type { MoneyDue } from './saleFigures.ts'
import { saleNameOf } from './saleWords.ts'
import type { TillSale } from './useSale.ts'
import type { TillCredit } from './useTillCredit.ts'
import type { TillFields } from './useTillFields.ts'

/** Returns the actions of the till for its parts, keys and scanner. Every function has a stable identity. */
export function useTillActions({
  state: { draft, stored, pending, isBegun, summary, change },
  fields: { amountField, focusScanner },
  moneyDue,
  cashType,
  creditType,
  credit,
  onNew,
}: {
  state: TillSale
  fields: TillFields
  moneyDue: MoneyDue
  cashType: PaymentTypeRow | undefined
  creditType: PaymentTypeRow | undefined
  credit: TillCredit | null
  onNew: (firstItem: SoldItem | null) => void
}) {
  /** Takes an amount in cash. A last payment that already covers the balance takes the rounded amount itself. */
  const addCash = useStable((amount: number = summary.balance) => {
    if (!cashType || !moneyDue.cash || amount <= 0) return focusScanner()
    const { paymentTypeID } = cashType
    change((draft) =>
      summary.balance > 0
        ? withPayment(draft, { paymentTypeID, amount, filled: amount === summary.balance })
        : withLastAmount(draft, amount),
    )
    focusScanner()
  })
  /** Takes as much of the balance as the customer's store credit covers. */
  const addCredit = useStable(() => {
    const amount = Math.min(credit?.usable ?? 0, moneyDue.suggested)
    if (creditType && amount > 0)
      change((draft) => withPayment(draft, { paymentTypeID: creditType.paymentTypeID, amount }))
    focusScanner()
  })
  /** Takes the amount that is due now by this payment type. */
  const takeDue = useStable((paymentTypeID: number) => {
    change((draft) => withPayment(draft, { paymentTypeID, amount: moneyDue.suggested }))
    focusScanner()
  })
  const addPayment = useStable(() => {
    // React must render this synchronously, because the next key press must reach the amount field.
    flushSync(() => {
      const last = draft.payments.at(-1)
      const isNeeded = !last || (last.amount && summary.balance > 0)
      const amount = moneyDue.suggested || null
      const filled = amount === summary.balance
      if (cashType && isNeeded)
        change((draft) => withPayment(draft, { paymentTypeID: cashType.paymentTypeID, amount, filled }))
    })
    // The suggested amount is selected, so that typing replaces it.
    amountField.current?.focus()
    amountField.current?.select()
  })
  const setBuyer = useStable((buyer: Buyer) => {
    change((draft) => ({ ...draft, buyer }))
    if (buyer.kind !== 'new' && buyer.kind !== 'newHandle') focusScanner()
  })

  const canPark = !pending && stored === null && isBegun
  const park = useStable(() => {
    if (!canPark) return
    flushLocalSale()
    toasts.success(`Parked: ${saleNameOf(draft)}`)
    setActiveDraft(null)
    onNew(null)
  })
  const resume = useStable((key: string) => {
    flushLocalSale()
    setActiveDraft(key)
    onNew(null)
  })
  return { addCash, addCredit, takeDue, addPayment, setBuyer, canPark, park, resume }
}
