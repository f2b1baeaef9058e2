import { fromCentavos, lineTotal, saleTotals, toCentavos } from '../../../contract/money.ts'
import { type PaymentInput, SaleCreation, type SaleInput, type SaleRow } from '../../../contract/sales.ts'
import type { z } from '../../../contract/zod.ts'

// The sale as it stands at the till, before it is sent. Pure, so that the screen only shows it.

/** What a line shows of its item. */
export type SoldItem = {
  itemID: number
  itemCode: string
  itemName: string
  uom: 'PCS' | 'PAIR' | 'BULK'
  price: number
  image_url: string | null
}
/** A price that is no number is NaN, none at all null; a quantity that is neither is 0, which no sale may have. */
export type TillLine = Omit<SoldItem, 'price'> & { key: number; price: number | null; orderQty: number }
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
  remarks: string
}

export const nobodyNew: Person = {
  firstName: '',
  middleName: null,
  lastName: '',
  contactNo: '',
  address: null,
  email: '',
  customerTypeID: null,
}

let made = 0
const newKey = () => ++made

/** The next sale at this till: where and how the one before was made. */
export const emptyDraft = (place: Pick<Draft, 'locationID' | 'transactionTypeID' | 'orderDate'>): Draft => ({
  ...place,
  expectedDeliverDate: null,
  buyer: { kind: 'nobody' },
  lines: [],
  payments: [],
  discount: 0,
  shippingFee: 0,
  remarks: '',
})

/** A stored sale, to be changed. Its own payments stay with it: the draft has those that are still to be taken. */
export const draftOf = (sale: SaleRow): Draft => ({
  locationID: sale.locationID,
  transactionTypeID: sale.transactionTypeID,
  orderDate: sale.orderDate,
  expectedDeliverDate: sale.expectedDeliverDate,
  buyer:
    sale.customerID === null || sale.customer === null
      ? { kind: 'nobody' }
      : { kind: 'chosen', customerID: sale.customerID, person: sale.customer, typeName: null },
  lines: sale.items.map((item) => ({ key: newKey(), ...item })),
  payments: [],
  discount: sale.discount,
  shippingFee: sale.shippingFee,
  remarks: sale.remarks ?? '',
})

/** One more of the item: another of the line it has, or a line of its own. */
export function withItem(draft: Draft, item: SoldItem): Draft {
  const has = draft.lines.find((line) => line.itemID === item.itemID)
  if (has) return withLine(draft, has.key, { orderQty: has.orderQty + 1 })
  const { itemID, itemCode, itemName, uom, image_url, price } = item
  return {
    ...draft,
    lines: [...draft.lines, { key: newKey(), itemID, itemCode, itemName, uom, image_url, price, orderQty: 1 }],
  }
}

export const withLine = (draft: Draft, key: number, change: Partial<TillLine>): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? { ...line, ...change } : line)),
})

export const withoutLine = (draft: Draft, key: number): Draft => ({
  ...draft,
  lines: draft.lines.filter((line) => line.key !== key),
})

export const withPayment = (draft: Draft, payment: Omit<TillPayment, 'key' | 'reference'>): Draft => ({
  ...draft,
  payments: [...draft.payments, { key: newKey(), reference: '', ...payment }],
})

/** What is typed as a quantity: what is no number is 0. */
export const quantityOf = (typed: number | null) => (typed === null || Number.isNaN(typed) ? 0 : typed)

/** One up or down; never below one, because a line is taken away by its own button. */
export const stepped = (quantity: number, by: 1 | -1) => Math.max(1, Math.round((quantity + by) * 1000) / 1000)

/** The payments that say an amount. */
export const paymentsOf = (draft: Draft): z.input<typeof PaymentInput>[] =>
  draft.payments
    .filter(({ amount }) => amount !== null && amount !== 0)
    .map(({ paymentTypeID, amount, reference }) => ({
      paymentTypeID: paymentTypeID!,
      amount: amount!,
      reference: reference === '' ? null : reference,
    }))

/** What the sale's calls take. What is missing is left for the contract to find. */
export function bodyOf(draft: Draft): SaleInput {
  const { buyer } = draft
  return {
    locationID: draft.locationID!,
    transactionTypeID: draft.transactionTypeID!,
    customerID: buyer.kind === 'chosen' ? buyer.customerID : null,
    ...(buyer.kind === 'new' && { customer: { ...buyer.person, customerTypeID: buyer.person.customerTypeID! } }),
    ...(draft.orderDate !== null && { orderDate: draft.orderDate }),
    expectedDeliverDate: draft.expectedDeliverDate,
    items: draft.lines.map(({ itemID, orderQty, price }) => ({ itemID, orderQty, price: price ?? Number.NaN })),
    discount: draft.discount ?? 0,
    shippingFee: draft.shippingFee ?? 0,
    remarks: draft.remarks,
  }
}

/** What still keeps the sale from being sent: each field at fault, as the contract names it, with a sentence. */
export function problemsOf(draft: Draft): { field: string; message: string }[] {
  const { error } = SaleCreation.safeParse({ ...bodyOf(draft), payments: paymentsOf(draft) })
  const problems = new Map<string, string>()
  for (const { path, message } of error?.issues ?? []) {
    const field = path.join('.')
    if (!problems.has(field)) problems.set(field, message)
  }
  return [...problems].map(([field, message]) => ({ field, message }))
}

/** Whether the draft differs from what is stored, payments apart. */
export const isChanged = (draft: Draft, stored: SaleRow) =>
  JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(draftOf(stored)))

const or0 = (value: number | null) => (value === null || Number.isNaN(value) ? 0 : value)

/** The line's total, in pesos; 0 while its price is no number. */
export const totalOf = ({ price, orderQty }: Pick<TillLine, 'price' | 'orderQty'>) =>
  fromCentavos(lineTotal(Math.max(0, or0(price)), Math.max(0, orderQty)))

/** The summary, in pesos: what is at the till together with what was paid before. */
export function summaryOf(draft: Draft, stored: Pick<SaleRow, 'amountPaid' | 'change'> | null) {
  const before = { paid: stored?.amountPaid ?? 0, change: stored?.change ?? 0 }
  const { subtotal, total, paid } = saleTotals({
    items: draft.lines.map(({ price, orderQty }) => ({ price: or0(price), orderQty })),
    discount: or0(draft.discount),
    shippingFee: or0(draft.shippingFee),
    payments: draft.payments.map(({ amount }) => ({ amount: or0(amount) })),
  })
  const due = total - toCentavos(before.paid) + toCentavos(before.change)
  return {
    totalItems: draft.lines.length,
    totalQuantity: Math.round(draft.lines.reduce((sum, { orderQty }) => sum + orderQty * 1000, 0)) / 1000,
    subtotal: fromCentavos(subtotal),
    total: fromCentavos(total),
    paid: fromCentavos(toCentavos(before.paid) + paid),
    balance: fromCentavos(Math.max(0, due - paid)),
    /** Handed back before, and now. */
    change: fromCentavos(toCentavos(before.change) + Math.max(0, paid - Math.max(0, due))),
  }
}
