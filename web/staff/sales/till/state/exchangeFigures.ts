// Computes what goods that come back are worth, and the difference of an exchange. Amounts are pesos.
import type { uoms } from '../../../../../contract/catalogue/items.ts'
import type { Karat } from '../../../../../contract/catalogue/karats.ts'
import type { NamedPiece } from '../../../../../contract/catalogue/named-pieces.ts'
import { computeRefunds, returnableQtyOf } from '../../../../../contract/sales/refunds.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { computeLineTotal, fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { numberOr0 } from './saleFigures.ts'

/** The quantity of each line that comes back, in the order of the sale's lines; null for nothing. */
export type ReturnedParts = readonly { salesItemID: number; qty: number | null }[]

/** Returns the refund of each line, in pesos; 0 for a quantity that cannot be returned. */
export function computeReturned(sale: SaleRow, parts: ReturnedParts): number[] {
  const possible = parts.map(({ salesItemID, qty }, n) => {
    const isPossible = qty !== null && qty > 0 && qty <= returnableQtyOf(sale.items[n]!)
    return { salesItemID, qty: isPossible ? qty : 0 }
  })
  return computeRefunds(sale, possible)
}

/** Goods that go out in an exchange. */
export type ExchangeGood = {
  itemID: number
  itemName: string
  itemCode: string
  uom: (typeof uoms)[number]
  grams: number
  karat: Karat | null
  stone: string | null
  /** The cost of the item; undefined where it is hidden. */
  cost: number | undefined
  orderQty: number | null
  price: number | null
  /** The piece, of an item that is kept by piece. */
  piece: NamedPiece | null
}

/** A payment of the difference. Without an amount it takes what the others leave. */
export type ExchangePayment = {
  key: number
  paymentTypeID: number | null
  amount: number | null
  reference: string
}

/** Returns the values of both sides of an exchange, what is to pay or goes back, and what the payments leave. */
export function computeExchange(
  sale: SaleRow,
  parts: ReturnedParts,
  goods: readonly ExchangeGood[],
  payments: readonly ExchangePayment[],
) {
  const amounts = computeReturned(sale, parts)
  const returned = amounts.reduce((sum, amount) => sum + toCentavos(amount), 0)
  const outgoing = goods.reduce(
    (sum, { price, orderQty }) =>
      sum + computeLineTotal(Math.max(0, numberOr0(price)), Math.max(0, numberOr0(orderQty))),
    0,
  )
  const due = Math.max(0, outgoing - returned)
  const typed = payments.reduce((sum, { amount }) => sum + toCentavos(numberOr0(amount)), 0)
  return {
    amounts,
    returned: fromCentavos(returned),
    outgoing: fromCentavos(outgoing),
    due: fromCentavos(due),
    back: fromCentavos(Math.max(0, returned - outgoing)),
    left: fromCentavos(Math.max(0, due - typed)),
  }
}

/** Returns the payments to send. The first one without an amount takes what the others leave. */
export function completePayments(payments: readonly ExchangePayment[], left: number) {
  const open = payments.find(({ amount }) => amount === null)
  return payments.flatMap((payment) => {
    const amount = payment === open ? left : numberOr0(payment.amount)
    return payment.paymentTypeID === null || amount <= 0
      ? []
      : [{ paymentTypeID: payment.paymentTypeID, amount, reference: payment.reference || null }]
  })
}
