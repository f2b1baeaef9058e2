import { flushSync } from 'react-dom'

import type { ItemRow } from '../../../../../contract/catalogue/items.ts'
import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { toasts } from '../../../../ui/toasts.ts'
import { useStable } from '../../../../ui/useStable.ts'
import { type Buyer, type SoldItem, withItem, withPayment } from './draft.ts'
import { flushLocalSale, setActiveDraft } from './localSales.ts'
import { saleNameOf } from './saleWords.ts'
import type { TillSale } from './useSale.ts'
import type { TillFields } from './useTillFields.ts'

/** Returns the actions of the till for its parts, keys and scanner. Every function has a stable identity. */
export function useTillActions({
  state: { draft, stored, stage, pending, isBegun, summary, change },
  fields: { amountField, focusScanner },
  cashType,
  onPicked,
  onNew,
}: {
  state: TillSale
  fields: TillFields
  cashType: PaymentTypeRow | undefined
  /** Called with the picked item. Its available stock is known from then on. */
  onPicked: (item: ItemRow) => void
  onNew: (firstItem: SoldItem | null) => void
}) {
  /** Adds an item to the sale, or starts the next sale with it. Returns an error message or null. */
  const pick = useStable((item: ItemRow) => {
    if (pending || stage === 'unanswered') return 'This sale is being sent: scan again when it is answered'
    onPicked(item)
    if (stage === 'over') onNew(item)
    else change((draft) => withItem(draft, item))
    focusScanner()
    return null
  })

  const addCash = useStable((amount: number = summary.balance) => {
    if (cashType && amount > 0) change((draft) => withPayment(draft, { paymentTypeID: cashType.paymentTypeID, amount }))
    focusScanner()
  })
  const addPayment = useStable(() => {
    // React must render this synchronously, because the next key press must reach the amount field.
    flushSync(() => {
      if (cashType && (draft.payments.length === 0 || draft.payments.at(-1)!.amount))
        change((draft) => withPayment(draft, { paymentTypeID: cashType.paymentTypeID, amount: null }))
    })
    amountField.current?.focus()
  })
  const setBuyer = useStable((buyer: Buyer) => {
    change((draft) => ({ ...draft, buyer }))
    if (buyer.kind !== 'new') focusScanner()
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
  return { pick, addCash, addPayment, setBuyer, canPark, park, resume }
}
