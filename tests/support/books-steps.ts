import { expect } from 'vitest'

import { creditSteps } from './books-credit.ts'
import {
  bookBack,
  bookCancel,
  bookCompletion,
  bookCorrection,
  bookCredit,
  bookOrder,
  bookPayment,
  bookReturn,
  type Books,
  cash,
  creditOf,
  itemD,
  move,
  paidOf,
  price,
  type Sale,
  valueOf,
  waysBack,
} from './books-shop.ts'
import { tradeInSteps } from './books-trade-ins.ts'

// The steps of tests/properties/books.test.ts whose effect the model knows before the call. Each is made in the shop and
// written into the books, or the shop refuses it and both stay as they are.

export const kinds = [
  ...(['sell', 'sell', 'sell', 'order', 'order', 'finish', 'finish', 'refund', 'refund', 'refund'] as const),
  ...(['exchange', 'exchange', 'cancel', 'correct', 'give', 'give', 'takeBack', 'payIn', 'payOut'] as const),
  ...(['buyOld', 'buyOld', 'giveBack', 'settleOld', 'payByOld', 'payByOld'] as const),
  ...(['receive', 'adjust', 'count', 'revalue', 'repaired', 'repaired', 'transfer'] as const),
]
export type Step = {
  /** Steps of the lanes 0, 1 and 2 run at once, each with the item and the customer of its lane. Lane 3 uses all. */
  lane: number
  what: (typeof kinds)[number]
  /** The location: 0 or 1. A refund or an exchange is at that of its sale. */
  place: number
  n: number
  type: number
  amount: number
  /** The part of a payment that is by store credit, which may be more than the customer has. */
  byCredit: number
  keep: boolean
}
const dispositions = ['restock', 'repair', 'scrap'] as const

/** The items that a step may change, the customer of its new sales, and its sales in one of these statuses. */
const itemsOf = ({ lane, n }: Step) => (lane < 3 ? [lane] : [n % 3, (n + 1) % 3])
const customerOf = ({ lane, n }: Step) => (lane < 3 ? lane : n % 3)
function choose({ sales }: Books, { lane, n }: Step, statuses: readonly Sale['status'][]): Sale | undefined {
  const fitting = sales.filter(
    ({ status, customer, lines }) =>
      statuses.includes(status) &&
      lines.every(({ item }) => (lane < 3 ? item === lane : item !== itemD)) &&
      (lane === 3 || customer === lane),
  )
  return fitting[n % Math.max(1, fitting.length)]
}
const nameRecord = ({ stock }: Books, kind: string) => `${kind} ${stock.made++}`

type Due = { type: number; cents: number; change: number }
/** Splits an amount into a part by credit and another payment. Cash comes in whole thousands of pesos. */
export function splitDue(
  { credit }: Books,
  due: number,
  { byCredit, type, keep }: Pick<Step, 'byCredit' | 'type' | 'keep'>,
) {
  const [used, rest] = [Math.min(due, byCredit), Math.max(0, due - byCredit)]
  const change = type === cash && keep ? Math.ceil(rest / 100_000) * 100_000 - rest : 0
  return [
    ...(used > 0 ? [{ type: credit, cents: used, change: 0 }] : []),
    ...(rest > 0 ? [{ type, cents: rest, change }] : []),
  ] satisfies Due[]
}
export const toPayment = ({ type, cents, change }: Due) => ({ paymentTypeID: type, amount: (cents + change) / 100 })
/** Whether a customer has the credit that these payments use. */
export const hasCredit = (books: Books, customer: number, payments: readonly Due[]) =>
  payments.every(({ type, cents }) => type !== books.credit || cents <= creditOf(books.customers[customer]!))

type Perform = (books: Books, step: Step) => Promise<void>

/** Makes a sale, completed or with a deposit. The quantity and the credit may be too much, which is refused. */
const sellOrOrder =
  (whole: boolean): Perform =>
  async (books, step) => {
    const { n, amount, keep, place } = step
    const wanted = itemsOf(step).map((item, at) => ({ item, quantity: 1 + ((n + at) % 4) }))
    const customer = customerOf(step)
    const gross = wanted.reduce((sum, { quantity }) => sum + quantity * price, 0)
    const [discount, shipping] = [amount % 977, keep ? amount % 1501 : 0]
    const total = gross - discount + shipping
    const payments = whole
      ? splitDue(books, total, step)
      : splitDue(books, 1 + (amount % (total - 1)), { ...step, keep: false })
    const key = nameRecord(books, 'sale')
    const lines = wanted.map(({ item, quantity }) => ({ item, quantity: quantity * 1000 }))
    const accepted =
      hasCredit(books, customer, payments) &&
      (whole
        ? move(books, { do: 'sell', key, place, lines })
        : move(books, { do: 'save', key, place, lines }, { do: 'pay', of: key }))
    const body = {
      locationID: books.places[place],
      transactionTypeID: 1,
      customerID: books.customers[customer]!.id,
      complete: whole,
      items: wanted.map(({ item, quantity }) => ({
        itemID: books.items[item]!.itemID,
        orderQty: quantity,
        price: price / 100,
      })),
      discount: discount / 100,
      shippingFee: shipping / 100,
      payments: payments.map(toPayment),
    }
    const data = await books.expectCall('POST', '/api/v2/sales', body, accepted)
    if (!accepted) return
    const sale = bookOrder(books, customer, { data, key, place, wanted, discount, shipping }, payments)
    if (whole) bookCompletion(books, sale)
  }

export const perform: Record<Step['what'], Perform> = {
  ...tradeInSteps,
  ...creditSteps,
  sell: sellOrOrder(true),
  order: sellOrOrder(false),
  /** Takes the balance and hands the goods over. */
  async finish(books, step) {
    const sale = choose(books, step, ['Processing'])
    if (!sale) return
    const path = `/api/v2/sales/${sale.id}`
    const due = splitDue(books, sale.total - paidOf(sale), step)
    for (const payment of due) {
      const accepted = hasCredit(books, sale.customer, [payment])
      const data = await books.expectCall('POST', `${path}/payments`, toPayment(payment), accepted)
      if (!accepted) return
      bookPayment(books, sale, { ...payment, id: data.payments.at(-1).paymentID })
    }
    move(books, { do: 'hand over', of: sale.key })
    await books.expectCall('PUT', `${path}/complete`)
    bookCompletion(books, sale)
  },
  /** Refunds goods of one line by a payment type, or as they were paid. Goods of an exchange need a payment type. */
  async refund(books, step) {
    const { n, type, keep, amount, byCredit } = step
    const sale = choose(books, step, ['Completed', 'Refunded'])
    if (!sale) return
    const at = n % sale.lines.length
    const line = sale.lines[at]!
    const quantity = keep ? line.quantity - line.back : 1 + (n % 2)
    const disposition = dispositions[amount % 3]!
    const isPossible = quantity > 0 && quantity <= line.quantity - line.back
    const value = isPossible ? valueOf([{ line, quantity, disposition }]) : 0
    const asItCame = amount % 2 === 0
    const backType = byCredit > 0 ? books.credit : type
    const ways = asItCame ? waysBack(sale, value) : [{ type: backType, cents: value }]
    const accepted =
      isPossible &&
      !ways.some((way) => way.type === books.exchange || way.type === books.byTradeIn) &&
      move(books, { do: 'refund', of: sale.key, line: at, quantity: quantity * 1000, disposition })
    await books.expectCall(
      'POST',
      `/api/v2/sales/${sale.id}/refunds`,
      {
        ...(!asItCame && { paymentTypeID: backType }),
        reason: 'Model',
        items: [{ salesItemID: line.lineID, qty: quantity, disposition }],
      },
      accepted,
    )
    if (!accepted) return
    bookReturn(books, sale, [{ line, quantity, disposition }])
    bookBack(books, sale, ways)
  },
  /** Exchanges goods of one line. The rest becomes credit, or goes back by a payment type. */
  async exchange(books, step) {
    const { n, type, keep, amount, byCredit } = step
    const sale = choose(books, step, ['Completed'])
    if (!sale) return
    const at = sale.lines.findIndex(({ back, quantity }) => back < quantity)
    const line = sale.lines[at]!
    const quantity = keep ? line.quantity - line.back : 1
    const disposition = dispositions[amount % 3]!
    const wanted = [{ item: itemsOf(step)[0]!, quantity: 1 + (n % 3) }]
    const [value, total] = [valueOf([{ line, quantity, disposition }]), wanted[0]!.quantity * price]
    const [byGoods, rest] = [Math.min(value, total), Math.max(0, value - total)]
    const payments = splitDue(books, total - byGoods, step)
    const backType = byCredit > 0 ? books.credit : type
    const key = nameRecord(books, 'sale')
    const lines = wanted.map((one) => ({ item: one.item, quantity: one.quantity * 1000 }))
    const accepted =
      hasCredit(books, sale.customer, payments) &&
      move(
        books,
        { do: 'refund', of: sale.key, line: at, quantity: quantity * 1000, disposition },
        { do: 'sell', key, place: sale.place, lines },
      )
    const body = {
      reason: 'Model',
      returned: [{ salesItemID: line.lineID, qty: quantity, disposition }],
      items: wanted.map((one) => ({ itemID: books.items[one.item]!.itemID, orderQty: one.quantity })),
      payments: payments.map(toPayment),
      ...(byCredit === 0 && { backTypeID: type }),
    }
    const data = await books.expectCall('POST', `/api/v1/sales/${sale.id}/exchanges`, body, accepted)
    if (!accepted) return
    bookReturn(books, sale, [{ line, quantity, disposition }])
    bookBack(books, sale, [
      { type: books.exchange, cents: byGoods },
      ...(rest > 0 ? [{ type: backType, cents: rest }] : []),
    ])
    const all = [{ type: books.exchange, cents: byGoods }, ...payments]
    bookCompletion(
      books,
      bookOrder(books, sale.customer, { data, key, place: sale.place, wanted, discount: 0, shipping: 0 }, all),
    )
  },
  /** Cancels an open sale. Its deposit is kept, or goes back as it came or by a payment type. */
  async cancel(books, step) {
    const sale = choose(books, step, ['Processing'])
    if (!sale) return
    move(books, { do: 'cancel', of: sale.key })
    const [deposit, asItCame] = [paidOf(sale), step.amount % 2 === 0]
    const backType = step.byCredit > 0 ? books.credit : step.type
    const ways = asItCame ? waysBack(sale, deposit) : [{ type: backType, cents: deposit }]
    await books.expectCall('PUT', `/api/v2/sales/${sale.id}/cancel`, {
      deposit: step.keep ? 'forfeit' : 'refund',
      reason: 'Model',
      ...(!asItCame && !step.keep && { paymentTypeID: backType }),
    })
    bookCancel(books, sale, step.keep ? null : ways)
  },
  /** Corrects the payment type of a payment, and the amount of a deposit. Change of the wrong type is not given again. */
  async correct(books, step) {
    const { amount, byCredit, keep, n } = step
    const sale = choose(books, step, ['Processing', 'Completed'])
    const wrong = sale?.payments[n % Math.max(1, sale.payments.length)]
    const type = byCredit > 0 ? books.credit : step.type
    if (!wrong || wrong.type === type || wrong.type === books.exchange || wrong.type === books.byTradeIn) return
    const cents = keep && sale.status === 'Processing' ? 1 + (amount % wrong.cents) : wrong.cents
    const path = `/api/v2/sales/${sale.id}/payments/${wrong.id}/corrections`
    const body = { paymentTypeID: type, reason: 'Model', ...(cents !== wrong.cents && { amount: cents / 100 }) }
    const accepted = hasCredit(books, sale.customer, [{ type, cents, change: 0 }])
    const data = await books.expectCall('POST', path, body, accepted)
    if (accepted) bookCorrection(books, sale, wrong, { id: data.payments.at(-1).paymentID, type, cents })
  },
  /** Gives credit by hand. */
  async give(books, step) {
    const [customer, cents] = [customerOf(step), step.amount]
    const path = `/api/v1/customers/${books.customers[customer]!.id}/credit`
    const data = await books.expectCall('POST', path, { amount: cents / 100, reason: 'Model' })
    const entry = bookCredit(books, customer, cents)
    books.customers[customer]!.gifts.push({ entryID: data.entries[0].entryID, entry, type: null })
    books.book('creditGiven', -cents)
  },
  async takeBack(books, step) {
    const customer = customerOf(step)
    const { id, gifts } = books.customers[customer]!
    const gift = gifts[step.n % Math.max(1, gifts.length)]
    if (!gift) return
    const { cents } = gift.entry
    const accepted = creditOf(books.customers[customer]!) >= cents
    const path = `/api/v1/customers/${id}/credit/${gift.entryID}/corrections`
    await books.expectCall('POST', path, { reason: 'Model' }, accepted)
    if (!accepted) return
    gift.entry.counts = bookCredit(books, customer, -cents).counts = false
    gifts.splice(gifts.indexOf(gift), 1)
    if (gift.type === null) books.book('creditGiven', cents)
    else books.book(`drawer ${gift.type}`, -cents)
  },
  async receive(books, step) {
    const [item, quantity, unitCost] = [itemsOf(step)[0]!, 1 + (step.n % 5), 1 + step.amount]
    const key = nameRecord(books, 'delivery')
    const where = { item, place: step.place }
    move(books, { do: 'deliver', key, where, quantity: quantity * 1000, unitCost }, { do: 'receive', of: key })
    await receive(books, { item, place: step.place, key, quantity, unitCost })
  },
  /** Requests and approves an adjustment. */
  async adjust(books, step) {
    const quantity = step.keep ? 1 + (step.n % 2) : -1 - (step.n % 3)
    const item = itemsOf(step)[0]!
    const inventoryID = books.items[item]!.inventoryIDs[step.place]!
    const path = '/api/v1/inventory-adjustment'
    const body = { inventoryID, adjustmentReasonID: 2, quantityAdjusted: quantity }
    const { adjustmentID } = await books.expectCall('POST', path, body)
    const change = moveAdjusted(books, { item, place: step.place }, quantity)
    await books.expectCall('PUT', `${path}/${inventoryID}/approve/${adjustmentID}`, undefined, change !== undefined)
    if (change !== undefined) books.book('adjusted', change)
    else await books.expectCall('PUT', `${path}/${adjustmentID}/decline`)
  },
  /** Counts the row, and approves the difference. */
  async count(books, step) {
    const item = itemsOf(step)[0]!
    const quantity = (step.n % 4) - 1
    const row = books.stock.state.rows.get(`${item} ${step.place} hand`)!
    if (quantity === 0 || (row.quantity - row.reserved) / 1000 + quantity < 0) return
    const inventoryID = books.items[item]!.inventoryIDs[step.place]!
    const counts = '/api/v1/stock-counts'
    const sheet = await books.expectCall('POST', counts, { locationID: books.places[step.place], blind: false })
    const path = `${counts}/${sheet.countID}`
    const { lines } = await books.expectCall('GET', path)
    const line = lines.find((one: { inventoryID: number }) => one.inventoryID === inventoryID)
    await books.expectCall('PUT', `${path}/lines/${line.countLineID}`, { counted: row.quantity / 1000 + quantity })
    await books.expectCall('PUT', `${path}/finish`)
    const adjustments = '/api/v1/inventory-adjustment'
    const [{ adjustmentID }] = await books.expectCall('GET', `${adjustments}?countID=${sheet.countID}`)
    await books.expectCall('PUT', `${adjustments}/${inventoryID}/approve/${adjustmentID}`)
    books.book('counted', moveAdjusted(books, { item, place: step.place }, quantity)!)
  },
  async revalue(books, step) {
    const item = itemsOf(step)[0]!
    const [before, accepted] = [valueOfStock(books, item), move(books, { do: 'revalue', item, unitCost: step.amount })]
    const path = `/api/v1/items/${books.items[item]!.itemID}/revaluations`
    await books.expectCall('POST', path, { unitCost: step.amount / 100, reason: 'Model' }, accepted)
    if (accepted) books.book('revalued', valueOfStock(books, item) - before)
  },
  /** Takes goods back from the workshop. */
  async repaired(books, step) {
    const { n, amount, keep, place } = step
    const item = itemsOf(step)[0]!
    const quantity = 1 + (n % 2)
    if ((books.stock.state.rows.get(`${item} ${place} repair`)?.quantity ?? 0) < quantity * 1000) return
    const rows = await books.expectCall('GET', `/api/v1/inventory?itemID=${books.items[item]!.itemID}`)
    const { inventoryID } = rows.find(
      (row: { typeCode: string; locationID: number }) =>
        row.typeCode === 'repair' && row.locationID === books.places[place],
    )
    const outcome = keep ? 'shelf' : 'scrap'
    const before = valueOfStock(books, item)
    move(books, { do: 'back from repair', item, place, quantity: quantity * 1000, outcome, cost: amount })
    await books.expectCall('POST', '/api/v1/repair-returns', { inventoryID, quantity, outcome, cost: amount / 100 })
    const change = valueOfStock(books, item) - before
    if (keep) expect(change).toBe(amount)
    else books.book('repairsScrapped', change - amount)
  },
  /** Moves goods to the other location, which may have too few. */
  async transfer(books, step) {
    const [item, from, quantity] = [itemsOf(step)[0]!, step.place, 1 + (step.n % 4)]
    const accepted = move(books, { do: 'transfer', item, from, to: 1 - from, quantity: quantity * 1000 })
    const items = [{ itemID: books.items[item]!.itemID, inventoryTypeID: 1, quantity }]
    const body = { fromLocationID: books.places[from], toLocationID: books.places[1 - from], items }
    await books.expectCall('POST', '/api/v1/stock-transfers', body, accepted)
  },
}

const valueOfStock = ({ stock }: Books, item: number) => Number(stock.state.values[item])

/** Moves an approved adjustment in the model. Returns the change of the stock's value, or undefined for a refusal. */
function moveAdjusted(books: Books, where: { item: number; place: number }, quantity: number): number | undefined {
  const key = nameRecord(books, 'adjustment')
  const before = valueOfStock(books, where.item)
  const change = quantity * 1000
  if (!move(books, { do: 'adjust', key, where, change }, { do: 'approve', of: key })) return undefined
  return valueOfStock(books, where.item) - before
}

type Delivery = { item: number; place: number; key: string; quantity: number; unitCost: number }
export const receive = (
  { expectCall, dateOf, items, places, time }: Books,
  { item, place, key, quantity, unitCost }: Delivery,
) =>
  expectCall('POST', '/api/v2/po-receiving', {
    referenceNumber: key,
    receivedDate: dateOf(time.day),
    locationID: places[place],
    status: 'Completed',
    items: [{ itemID: items[item]!.itemID, uom: 'PCS', receivedQty: quantity, unitCost: unitCost / 100 }],
  })
