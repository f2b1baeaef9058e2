import { Temporal } from 'temporal-polyfill'
import { afterAll, expect } from 'vitest'

import {
  type Account,
  type Country,
  type CreditEntry,
  expiredOf,
  type Journal,
  lessDiscount,
  refundOf,
  type Tax,
  type TaxClass,
  taxesOf,
} from './books-model.ts'
import { testApp } from './fixtures.ts'
import { type Action, type State, step } from './stock-model.ts'

// A shop with its books in memory, for tests/properties/books.test.ts. The functions here write down what happened, and
// books-steps.ts and books-rush.ts make it happen.

export const price = 10_000
export const cash = 1
/** The items A, B and C have models of their stock. Several calls at once change item D, whose cost stays the same. */
export const itemD = 3
export const costOfD = 6000
const taxClasses: readonly TaxClass[] = ['standard', 'reduced', 'exempt', 'standard']

export type Line = {
  item: number
  lineID: number
  quantity: number
  /** The quantity and the money that came back. */
  back: number
  refunded: number
  net: number
  /** The cost of the goods; 0 until they are handed over. */
  cost: number
  tax: Tax | null
}
export type Payment = { id: number; type: number; cents: number }
export type Sale = {
  id: number
  /** The sale in the stock's model. */
  key: string
  /** Its location: 0 or 1. */
  place: number
  customer: number
  lines: Line[]
  shipping: number
  total: number
  status: 'Processing' | 'Completed' | 'Canceled' | 'Refunded'
  payments: Payment[]
  /** The money by payment type, with the place of its latest payment. */
  ways: Map<number, { cents: number; place: number }>
  refunded: number
}
export type TradeIn = {
  id: number
  customer: number
  karat: number
  /** The grams that became scrap, in thousandths, and what was offered for them, in centavos. */
  quantity: number
  offer: number
  /** The part of the offer that is neither used nor paid out. */
  left: number
  isReturned: boolean
  /** The sale that it pays. */
  sale: Sale | null
}

type Part = { line: Line; quantity: number; disposition: 'restock' | 'repair' | 'scrap' }
/** Credit that may be taken back. `type` is the payment type of money that was paid in; null for credit given by hand. */
type Gift = { entryID: number; entry: CreditEntry; type: number | null }
export type Customer = { id: number; credit: CreditEntry[]; uses: Map<number, CreditEntry>; gifts: Gift[] }
export type Books = Awaited<ReturnType<typeof openBooks>>

export const creditOf = ({ credit }: Customer) => credit.reduce((sum, { cents }) => sum + cents, 0)
export const paidOf = ({ payments }: Pick<Sale, 'payments'>) => payments.reduce((sum, { cents }) => sum + cents, 0)

/** Opens a shop in the past with two locations, four items and four customers, and with the books of its opening. */
export async function openBooks() {
  const { app, db, as } = await testApp({ connections: 10 })
  const admin = as(1)
  const clock = app.clock
  afterAll(() => {
    app.clock = clock
  })
  /** The shop's days are in Tokyo. The model's day 0 is so long ago that every day ends before the test does. */
  const start = Temporal.Now.plainDateISO('Asia/Tokyo').subtract({ days: 2000 })
  const time = { day: 0, second: 0 }
  const dateOf = (day: number) => start.add({ days: day }).toString()
  const morning = () => Date.parse(`${dateOf(time.day)}T10:00:00+09:00`)
  app.clock = () => new Date(morning() + time.second++ * 1000)

  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const answer = await admin(method, path, body)
    return { status: answer.status, accepted: answer.status < 300, data: answer.body.data, body: answer.body }
  }
  const accepted = new Set<string>()
  /** Makes a call that the model expects to be accepted, or refused. */
  const expectCall = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, isAccepted = true) => {
    const answer = await call(method, path, body)
    if (answer.accepted && method !== 'GET') accepted.add(`${method} ${path.replaceAll(/(?<=\/)\d+/g, 'n')}`)
    expect([path, body, answer.accepted, answer.body.message]).toEqual([path, body, isAccepted, answer.body.message])
    return answer.data
  }

  const journal: Journal = []
  const book = (account: Account, cents: number) => void journal.push({ day: time.day, account, cents })
  const { customers, items, places, state, types } = await fillShop(expectCall)
  accepted.clear()
  book('stockValue', 3 * (122_740 + 61_370) + 2 * 12 * costOfD)
  return {
    app,
    db,
    call,
    expectCall,
    dateOf,
    morning,
    time,
    journal,
    book,
    customers,
    items,
    /** The keys of the two locations. */
    places,
    ...types,
    /** The calls that changed something, with `n` for each key. Those at once are named by their kind. */
    accepted,
    /** The stock of A, B and C in the model. */
    stock: { state, made: 0 },
    /** The quantity of D at each location. */
    ofD: [12, 12],
    sales: [] as Sale[],
    tradeIns: [] as TradeIn[],
    /** The scrap of each karat: grams in thousandths, and their value in centavos. */
    scrap: [0, 1, 2].map(() => ({ quantity: 0, value: 0 })),
    /** The days whose gold rates are entered. */
    ratesOf: new Set<number>(),
    tax: { country: null as Country | null },
    payments: { made: 0 },
  }
}

type ExpectCall = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<any>

async function fillShop(call: ExpectCall) {
  const customers: Customer[] = []
  for (const lastName of ['Cruz', 'Reyes', 'Santos', 'Diaz']) {
    const person = { firstName: 'Ana', lastName, contactNo: '1', email: `${lastName}@x.example`, customerTypeID: 1 }
    const { customerID } = await call('POST', '/api/v2/customers', person)
    customers.push({ id: customerID, credit: [], uses: new Map(), gifts: [] })
  }
  const { categoryID } = await call('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
  const { locationID } = await call('POST', '/api/v1/locations', { locationName: 'Cebu' })
  const places: number[] = [1, locationID]
  const items: { itemID: number; inventoryIDs: number[] }[] = []
  for (const [n, code] of ['A', 'B', 'C', 'D'].entries()) {
    const { itemID } = await call('POST', '/api/v1/item-inventory', {
      itemCode: code,
      itemName: `Ring ${code}`,
      categoryID,
      uom: 'PCS',
      grams: 3,
      price: price / 100,
      cost: n === itemD ? costOfD / 100 : 61.37,
      taxClass: taxClasses[n],
      locationID: 1,
      inventoryTypeID: 1,
      quantity: n === itemD ? 12 : 20,
      reOrderThreshold: 0,
    })
    await call('POST', '/api/v1/inventory', {
      itemID,
      locationID,
      inventoryTypeID: 1,
      quantity: n === itemD ? 12 : 10,
      reOrderThreshold: 0,
    })
    const rows = await call('GET', `/api/v1/inventory?itemID=${itemID}&sort=inventoryID`)
    items.push({ itemID, inventoryIDs: rows.map(({ inventoryID }: { inventoryID: number }) => inventoryID) })
  }
  const none = new Map<string, never>()
  const state: State = {
    rows: new Map(
      [0, 1, 2].flatMap((item) => [
        [`${item} 0 hand`, { quantity: 20_000, reserved: 0 }],
        [`${item} 1 hand`, { quantity: 10_000, reserved: 0 }],
      ]),
    ),
    costs: [61_370_000n, 61_370_000n, 61_370_000n],
    values: [184_110n, 184_110n, 184_110n],
    sales: none,
    adjustments: none,
    deliveries: none,
  }
  const stored: { paymentTypeID: number; code: string }[] = await call('GET', '/api/v3/transaction/payment-types')
  const typeOf = (code: string) => stored.find((type) => type.code === code)!.paymentTypeID
  const settings = await call('GET', '/api/v1/settings')
  const { timeZone, defaultLocationID, holdDays } = settings
  await call('PUT', '/api/v1/settings', { timeZone, defaultLocationID, holdDays, creditMonths: 1 })
  return {
    customers,
    items,
    places,
    state,
    types: { credit: typeOf('store_credit'), exchange: typeOf('exchange'), byTradeIn: typeOf('trade_in') },
  }
}

const registered = { taxRegistered: true, taxFrom: '2020-01-01' }
const settingsOf: Record<Country | 'none', object> = {
  none: { taxCountry: null, taxRegistered: false },
  PH: { ...registered, taxCountry: 'PH', taxNumber: '123-456-789-00000' },
  JP: { ...registered, taxCountry: 'JP', taxNumber: 'T1234567890123' },
}

/** Switches the tax of a country on, or all tax off. The Philippines get the reduced rate that they do not start with. */
export async function chooseTax({ tax, expectCall }: Books, country: Country | null) {
  if (country === tax.country) return
  const { rates } = await expectCall('PUT', '/api/v1/tax', settingsOf[country ?? 'none'])
  if (country === 'PH' && !rates.some(({ code }: { code: string }) => code === 'LOW'))
    await expectCall('POST', '/api/v1/tax/rates', {
      rateName: 'Low',
      code: 'LOW',
      kind: 'reduced',
      percent: 5,
      fromDate: '2020-01-01',
    })
  tax.country = country
}

/** Moves the stock of A, B or C in the model by all these actions, or by none. Returns whether it can. */
export function move(books: Books, ...actions: Action[]): boolean {
  let { state } = books.stock
  for (const action of actions) {
    const after = step(state, action)
    if (after.status >= 400) return false
    state = after.state
  }
  adopt(books, state)
  return true
}

/** Makes this the stock of the model, and writes the change of its value. */
export function adopt({ stock, book }: Books, state: State) {
  for (const [item, value] of state.values.entries()) {
    const change = Number(value - stock.state.values[item]!)
    if (change !== 0) book('stockValue', change)
  }
  stock.state = state
}

/** Moves the stock of D in the model. The goods of a rush count once all calls have been answered. */
export function moveD({ ofD, book }: Books, place: number, quantity: number) {
  ofD[place]! += quantity
  book('stockValue', quantity * costOfD)
}

/** Writes a change of a customer's credit. */
export function bookCredit({ book, customers, dateOf, time }: Books, customer: number, cents: number): CreditEntry {
  const entry = { date: dateOf(time.day), cents, counts: true }
  customers[customer]!.credit.push(entry)
  book('creditOwed', cents)
  book(cents > 0 ? `gained ${customer}` : `used ${customer}`, Math.abs(cents))
  return entry
}

/** Writes money that came in for a sale, or went out. Goods of an exchange and a trade-in are no money. */
function bookFlow(books: Books, sale: Sale, type: number, cents: number): CreditEntry | null {
  const { customer } = sale
  books.book(`paid ${customer}`, cents)
  if (type === books.exchange) return null
  if (type === books.byTradeIn) {
    books.book('paid by trade-in', cents)
    if (cents < 0) bookBackToTradeIn(books, sale, -cents)
    return null
  }
  if (type !== books.credit) {
    books.book(`drawer ${type}`, cents)
    return null
  }
  books.book('paid by credit', cents)
  return bookCredit(books, customer, -cents)
}

/** Writes a change of what the shop owes for a trade-in. */
export function bookOwed(books: Books, tradeIn: TradeIn, cents: number) {
  tradeIn.left += cents
  books.book('tradeInsOwed', cents)
}

/** Writes what a canceled sale gives back to the trade-in that paid it, which may then pay another one. */
function bookBackToTradeIn(books: Books, sale: Sale, cents: number) {
  const tradeIn = books.tradeIns.find((one) => one.sale === sale)!
  tradeIn.sale = null
  bookOwed(books, tradeIn, cents)
}

function addWay({ payments }: Books, { ways }: Sale, type: number, cents: number) {
  ways.set(type, { cents: (ways.get(type)?.cents ?? 0) + cents, place: ++payments.made })
}

/** Writes a payment, less the change given for it. */
export function bookPayment(books: Books, sale: Sale, payment: Payment) {
  const { id, type, cents } = payment
  sale.payments.push(payment)
  addWay(books, sale, type, cents)
  const used = bookFlow(books, sale, type, cents)
  if (used) books.customers[sale.customer]!.uses.set(id, used)
  books.book('depositsHeld', sale.status === 'Processing' ? cents : 0)
}

/** Writes a counter-entry of a wrong payment, and the right one. */
export function bookCorrection(books: Books, sale: Sale, wrong: Payment, right: Payment) {
  sale.payments = sale.payments.filter((one) => one !== wrong)
  addWay(books, sale, wrong.type, -wrong.cents)
  const returned = bookFlow(books, sale, wrong.type, -wrong.cents)
  const used = books.customers[sale.customer]!.uses.get(wrong.id)
  if (returned && used) used.counts = returned.counts = false
  books.book('depositsHeld', sale.status === 'Processing' ? -wrong.cents : 0)
  bookPayment(books, sale, right)
}

/** Returns the ways by which money goes back as it came, the latest first. */
export function waysBack({ ways }: Sale, amount: number): { type: number; cents: number }[] {
  let left = amount
  const latest = [...ways].toSorted(([, a], [, b]) => b.place - a.place)
  return latest.flatMap(([type, { cents }]) => {
    const part = Math.min(left, Math.max(0, cents))
    left -= part
    return part > 0 ? [{ type, cents: part }] : []
  })
}

/** Writes a new sale, which is open. */
export function bookOrder(
  books: Books,
  customer: number,
  { data, key, place, wanted, discount, shipping }: NewSale,
  payments: readonly Omit<Payment, 'id'>[],
): Sale {
  const grosses = wanted.map(({ quantity }) => quantity * price)
  const nets = lessDiscount(grosses, discount)
  const total = nets.reduce((sum, one) => sum + one, shipping)
  const sale: Sale = {
    id: data.salesTransactionID,
    key,
    place,
    customer,
    lines: wanted.map(({ item, quantity }, n) => ({
      item,
      lineID: data.items[n]!.salesItemID,
      quantity,
      back: 0,
      refunded: 0,
      net: nets[n]!,
      cost: 0,
      tax: null,
    })),
    shipping,
    total,
    status: 'Processing',
    payments: [],
    ways: new Map(),
    refunded: 0,
  }
  books.sales.push(sale)
  books.book(`charged ${customer}`, total)
  for (const [n, payment] of payments.entries())
    bookPayment(books, sale, { ...payment, id: data.payments[n]!.paymentID })
  return sale
}
type NewSale = {
  data: { salesTransactionID: number; items: { salesItemID: number }[]; payments: { paymentID: number }[] }
  key: string
  place: number
  wanted: readonly { item: number; quantity: number }[]
  discount: number
  shipping: number
}

/** Writes the completion of a sale with its cost and its tax. Its money was held until then. */
export function bookCompletion(books: Books, sale: Sale) {
  const { book, stock, tax } = books
  const moved = stock.state.sales.get(sale.key)
  const parts = sale.lines.map(({ item, net }) => ({ kind: taxClasses[item]!, amount: net }))
  if (sale.shipping > 0) parts.push({ kind: 'standard', amount: sale.shipping })
  const taxes = tax.country === null ? [] : taxesOf(tax.country, parts)
  for (const [n, { rate, tax: within }] of taxes.entries()) {
    book(`amount ${rate}`, parts[n]!.amount)
    book(`base ${rate}`, parts[n]!.amount - within)
    book(`tax ${rate}`, within)
  }
  for (const [n, line] of sale.lines.entries()) {
    const gross = line.quantity * price
    line.cost = moved ? Number(moved.lines[n]!.cost) : line.quantity * costOfD
    line.tax = taxes[n] ?? null
    book('gross', gross)
    book('discounts', line.net - gross)
    book('cost', -line.cost)
  }
  book('shipping', sale.shipping)
  book('depositsHeld', -sale.total)
  sale.status = 'Completed'
}

/** Returns what the customer gets for goods that come back. */
export const valueOf = (parts: readonly Part[]) =>
  parts.reduce((sum, { line, quantity }) => sum + refundOf(line.net, line.quantity, line.back, quantity), 0)

/** Writes goods that come back with their cost and their tax, but without the money for them, which it returns. */
export function bookReturn({ book }: Books, sale: Sale, parts: readonly Part[]): number {
  const value = valueOf(parts)
  for (const { line, quantity, disposition } of parts) {
    const money = refundOf(line.net, line.quantity, line.back, quantity)
    const cost = refundOf(line.cost, line.quantity, line.back, quantity)
    if (line.tax) {
      const tax = refundOf(line.tax.tax, line.net, line.refunded, money)
      book(`refundedBase ${line.tax.rate}`, money - tax)
      book(`refundedTax ${line.tax.rate}`, tax)
    }
    line.back += quantity
    line.refunded += money
    sale.refunded += money
    book('refunds', -money)
    book('returnedCost', cost)
    if (disposition === 'scrap') book('scrapped', -cost)
    book(`charged ${sale.customer}`, -money)
  }
  if (sale.lines.some(({ back, quantity }) => back < quantity)) return value
  book('shippingKept', sale.shipping)
  sale.status = 'Refunded'
  return value
}

/** Writes money of a sale that goes back. */
export function bookBack(books: Books, sale: Sale, parts: readonly { type: number; cents: number }[]) {
  for (const { type, cents } of parts) {
    const way = sale.ways.get(type)
    sale.ways.set(type, { place: way?.place ?? 0, cents: (way?.cents ?? 0) - cents })
    bookFlow(books, sale, type, -cents)
  }
}

/** Writes a cancellation. The deposit goes back by these ways, or the shop keeps it. */
export function bookCancel(books: Books, sale: Sale, ways: readonly { type: number; cents: number }[] | null) {
  const deposit = paidOf(sale)
  books.book('depositsHeld', -deposit)
  books.book(`charged ${sale.customer}`, -sale.total)
  if (ways === null) {
    books.book('depositsKept', deposit)
    books.book(`charged ${sale.customer}`, deposit)
  } else {
    bookBack(books, sale, ways)
    sale.refunded = deposit
  }
  sale.status = 'Canceled'
}

/** Writes the credit that expires in the morning. */
export function bookExpiry(books: Books) {
  const before = Temporal.PlainDate.from(books.dateOf(books.time.day)).subtract({ months: 1 }).toString()
  for (const [customer, { credit }] of books.customers.entries()) {
    const expired = expiredOf(credit, before)
    if (expired === 0) continue
    bookCredit(books, customer, -expired)
    books.book('creditExpired', expired)
  }
}
