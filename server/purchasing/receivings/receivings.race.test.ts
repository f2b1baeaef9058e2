import type { AddressInfo } from 'node:net'

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { orderGoods } from '../../../tests/support/ordered.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { purchaseOrder, purchaseOrderItem } from '../../db/schema/purchasing.ts'
import { inventory, location } from '../../db/schema/stock.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

// Proves that concurrent deliveries over separate connections stay consistent.
const { app, db, tokens } = await testApp({ connections: 20 })
await app.listen({ host: '127.0.0.1', port: 0 })
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

// The calls alternate between a manager and a member of the staff.
let calls = 0
const people = [3, 2] as const

type Answer = { status: number; message?: string; data: { poReceivingID: number } }
const ask = (method: string, path: string, body?: object) => askAs(people[calls++ % people.length]!, method, path, body)
const askManager = (method: string, path: string, body: object) => askAs(2, method, path, body)

async function askAs(
  roleID: (typeof people)[number],
  method: string,
  path: string,
  body: object = {},
): Promise<Answer> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.get(roleID)}` },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}
/** Receives goods. Only a manager completes what comes without an order. */
const receive = (body: object) =>
  ('poID' in body ? ask : askManager)('POST', '/api/v2/po-receiving', {
    referenceNumber: 'DR',
    receivedDate: '2026-11-20',
    ...body,
  })
const pieces = (itemID: number, receivedQty: number, unitCost = 600) => ({ itemID, uom: 'PCS', receivedQty, unitCost })
const sell = (itemID: number, locationID = 1) =>
  ask('POST', '/api/v2/sales', {
    locationID,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 100_000 }],
    complete: true,
  })
const tally = (answers: Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const together = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const stockOf = async (itemID: number) => {
  const [stored] = await db.select().from(item).where(eq(item.itemID, itemID))
  const rows = await db.select().from(inventory).where(eq(inventory.itemID, itemID))
  return { onHand: rows.reduce((sum, row) => sum + row.quantity, 0), averageCost: stored!.averageCost }
}

test('of ten people who complete or cancel one receiving, one succeeds, and stock enters at most once', async () => {
  const { poID, lines } = await orderGoods(db, [{ orderQty: 4 }])
  const { data } = await receive({ poID })
  const at = `/api/v2/po-receiving/${data.poReceivingID}`
  const completed = await together(10, () => ask('PUT', `${at}/complete`))
  expect(tally(completed)).toEqual({ 200: 1, 409: 9 })
  expect(new Set(completed.flatMap(({ message }) => message ?? []))).toEqual(
    new Set(['This receiving is Completed and can no longer be completed']),
  )
  expect(await stockOf(lines[0]!.itemID)).toMatchObject({ onHand: 4 })
  const [line] = await db.select().from(purchaseOrderItem).where(eq(purchaseOrderItem.poID, poID))
  expect(line!.receivedQty).toBe(4)

  const other = await orderGoods(db)
  const { poReceivingID } = (await receive({ poID: other.poID })).data
  const ends = await together(10, (n) =>
    ask('PUT', `/api/v2/po-receiving/${poReceivingID}/${n % 2 ? 'complete' : 'cancel'}`),
  )
  expect(tally(ends)).toEqual({ 200: 1, 409: 9 })
  expect(await verifyStock({ db })).toEqual([])
})

test('ten concurrent receivings of one order receive no more than its outstanding quantity', async () => {
  const { poID, lines } = await orderGoods(db, [{ orderQty: 5 }, { orderQty: 1 }])
  const { itemID } = lines[0]!
  const answers = await together(10, () => receive({ poID, items: [pieces(itemID, 1)], status: 'Completed' }))
  expect(tally(answers)).toEqual({ 201: 5, 422: 5 })
  expect(await stockOf(itemID)).toMatchObject({ onHand: 5 })
  const [order] = await db.select().from(purchaseOrder).where(eq(purchaseOrder.poID, poID))
  expect(order!.status).toBe('Partially Received')
  expect(await verifyStock({ db })).toEqual([])
})

test('concurrent receivings of the same items in opposite order and at two locations are all averaged', async () => {
  const [cebu] = await db.insert(location).values({ locationName: 'Cebu' }).returning()
  const a = await stockItem(db, { quantity: 10, cost: 100 })
  const b = await stockItem(db, { quantity: 0, cost: 0 })
  const answers = await together(24, (n) => {
    const items = [pieces(a.itemID, 2, 100 + n), pieces(b.itemID, 1, 50)]
    const locationID = n % 3 ? 1 : cebu!.locationID
    return receive({ locationID, items: n % 2 ? items : items.toReversed(), status: 'Completed' })
  })
  expect(tally(answers)).toEqual({ 201: 24 })
  expect((await stockOf(b.itemID)).averageCost).toBe(50)
  const { onHand, averageCost } = await stockOf(a.itemID)
  expect(onHand).toBe(58)
  // The exact average is (10 × 100 + 2 × (100 + … + 123)) / 58. Each of 24 steps rounds it to six decimals.
  expect(averageCost).toBeCloseTo(6352 / 58, 4)
  expect(await verifyStock({ db })).toEqual([])
})

test('a sale during a receiving costs the average before or after it, and the final average is correct', async () => {
  const ring = await stockItem(db, { quantity: 10, cost: 100 })
  const answers = await together(20, (n) =>
    n % 2 ? sell(ring.itemID) : receive({ items: [pieces(ring.itemID, 1, 100)], status: 'Completed' }),
  )
  expect(tally(answers)).toEqual({ 201: 20 })
  // All arrivals and sales have the same cost, so their order does not affect the average.
  expect(await stockOf(ring.itemID)).toEqual({ onHand: 10, averageCost: 100 })

  // One delivery at 400 arrives among ten sales. The average depends on the quantity on hand at that moment.
  const dear = await stockItem(db, { quantity: 20, cost: 100 })
  await together(11, (n) =>
    n === 5 ? receive({ items: [pieces(dear.itemID, 5, 400)], status: 'Completed' }) : sell(dear.itemID),
  )
  const { onHand, averageCost } = await stockOf(dear.itemID)
  expect(onHand).toBe(15)
  const possible = Array.from({ length: 11 }, (_, sold) =>
    Number((((20 - sold) * 100 + 2000) / (25 - sold)).toFixed(6)),
  )
  expect(possible).toContain(averageCost)
  expect(await verifyStock({ db })).toEqual([])
})

test('a change of an item and a receiving of it lock its stock value before the item, so they never deadlock', async () => {
  for (const order of ['change first', 'receiving first']) {
    const { itemID } = await stockItem(db, { uom: 'PCS', quantity: 0, cost: 100 })
    const stored = (await ask('GET', `/api/v1/items/${itemID}`)).data
    const change = () => askManager('PUT', `/api/v1/items/${itemID}`, { ...stored, uom: 'PAIR', cost: 90 })
    const receipt = () => receive({ items: [pieces(itemID, 2, 100)], status: 'Completed' })
    const [first, second] = order === 'change first' ? [change, receipt] : [receipt, change]
    const answers = await db.transaction(async (tx) => {
      await tx.execute(sql`select from stock_value where item_id = ${itemID} for update`)
      const calls = [first()]
      await waitForQueue(1)
      calls.push(second())
      await waitForQueue(2)
      // Neither call holds a lock on the item while it waits for the value.
      await tx.execute(sql`select from item where item_id = ${itemID} for update nowait`)
      return calls
    })
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    // A receiving in pieces is refused after the change to pairs. The form is stale after the receiving.
    expect([order, statuses]).toEqual([order, order === 'change first' ? [200, 422] : [201, 409]])
  }
  expect(await verifyStock({ db })).toEqual([])
})

test('concurrent changes, revaluations and receivings of two items leave the value that the ledger adds up to', async () => {
  const items = [await stockItem(db, { quantity: 3, cost: 100 }), await stockItem(db, { quantity: 3, cost: 50 })]
  const answers = await together(24, async (n) => {
    const [{ itemID }, other] = n % 2 ? [items[0]!, items[1]!] : [items[1]!, items[0]!]
    if (n % 3 === 0)
      return receive({ items: [pieces(itemID, 1, n + 1), pieces(other.itemID, 1, n + 1)], status: 'Completed' })
    if (n % 3 === 1)
      return askManager('POST', `/api/v1/items/${itemID}/revaluations`, { unitCost: 60 + n, reason: 'x' })
    const { data } = await ask('GET', `/api/v1/items/${itemID}`)
    return askManager('PUT', `/api/v1/items/${itemID}`, { ...data, cost: 20 + n })
  })
  expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([])
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(16)
  expect(await verifyStock({ db })).toEqual([])
})

/** Waits until this many calls wait for a lock of another transaction. */
async function waitForQueue(count: number) {
  await expect
    .poll(
      async () => {
        const { rows } = await db.execute<{ waiting: number }>(sql`select count(*)::int as waiting
          from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        return rows[0]!.waiting
      },
      { timeout: 10_000 },
    )
    .toBe(count)
}
