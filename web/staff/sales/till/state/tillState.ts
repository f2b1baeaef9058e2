import { notWhole } from '../../../../../contract/catalogue/items.ts'
import { fullName } from '../../../../../contract/sales/customers.ts'
import { dayTwice, notTheWhole } from '../../../../../contract/sales/instalments.ts'
import { type PaymentInput, SaleCreation, type SaleInput, type SaleRow } from '../../../../../contract/sales/sales.ts'
import {
  discountProblem,
  fromCentavos,
  lineTotal,
  peso,
  saleTotals,
  toCentavos,
} from '../../../../../contract/shared/money.ts'
import { splitName } from '../../../../../contract/shared/names.ts'
import { thousandths } from '../../../../../contract/shared/quantities.ts'
import type { z } from '../../../../../contract/shared/zod.ts'

// The sale as it stands at the till, before it is sent. Pure, so that the screen only shows it.

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
  schedule: [],
  remarks: '',
})

/** A sale of one piece that is still to be made, for somebody who asked for it and is no customer yet. */
export function madeToOrder(
  asked: { name: string; email: string },
  item: SoldItem,
  kinds: readonly { transactionTypeID: number; code: string | null; beyondStock: boolean }[],
  locationID: number | null,
): Draft {
  const own = kinds.find(({ code }) => code === 'made_to_order')
  const kind = own ?? kinds.find(({ beyondStock }) => beyondStock)
  const empty = emptyDraft({ locationID, transactionTypeID: kind?.transactionTypeID ?? null, orderDate: null })
  const person = { ...nobodyNew, ...splitName(asked.name), email: asked.email }
  return withItem({ ...empty, buyer: { kind: 'new', person } }, item)
}

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
  lines: sale.items.map((item) => ({ ...item, key: newKey(), itemPrice: item.price })),
  payments: [],
  discount: sale.discount,
  shippingFee: sale.shippingFee,
  schedule: sale.schedule.map(({ dueDate, amount }) => ({ key: newKey(), dueDate, amount })),
  remarks: sale.remarks ?? '',
})

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

/** What a sale that has no number yet is called: its customer, else its first item. */
export function nameOf({ buyer, lines }: Draft): string {
  if (buyer.kind !== 'nobody') {
    const name = fullName(buyer.person)
    if (name !== '') return name
  }
  const [first] = lines
  if (!first) return 'Sale without items'
  return lines.length === 1 ? first.itemName : `${first.itemName} and ${lines.length - 1} more`
}

/** A span of time (milliseconds), in its two largest units: `2 d 3 h`, `5 min`; seconds in the last minute. */
export function timeLeft(span: number): string {
  const seconds = Math.max(0, Math.ceil(span / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

/**
 * What people hand over for a balance, in pesos: it rounded up to what notes make of it, at most three, the smallest
 * first. Exact cash is not among them.
 */
export function notesFor(balance: number): number[] {
  const rounded = [100, 500, 1000, 5000].map((note) => Math.ceil(balance / note) * note)
  return [...new Set(rounded)].filter((amount) => amount > balance).slice(0, 3)
}

/** Of which lines there is less than they want, by their keys: lines of one item share what there is, in their order. */
export function shortagesOf(lines: readonly TillLine[], there: ReadonlyMap<number, number>): Map<number, number> {
  // In thousandths, so that grams add up exactly.
  const left = new Map([...there].map(([itemID, quantity]) => [itemID, thousandths(quantity)]))
  const short = new Map<number, number>()
  for (const { key, itemID, orderQty } of lines) {
    const free = left.get(itemID)
    if (free === undefined) continue // not known yet
    const wanted = thousandths(orderQty)
    left.set(itemID, Math.max(0, free - wanted))
    if (wanted > free) short.set(key, (wanted - free) / 1000)
  }
  return short
}

/** The short lines, an item once: what is to be ordered. */
export function toOrder(lines: readonly TillLine[], short: ReadonlyMap<number, number>) {
  const byItem = new Map<number, number>()
  for (const { key, itemID } of lines) {
    const missing = short.get(key)
    if (missing !== undefined) byItem.set(itemID, Math.round(((byItem.get(itemID) ?? 0) + missing) * 1000) / 1000)
  }
  return [...byItem].map(([itemID, orderQty]) => ({ itemID, orderQty }))
}

/**
 * A sale kept in the browser, with its items as they are now: an unchanged price follows the item's, and what is not
 * sold any more is left out. `told` says so, in sentences.
 */
export function renewed(draft: Draft, items: readonly (SoldItem & { status: boolean })[]) {
  const byID = new Map(items.map((item) => [item.itemID, item]))
  const told: string[] = []
  const lines = draft.lines.flatMap((line): TillLine[] => {
    const item = byID.get(line.itemID)
    if (!item?.status) {
      told.push(`${line.itemName} is not sold any more and was taken off.`)
      return []
    }
    const { itemCode, itemName, description, uom, image_url, price } = item
    if (price !== line.itemPrice) told.push(`${itemName} now costs ${peso(price)}; it was ${peso(line.itemPrice)}.`)
    const asked = line.price === line.itemPrice ? price : line.price
    return [{ ...line, itemCode, itemName, description, uom, image_url, price: asked, itemPrice: price }]
  })
  return { draft: rekeyed({ ...draft, lines }), told }
}

/** The same with keys of this page. */
export const rekeyed = (draft: Draft): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => ({ ...line, key: newKey() })),
  payments: draft.payments.map((payment) => ({ ...payment, key: newKey() })),
  schedule: draft.schedule.map((instalment) => ({ ...instalment, key: newKey() })),
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
    schedule: draft.schedule.map(({ dueDate, amount }) => ({ dueDate: dueDate ?? '', amount: amount ?? Number.NaN })),
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
  const isWrong = (part: string) => [...problems.keys()].some((field) => field.startsWith(part))
  const add = (field: string, message: string | null) => {
    if (message !== null && !isWrong(field)) problems.set(field, message)
  }
  for (const [n, line] of draft.lines.entries()) add(`items.${n}.orderQty`, notWhole(line, line.orderQty))
  // Of lines that are not right yet nobody knows what they come to.
  if (!isWrong('items')) add('discount', discountProblem(or0(draft.discount), summaryOf(draft, null).subtotal))
  add('schedule', scheduleProblem(draft))
  return [...problems].map(([field, message]) => ({ field, message }))
}

function scheduleProblem(draft: Draft): string | null {
  const schedule = bodyOf(draft).schedule ?? []
  return dayTwice(schedule) ?? notTheWhole(schedule, summaryOf(draft, null).total)
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
  const { subtotal, paid, ...reckoned } = saleTotals({
    items: draft.lines.map(({ price, orderQty }) => ({ price: or0(price), orderQty })),
    discount: or0(draft.discount),
    shippingFee: or0(draft.shippingFee),
    payments: draft.payments.map(({ amount }) => ({ amount: or0(amount) })),
  })
  // A discount above the subtotal is refused; until it is mended nothing is handed back for it.
  const total = Math.max(0, reckoned.total)
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
