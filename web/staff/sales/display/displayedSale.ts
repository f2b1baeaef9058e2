import type { PaymentTypeRow } from '../../../../contract/sales/payment-types.ts'
import type { SaleRow } from '../../../../contract/sales/sales.ts'
import type { Draft } from '../till/state/draft.ts'
import { computeTotal, numberOr0 } from '../till/state/saleFigures.ts'
import type { DisplayedSale } from './displayChannel.ts'

type Figures = { subtotal: number; total: number; balance: number; change: number }

/**
 * Returns a sale as the customer's display shows it; null if there is nothing to show. It leaves out costs, contact
 * data and remarks. A canceled or refunded sale is not shown.
 */
export function composeDisplayedSale({
  draft,
  stored,
  summary,
  handedBack,
  newestItemID,
  types,
}: {
  draft: Draft
  stored: SaleRow | null
  summary: Figures
  /** The change of the payments that were sent last. */
  handedBack: { change: number }
  newestItemID: number | null
  types: readonly PaymentTypeRow[]
}): DisplayedSale | null {
  if (draft.lines.length === 0 || stored?.status === 'Canceled' || stored?.status === 'Refunded') return null
  const lines = draft.lines.map((line) => ({
    key: line.key,
    name: line.itemName,
    uom: line.uom,
    grams: line.grams,
    karat: line.karat,
    stone: line.stone,
    quantity: line.orderQty,
    price: numberOr0(line.price),
    total: computeTotal(line),
    image: line.image_url,
  }))
  const taken = (stored?.payments ?? [])
    .filter(({ correction, amount }) => correction === null && amount > 0)
    .map(({ paymentName, amount }) => ({ name: paymentName, amount }))
  const typed = draft.payments
    .filter(({ amount }) => numberOr0(amount) > 0)
    .map(({ paymentTypeID, amount }) => ({
      name: types.find((type) => type.paymentTypeID === paymentTypeID)?.paymentName ?? 'Payment',
      amount: numberOr0(amount),
    }))
  return {
    lines,
    newestKey: draft.lines.find(({ itemID }) => itemID === newestItemID)?.key ?? null,
    subtotal: summary.subtotal,
    discount: numberOr0(draft.discount),
    shippingFee: numberOr0(draft.shippingFee),
    total: summary.total,
    payments: [...taken, ...typed],
    balance: summary.balance,
    change: summary.change > 0 ? summary.change : handedBack.change,
    isCompleted: stored?.status === 'Completed',
    firstName: 'person' in draft.buyer ? draft.buyer.person.firstName.trim() || null : null,
  }
}
