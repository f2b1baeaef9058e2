// The sale as it stands at the till, before it is sent, and each way to change it. Pure, so that the screen only shows it.

/** What a line shows of its item. */
export type SoldItem = {
  itemID: number
  itemCode: string
  itemName: string
  description: string | null
  uom: 'PCS' | 'PAIR' | 'BULK'
  price: number
  image_url: string | null
}
/** A price that is no number is NaN, none at all null; a quantity that is neither is 0, which no sale may have. */
export type TillLine = Omit<SoldItem, 'price'> & {
  key: number
  price: number | null
  /** What the item itself cost when it was added. */
  itemPrice: number
  orderQty: number
}
/** A date or an amount that is not said yet is null. */
export type TillInstalment = { key: number; dueDate: string | null; amount: number | null }
export type TillPayment = { key: number; paymentTypeID: number | null; amount: number | null; reference: string }

export type Person = {
  firstName: string
  middleName: string | null
  lastName: string
  contactNo: string
  address: string | null
  email: string
  customerTypeID: number | null
}
/** Nobody (walk-in), a customer there is, or one that is made with the sale. */
export type Buyer =
  | { kind: 'nobody' }
  | { kind: 'chosen'; customerID: number; person: Person; typeName: string | null }
  | { kind: 'new'; person: Person }

export type Draft = {
  locationID: number | null
  transactionTypeID: number | null
  orderDate: string | null
  expectedDeliverDate: string | null
  buyer: Buyer
  lines: readonly TillLine[]
  /** Not sent yet. */
  payments: readonly TillPayment[]
  discount: number | null
  shippingFee: number | null
  schedule: readonly TillInstalment[]
  remarks: string
}

/** Changes the sale at the till; always the same function, so that what has it is not drawn anew. */
export type ChangeDraft = (next: (draft: Draft) => Draft) => void

let lastKey = 0
export const newKey = () => ++lastKey

/** One more of the item: another of the line it has, or a line of its own. */
export function withItem(draft: Draft, item: SoldItem): Draft {
  const has = draft.lines.find((line) => line.itemID === item.itemID)
  if (has) return withLine(draft, has.key, { orderQty: has.orderQty + 1 })
  const { itemID, itemCode, itemName, description, uom, image_url, price } = item
  const shown = { itemID, itemCode, itemName, description, uom, image_url }
  const line = { key: newKey(), ...shown, price, itemPrice: price, orderQty: 1 }
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

/** The same with this schedule; instalments that are new get a key. */
export const withSchedule = (
  draft: Draft,
  schedule: readonly (Omit<TillInstalment, 'key'> & { key?: number })[],
): Draft => ({ ...draft, schedule: schedule.map((one) => ({ ...one, key: one.key ?? newKey() })) })

/** One more payment; in the place of one that was begun and says no amount. */
export const withPayment = (draft: Draft, payment: Omit<TillPayment, 'key' | 'reference'>): Draft => {
  const kept = draft.payments.at(-1)?.amount ? draft.payments : draft.payments.slice(0, -1)
  return { ...draft, payments: [...kept, { key: newKey(), reference: '', ...payment }] }
}

export const withPaymentChange = (draft: Draft, key: number, change: Partial<TillPayment>): Draft => ({
  ...draft,
  payments: draft.payments.map((payment) => (payment.key === key ? { ...payment, ...change } : payment)),
})

export const withoutPayment = (draft: Draft, key: number): Draft => ({
  ...draft,
  payments: draft.payments.filter((payment) => payment.key !== key),
})

/** Whether anything was entered in a new sale: where and how it is sold comes from the sale before. */
export const isBegun = (draft: Draft) =>
  draft.lines.length > 0 ||
  draft.payments.length > 0 ||
  draft.buyer.kind !== 'nobody' ||
  draft.expectedDeliverDate !== null ||
  (draft.discount ?? 0) !== 0 ||
  (draft.shippingFee ?? 0) !== 0 ||
  draft.schedule.length > 0 ||
  draft.remarks !== ''
