// The draft of a sale at the till, and the functions that change it. They are pure, so that the components only
// render it.

import type { Karat } from '../../../../../contract/catalogue/karats.ts'
import type { NamedPiece } from '../../../../../contract/catalogue/named-pieces.ts'
import type { SaleBuyerRow } from '../../../../../contract/sales/buyers.ts'
import type { PictureFocus } from '../../../../../contract/shared/covers.ts'

/** The item data that a line shows. */
export type SoldItem = {
  itemID: number
  itemCode: string
  itemName: string
  description: string | null
  uom: 'PCS' | 'PAIR' | 'BULK'
  grams: number
  /** The weight without stones; missing in a draft of an earlier version. */
  netGrams?: number | null
  karat: Karat | null
  stone: string | null
  price: number
  image_url: string | null
  image_focus: PictureFocus | null
  /** Whether each piece has a line of its own. */
  byPiece?: boolean
  /** The piece that is sold, of an item that is kept by piece. */
  piece?: NamedPiece | null
}
/**
 * `price` is null before input and NaN for invalid input. An invalid quantity becomes 0, which the contract refuses.
 */
export type TillLine = Omit<SoldItem, 'price' | 'byPiece'> & {
  key: number
  price: number | null
  /** The price that the item itself had when the line was added. */
  itemPrice: number
  orderQty: number
}
/** An instalment in the form. Its date or amount is null while it is missing. */
export type TillInstalment = { key: number; dueDate: string | null; amount: number | null }
export type TillPayment = {
  key: number
  paymentTypeID: number | null
  amount: number | null
  reference: string
  /** The accepted trade-in that pays. Its payment keeps its type. */
  tradeIn?: { tradeInID: number; tradeInNumber: string }
  /** Whether the till filled in the balance and nobody has typed an amount since. */
  filled?: boolean
}

export type Person = {
  firstName: string
  middleName: string | null
  lastName: string
  contactNo: string
  address: string | null
  email: string
  customerTypeID: number | null
}
/** A handle in the form. Its platform is null until it is chosen. */
export type TypedHandle = { platform: SaleBuyerRow['platform'] | null; handle: string; contact: string | null }

/**
 * The buyer: nobody (a walk-in), an existing customer, a new customer who is created with the sale, or a handle that is
 * chosen or typed. A joined handle is its customer, and `handle` is then shown beside the name.
 */
export type Buyer =
  | { kind: 'nobody' }
  | { kind: 'chosen'; customerID: number; person: Person; typeName: string | null; handle?: string }
  | { kind: 'new'; person: Person }
  | ({ kind: 'chosenHandle'; buyerID: number } & SaleBuyerRow)
  | ({ kind: 'newHandle' } & TypedHandle)

export type Draft = {
  locationID: number | null
  transactionTypeID: number | null
  orderDate: string | null
  expectedDeliverDate: string | null
  buyer: Buyer
  lines: readonly TillLine[]
  /** The payments that are not sent yet. */
  payments: readonly TillPayment[]
  discount: number | null
  shippingFee: number | null
  schedule: readonly TillInstalment[]
  remarks: string
}

/** Changes the draft. The function has a stable identity, so that memoized parts are not rendered again. */
export type ChangeDraft = (next: (draft: Draft) => Draft) => void

let lastKey = 0
export const createKey = () => ++lastKey

/** Adds one of the item: to its existing line, or as a new line. Each piece has a line of its own. */
export function withItem(draft: Draft, item: SoldItem): Draft {
  const existing = item.byPiece ? undefined : draft.lines.find((line) => line.itemID === item.itemID)
  if (existing) return withLine(draft, existing.key, { orderQty: existing.orderQty + 1 })
  const { itemID, itemCode, itemName, description, uom, karat, stone, image_url, image_focus, price } = item
  const weights = { grams: item.grams, netGrams: item.netGrams ?? null }
  const shown = { itemID, itemCode, itemName, description, uom, ...weights, karat, stone, image_url, image_focus }
  const line = { key: createKey(), ...shown, price, itemPrice: price, orderQty: 1, piece: item.piece ?? null }
  return { ...draft, lines: [...draft.lines, line] }
}

export const withLine = (draft: Draft, key: number, change: Partial<TillLine>): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? { ...line, ...change } : line)),
})

export const withoutLine = (draft: Draft, key: number): Draft => ({
  ...draft,
  lines: draft.lines.filter((line) => line.key !== key),
})

/** Returns the draft with this schedule. New instalments get a key. */
export const withSchedule = (
  draft: Draft,
  schedule: readonly (Omit<TillInstalment, 'key'> & { key?: number })[],
): Draft => ({ ...draft, schedule: schedule.map((one) => ({ ...one, key: one.key ?? createKey() })) })

/** Adds a payment. If the last payment has no amount yet, the new payment replaces it. */
export const withPayment = (draft: Draft, payment: Omit<TillPayment, 'key' | 'reference'>): Draft => {
  const payments = draft.payments.at(-1)?.amount ? draft.payments : draft.payments.slice(0, -1)
  return { ...draft, payments: [...payments, { key: createKey(), reference: '', ...payment }] }
}

/** Replaces the amount of the last payment. */
export const withLastAmount = (draft: Draft, amount: number): Draft => {
  const last = draft.payments.at(-1)
  return last ? withPaymentChange(draft, last.key, { amount, filled: false }) : draft
}

export const withPaymentChange = (draft: Draft, key: number, change: Partial<TillPayment>): Draft => ({
  ...draft,
  payments: draft.payments.map((payment) => (payment.key === key ? { ...payment, ...change } : payment)),
})

export const withoutPayment = (draft: Draft, key: number): Draft => ({
  ...draft,
  payments: draft.payments.filter((payment) => payment.key !== key),
})

/** Whether the user has entered anything. Location and type do not count, because they come from the previous sale. */
export const isBegun = (draft: Draft) =>
  draft.lines.length > 0 ||
  draft.payments.length > 0 ||
  draft.buyer.kind !== 'nobody' ||
  draft.expectedDeliverDate !== null ||
  (draft.discount ?? 0) !== 0 ||
  (draft.shippingFee ?? 0) !== 0 ||
  draft.schedule.length > 0 ||
  draft.remarks !== ''
