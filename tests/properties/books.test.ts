import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import { profitLines } from '../../contract/insight/profit.ts'
import { verifyMoney } from '../../server/money/verify.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'
import { type Account, closeBooks, type Journal, refundOf } from '../support/books-model.ts'
import { testApp } from '../support/fixtures.ts'
import { type Action, type State, step } from '../support/stock-model.ts'

// Proves that the books agree after any sequence of buying, selling, paying, correcting, canceling, returning, writing
// off, revaluing and repairing over several days, where different items move at once: the reports, the dashboard and
// Analytics equal a model in memory in every period, and the value of the stock is that of the ledger. The stock's part
// of the model is that of stock.model.test.ts; the money's is tests/support/books-model.ts.

const { app, db, as } = await testApp({ connections: 10 })
const admin = as(1)
const clock = app.clock
afterAll(() => {
  app.clock = clock
})
const price = 10_000
const cents = (pesos: unknown) => Math.round(Number(pesos) * 100)

/** The shop's days are in Tokyo. The model's day 0 is in the past, so that every day ends before the test does. */
const start = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10)
const dateOf = (day: number) => new Date(Date.parse(start) + day * 86_400_000).toISOString().slice(0, 10)
let today = 0
let second = 0
/** Moments go on within the day, from ten o'clock. */
app.clock = () => new Date(Date.parse(`${dateOf(today)}T10:00:00+09:00`) + second++ * 1000)

const journal: Journal = []
const book = (account: Account, amount: number) => void journal.push({ day: today, account, cents: amount })

type Sale = {
  id: number
  lineID: number
  key: string
  total: number
  net: number
  shipping: number
  quantity: number
  back: number
  paid: { id: number; type: number; cents: number }[]
}
/** An item with its stock in the model, and its sales. Lanes run at once, because no two share an item. */
type Lane = { itemID: number; inventoryID: number; state: State; sales: Sale[]; made: number }

const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await admin(method, path, body)
  return { status: answer.status, data: answer.body.data, message: answer.body.message as string }
}

const { data: customer } = await call('POST', '/api/v2/customers', {
  firstName: 'Ana',
  lastName: 'Cruz',
  contactNo: '1',
  email: 'ana@x.example',
  customerTypeID: 1,
})
const lanes: Lane[] = []
for (const code of ['A', 'B', 'C']) {
  const { data, message } = await call('POST', '/api/v1/item-inventory', {
    itemCode: code,
    itemName: `Ring ${code}`,
    categoryID: await firstCategory(),
    uom: 'PCS',
    grams: 3,
    price: price / 100,
    cost: 61.37,
    locationID: 1,
    inventoryTypeID: 1,
    quantity: 20,
    reOrderThreshold: 0,
  })
  if (!data) throw new Error(message)
  const { rows } = await db.execute<{ id: number }>(
    sql`select inventory_id as id from inventory where item_id = ${data.itemID}`,
  )
  const none = new Map<string, never>()
  const state: State = {
    rows: new Map([['0 0 hand', { quantity: 20_000, reserved: 0 }]]),
    costs: [61_370_000n],
    values: [122_740n],
    sales: none,
    adjustments: none,
    deliveries: none,
  }
  lanes.push({ itemID: data.itemID, inventoryID: rows[0]!.id, state, sales: [], made: 0 })
  book('stockValue', 122_740)
}

async function firstCategory() {
  const { data } = await call('GET', '/api/v1/categories')
  if (data.length > 0) return data[0].categoryID
  return (await call('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })).data.categoryID
}

/** Moves the model's stock, if it can. Returns the change of the stock's value, or undefined for a refusal. */
function move(lane: Lane, ...actions: Action[]): number | undefined {
  const before = lane.state
  let { state } = lane
  for (const action of actions) {
    const after = step(state, action)
    if (after.status >= 400) return undefined
    state = after.state
  }
  lane.state = state
  const change = Number(state.values[0]! - before.values[0]!)
  if (change !== 0) book('stockValue', change)
  return change
}

const onHand = ({ state }: Lane, type = 'hand') => state.rows.get(`0 0 ${type}`)?.quantity ?? 0
const free = ({ state }: Lane) => {
  const row = state.rows.get('0 0 hand')!
  return row.quantity - row.reserved
}

/** Books money that came in for a sale, or a part of it that went out. */
function bookMoney(type: number, amount: number) {
  book(`drawer ${type}`, amount)
}

/** Books a sale at its completion; its money was held until then. */
function bookCompletion({ net, shipping, total, quantity }: Sale, change: number) {
  const gross = quantity * price
  book('gross', gross)
  book('discounts', net - gross)
  book('shipping', shipping)
  book('cost', change)
  book('depositsHeld', -total)
}

type Step = { lane: number; what: (typeof kinds)[number]; n: number; type: number; amount: number; keep: boolean }
const kinds = [
  ...([
    'sell',
    'sell',
    'order',
    'order',
    'finish',
    'finish',
    'refund',
    'refund',
    'refund',
    'cancel',
    'correct',
  ] as const),
  ...(['receive', 'adjust', 'count', 'revalue', 'repaired', 'repaired'] as const),
]
const dispositions = ['restock', 'repair', 'scrap'] as const

const perform: Record<Step['what'], (lane: Lane, how: Step) => Promise<void>> = {
  /** Sells and completes at once. The quantity may exceed the stock, which is refused. */
  async sell(lane, { n, type, amount, keep }) {
    const quantity = 1 + (n % 4)
    const change = move(lane, {
      do: 'sell',
      key: nameSale(lane),
      place: 0,
      lines: [{ item: 0, quantity: quantity * 1000 }],
    })
    const sale = await order(lane, quantity, amount, keep, { type, whole: true }, change !== undefined)
    if (sale) bookCompletion(sale, change!)
  },
  /** Saves a sale with a deposit. */
  async order(lane, { n, type, amount, keep }) {
    const quantity = 1 + (n % 3)
    const lines = [{ item: 0, quantity: quantity * 1000 }]
    const key = nameSale(lane)
    const change = move(lane, { do: 'save', key, place: 0, lines }, { do: 'pay', of: key })
    await order(lane, quantity, amount, keep, { type, whole: false }, change !== undefined)
  },
  /** Takes the balance and hands the goods over. */
  async finish(lane, { n, type }) {
    const sale = choose(lane, n, ['Processing'])
    if (!sale) return
    const path = `/api/v2/sales/${sale.id}`
    const balance = sale.total - sumOf(sale)
    if (balance > 0) {
      const { data } = await accepted('POST', `${path}/payments`, { paymentTypeID: type, amount: balance / 100 })
      sale.paid.push({ id: data.payments.at(-1).paymentID, type, cents: balance })
      bookMoney(type, balance)
      book('depositsHeld', balance)
    }
    const change = move(lane, { do: 'hand over', of: sale.key })
    await accepted('PUT', `${path}/complete`)
    bookCompletion(sale, change!)
  },
  async refund(lane, { n, type, keep, amount }) {
    const sale = choose(lane, n, ['Completed', 'Refunded'])
    if (!sale) return
    const quantity = keep ? sale.quantity - sale.back : 1 + (n % 2)
    const disposition = dispositions[amount % 3]!
    const line = lane.state.sales.get(sale.key)!.lines[0]!
    const action = { do: 'refund', of: sale.key, line: 0, quantity: quantity * 1000, disposition } as const
    const change = quantity === 0 ? undefined : move(lane, action)
    const { status } = await call('POST', `/api/v2/sales/${sale.id}/refunds`, {
      paymentTypeID: type,
      reason: 'Model',
      items: [{ salesItemID: sale.lineID, qty: quantity, disposition }],
    })
    expect([sale, status < 300]).toEqual([sale, change !== undefined])
    if (change === undefined) return
    const money = refundOf(sale.net, sale.quantity, sale.back, quantity)
    const cost = refundOf(Number(line.cost), sale.quantity, sale.back, quantity)
    sale.back += quantity
    book('refunds', -money)
    bookMoney(type, -money)
    book('returnedCost', cost)
    if (disposition === 'scrap') book('scrapped', -cost)
    expect(change).toBe(disposition === 'scrap' ? 0 : cost)
    if (sale.back === sale.quantity) book('shippingKept', sale.shipping)
  },
  async cancel(lane, { n, keep }) {
    const sale = choose(lane, n, ['Processing'])
    if (!sale) return
    move(lane, { do: 'cancel', of: sale.key })
    const body = { deposit: keep ? 'forfeit' : 'refund', reason: 'Model' }
    await accepted('PUT', `/api/v2/sales/${sale.id}/cancel`, body)
    book('depositsHeld', -sumOf(sale))
    if (keep) book('depositsKept', sumOf(sale))
    else for (const paid of sale.paid) bookMoney(paid.type, -paid.cents)
  },
  /** Corrects the payment type of a payment. */
  async correct(lane, { n, type }) {
    const sale = choose(lane, n, ['Processing', 'Completed'])
    const wrong = sale?.paid[0]
    if (!wrong || wrong.type === type) return
    const { data } = await accepted('POST', `/api/v2/sales/${sale.id}/payments/${wrong.id}/corrections`, {
      paymentTypeID: type,
      reason: 'Model',
    })
    bookMoney(wrong.type, -wrong.cents)
    bookMoney(type, wrong.cents)
    sale.paid = [...sale.paid.slice(1), { ...wrong, id: data.payments.at(-1).paymentID, type }]
  },
  async receive(lane, { n, amount }) {
    const [quantity, unitCost] = [1 + (n % 5), 1 + amount]
    const key = `delivery ${lane.made++}`
    const where = { item: 0, place: 0 }
    move(lane, { do: 'deliver', key, where, quantity: quantity * 1000, unitCost }, { do: 'receive', of: key })
    await accepted('POST', '/api/v2/po-receiving', {
      referenceNumber: key,
      receivedDate: dateOf(today),
      locationID: 1,
      status: 'Completed',
      items: [{ itemID: lane.itemID, uom: 'PCS', receivedQty: quantity, unitCost: unitCost / 100 }],
    })
  },
  /** Requests and approves an adjustment. */
  async adjust(lane, { n, keep }) {
    const quantity = keep ? 1 + (n % 2) : -1 - (n % 3)
    const { data } = await accepted('POST', '/api/v1/inventory-adjustment', {
      inventoryID: lane.inventoryID,
      adjustmentReasonID: 2,
      quantityAdjusted: quantity,
    })
    const change = adjust(lane, quantity)
    const path = `/api/v1/inventory-adjustment/${lane.inventoryID}/approve/${data.adjustmentID}`
    expect((await call('PUT', path)).status < 300).toBe(change !== undefined)
    if (change !== undefined) book('adjusted', change)
    else await accepted('PUT', `/api/v1/inventory-adjustment/${data.adjustmentID}/decline`)
  },
  /** Counts the row, and approves the difference. */
  async count(lane, { n }) {
    const quantity = (n % 4) - 1
    const counted = onHand(lane) / 1000 + quantity
    if (quantity === 0 || free(lane) / 1000 + quantity < 0) return
    const { data: sheet } = await accepted('POST', '/api/v1/stock-counts', { locationID: 1, blind: false })
    const path = `/api/v1/stock-counts/${sheet.countID}`
    const { data: whole } = await accepted('GET', path)
    const line = whole.lines.find((one: { inventoryID: number }) => one.inventoryID === lane.inventoryID)
    await accepted('PUT', `${path}/lines/${line.countLineID}`, { counted })
    await accepted('PUT', `${path}/finish`)
    const { data: found } = await accepted('GET', `/api/v1/inventory-adjustment?countID=${sheet.countID}`)
    const { adjustmentID } = found[0]
    await accepted('PUT', `/api/v1/inventory-adjustment/${lane.inventoryID}/approve/${adjustmentID}`)
    book('counted', adjust(lane, quantity)!)
  },
  async revalue(lane, { amount }) {
    const change = move(lane, { do: 'revalue', item: 0, unitCost: amount })
    const body = { unitCost: amount / 100, reason: 'Model' }
    const { status } = await call('POST', `/api/v1/items/${lane.itemID}/revaluations`, body)
    expect(status < 300).toBe(change !== undefined)
    if (change !== undefined) book('revalued', change)
  },
  /** Takes goods back from the workshop. */
  async repaired(lane, { n, amount, keep }) {
    const quantity = 1 + (n % 2)
    if (onHand(lane, 'repair') < quantity * 1000) return
    const { rows } = await db.execute<{ id: number }>(sql`select inventory_id as id
      from inventory join inventory_type using (inventory_type_id) where code = 'repair' and item_id = ${lane.itemID}`)
    const outcome = keep ? 'shelf' : 'scrap'
    const back = { item: 0, place: 0, quantity: quantity * 1000, outcome, cost: amount } as const
    const change = move(lane, { do: 'back from repair', ...back })!
    await accepted('POST', '/api/v1/repair-returns', {
      inventoryID: rows[0]!.id,
      quantity,
      outcome,
      cost: amount / 100,
    })
    if (keep) expect(change).toBe(amount)
    else book('repairsScrapped', change - amount)
  },
}

async function accepted(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const answer = await call(method, path, body)
  expect([path, answer.status < 300, answer.message]).toEqual([path, true, answer.message])
  return answer
}
const nameSale = (lane: Lane) => `sale ${lane.made++}`
const sumOf = ({ paid }: Sale) => paid.reduce((sum, one) => sum + one.cents, 0)

/** Returns a sale of the lane in one of these statuses, by the model's stock. */
function choose(lane: Lane, n: number, statuses: readonly string[]): Sale | undefined {
  const fitting = lane.sales.filter(({ key }) => statuses.includes(lane.state.sales.get(key)!.status))
  return fitting[n % Math.max(1, fitting.length)]
}

const adjust = (lane: Lane, quantity: number) => {
  const key = `adjustment ${lane.made++}`
  const where = { item: 0, place: 0 }
  return move(lane, { do: 'adjust', key, where, change: quantity * 1000 }, { do: 'approve', of: key })
}

/** Makes a sale, paid in whole and completed, or with a deposit. Books its money, which is held until completion. */
async function order(
  lane: Lane,
  quantity: number,
  amount: number,
  ships: boolean,
  { type, whole }: { type: number; whole: boolean },
  isPossible: boolean,
): Promise<Sale | undefined> {
  const gross = quantity * price
  const [discount, shipping] = [amount % 977, ships ? amount % 1501 : 0]
  const total = gross - discount + shipping
  const first = whole ? total : 1 + (amount % (total - 1))
  const { status, data } = await call('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    customerID: customer.customerID,
    complete: whole,
    items: [{ itemID: lane.itemID, orderQty: quantity, price: price / 100 }],
    discount: discount / 100,
    shippingFee: shipping / 100,
    payments: [{ paymentTypeID: type, amount: first / 100 }],
  })
  expect(status < 300).toBe(isPossible)
  if (!isPossible) return undefined
  const sale: Sale = {
    id: data.salesTransactionID,
    lineID: data.items[0].salesItemID,
    key: `sale ${lane.made - 1}`,
    total,
    net: gross - discount,
    shipping,
    quantity,
    back: 0,
    paid: [{ id: data.payments[0].paymentID, type, cents: first }],
  }
  lane.sales.push(sale)
  bookMoney(type, first)
  book('depositsHeld', first)
  return sale
}

/** Asserts that every screen shows the books of the model, from one day to another. */
async function agree(first: number, last: number) {
  const { statement, drawer } = closeBooks(journal, first, last)
  const days = `from=${dateOf(first)}&to=${dateOf(last)}`
  const report = async (key: string, query = days) => (await admin('GET', `/api/v1/reports/${key}?${query}`)).body
  const { data: lines } = await report('profit')
  const shown = Object.fromEntries(profitLines.map(({ key }, n) => [key, cents(lines[n].amount)]))
  expect([days, shown]).toEqual([days, statement])
  const analytics = (await call('GET', `/api/v1/analytics?${days}`)).data
  expect(Object.fromEntries(profitLines.map(({ key }) => [key, cents(analytics.statement[key])]))).toEqual(statement)
  const sold = (await report('sale-lines')).totals
  const dashboard = (await call('GET', `/api/v1/dashboard?${days}`)).data
  expect({
    sales: cents((await report('sales')).totals.sales),
    lines: cents(sold.sales),
    sellers: cents((await report('by-seller')).totals.sales),
    customers: cents((await report('customers')).totals.sales),
    dashboard: cents(dashboard.totalSales.value),
    analytics: cents(analytics.totals.total),
  }).toEqual(Object.fromEntries(namesOfSales.map((name) => [name, statement.totalSales])))
  expect([cents(sold.profit), cents(analytics.totals.profit)]).toEqual([statement.salesProfit, statement.salesProfit])
  expect(cents((await report('stock', `asOf=${dateOf(last)}`)).totals.value)).toBe(statement.stockValue)
  for (const type of [1, 2, 3]) {
    const { totals } = await report('payments', `${days}&paymentTypeID=${type}`)
    expect([type, cents(totals.net)]).toEqual([type, drawer(type)])
  }
}
const namesOfSales = ['sales', 'lines', 'sellers', 'customers', 'dashboard', 'analytics']

const steps = fc.array(
  fc.record<Step>({
    lane: fc.nat(2),
    what: fc.constantFrom(...kinds),
    n: fc.nat(11),
    type: fc.integer({ min: 1, max: 3 }),
    amount: fc.integer({ min: 1, max: 15_000 }),
    keep: fc.boolean(),
  }),
  { minLength: 4, maxLength: 14 },
)

test('the books agree with the model in every period, after any days', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 3 }), fc.nat(9), async (days, back) => {
      for (const all of days) {
        await Promise.all(
          lanes.map(async (lane, n) => {
            for (const one of all.filter((step) => step.lane === n)) await perform[one.what](lane, one)
          }),
        )
        today++
        second = 0
      }
      await agree(Math.max(0, today - 1 - back), today - 1)
      await agree(0, Math.max(0, today - 1 - back))
      // The customer owes what is unpaid of the open sales.
      const open = lanes.flatMap((lane) =>
        lane.sales.filter(({ key }) => lane.state.sales.get(key)!.status === 'Processing'),
      )
      const owed = open.reduce((sum, sale) => sum + sale.total - sumOf(sale), 0)
      const { data } = await call('GET', `/api/v2/customers/${customer.customerID}/statement`)
      expect(cents(data.balance)).toBe(owed)
      expect([await verifyStock({ db }), await verifyMoney({ db })]).toEqual([[], []])
    }),
    { numRuns: 25, endOnFailure: true },
  )
  // Every kind of entry happened; store credit is no part of this model.
  const { statement } = closeBooks(journal, 0, today)
  for (const { key } of profitLines) expect([key, statement[key] !== 0]).toEqual([key, !key.startsWith('credit')])
})
