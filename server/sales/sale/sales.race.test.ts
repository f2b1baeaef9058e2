import type { AddressInfo } from 'node:net'

import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { SaleCreation, SaleRow } from '../../../contract/sales/sales.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { sale } from '../../db/schema/sales.ts'
import { documentNumber } from '../../db/schema/shared.ts'
import { inventory, stockMovement } from '../../db/schema/stock.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

// Proves that concurrent sales over separate connections stay consistent.
const { app, db, tokens } = await testApp({ connections: 20 })
await app.listen({ host: '127.0.0.1', port: 0 })
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

type Answer = { status: number; body: { message?: string; data: SaleRow } }
async function sell(body: SaleCreation, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${origin}/api/v2/sales`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.get(3)}`, ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}
const counterSale = (...items: { itemID: number; orderQty: number }[]): SaleCreation => ({
  locationID: 1,
  transactionTypeID: 1,
  items,
  payments: [{ paymentTypeID: 1, amount: 1_000_000 }],
  complete: true,
})
const tally = (answers: Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const together = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

test('of 50 tills selling the last 20 pieces, 20 succeed and 30 are refused for lack of stock', async () => {
  const ring = await stockItem(db, { itemName: 'Last ring', quantity: 20 })
  const answers = await together(50, () => sell(counterSale({ itemID: ring.itemID, orderQty: 1 })))
  expect(tally(answers)).toEqual({ 201: 20, 409: 30 })
  expect(new Set(answers.flatMap(({ body }) => body.message ?? []))).toEqual(
    new Set(['Only 0 of Last ring available at Main']),
  )
  const [row] = await db.select().from(inventory).where(eq(inventory.inventoryID, ring.inventoryID))
  expect([row!.quantity, row!.reserved]).toEqual([0, 0])
  const ledger = await db
    .select()
    .from(stockMovement)
    .where(eq(stockMovement.inventoryID, ring.inventoryID))
    .orderBy(asc(stockMovement.sequence))
  expect(ledger.map(({ quantityAfter }) => quantityAfter)).toEqual(Array.from({ length: 21 }, (_, n) => 20 - n))
  expect(await verifyStock({ db })).toEqual([])
})

test('concurrent calls sell or hold the last piece exactly once', async () => {
  const ring = await stockItem(db, { quantity: 1 })
  const line = { itemID: ring.itemID, orderQty: 1 }
  const answers = await together(12, (n) =>
    sell(n % 2 ? counterSale(line) : { locationID: 1, transactionTypeID: 1, items: [line] }),
  )
  expect(tally(answers)).toEqual({ 201: 1, 409: 11 })
  expect(await verifyStock({ db })).toEqual([])
})

test('sales of the same items in opposite order do not deadlock', async () => {
  const a = await stockItem(db, { quantity: 100 })
  const b = await stockItem(db, { quantity: 100 })
  const c = await stockItem(db, { quantity: 100 })
  const lines = [a, b, c].map(({ itemID }) => ({ itemID, orderQty: 1 }))
  const answers = await together(60, (n) => sell(counterSale(...(n % 2 ? lines : lines.toReversed()))))
  expect(tally(answers)).toEqual({ 201: 60 })
  expect(await verifyStock({ db })).toEqual([])
})

test('100 concurrent sales get 100 consecutive numbers', async () => {
  const ring = await stockItem(db, { quantity: 100 })
  const [before] = await db.select().from(documentNumber)
  const answers = await together(100, () => sell(counterSale({ itemID: ring.itemID, orderQty: 1 })))
  expect(tally(answers)).toEqual({ 201: 100 })
  const numbers = answers.map(({ body }) => Number(body.data.transactionNumber.slice(-6))).toSorted((x, y) => x - y)
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, n) => before!.last + 1 + n))
})

test('a sale sent over ten connections with one key is stored once, and all ten get the same response', async () => {
  const ring = await stockItem(db, { quantity: 100 })
  const before = await db.$count(sale)
  const answers = await together(10, () =>
    sell(counterSale({ itemID: ring.itemID, orderQty: 1 }), { 'idempotency-key': 'the one sale' }),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(tally(answers)).toEqual({ 201: 10 })
  expect(await db.$count(sale)).toBe(before + 1)
})

test('ten concurrent calls that complete, pay or cancel one sale each see the result of the previous one', async () => {
  const ring = await stockItem(db, { quantity: 100 })
  const { body } = await sell({
    ...counterSale({ itemID: ring.itemID, orderQty: 2 }),
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: false,
  })
  const at = `${origin}/api/v2/sales/${body.data.salesTransactionID}`
  const ask = async (method: string, path: string, sent?: object) => {
    const response = await fetch(`${at}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(2)}`,
        ...(sent && { 'content-type': 'application/json' }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  const payments = await together(5, () => ask('POST', 'payments', { paymentTypeID: 3, amount: 400 }))
  expect(tally(payments)).toEqual({ 201: 2, 422: 3 })
  await ask('POST', 'payments', { paymentTypeID: 3, amount: 200 })
  const ends = await together(10, (n) =>
    n % 2
      ? ask('PUT', 'complete')
      : ask('PUT', 'cancel', { deposit: 'refund', paymentTypeID: 1, reason: 'Not wanted' }),
  )
  expect(tally(ends)).toEqual({ 200: 1, 409: 9 })
  const paid = await db.select().from(moneyEntry).where(eq(moneyEntry.salesTransactionID, body.data.salesTransactionID))
  expect(paid.filter(({ kind }) => kind === 'payment')).toHaveLength(4)
  expect(await verifyStock({ db })).toEqual([])
})

test('concurrent changes and completions of sales on the same stock keep the stock consistent', async () => {
  const rings = await Promise.all([10, 10, 10].map((quantity) => stockItem(db, { quantity })))
  const put = async (id: number, items: object[]) => {
    const response = await fetch(`${origin}/api/v2/sales/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${tokens.get(3)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ locationID: 1, transactionTypeID: 1, items }),
    })
    return response.status
  }
  const line = (n: number, orderQty = 1) => ({ itemID: rings[n % 3]!.itemID, orderQty })
  const open = await together(6, (n) => sell({ locationID: 1, transactionTypeID: 1, items: [line(n), line(n + 1)] }))
  const statuses = await together(40, (n) =>
    n % 4 === 0
      ? sell(counterSale(line(n), line(n + 2), line(n + 1))).then(({ status }) => status)
      : put(open[n % 6]!.body.data.salesTransactionID, [line(n + 2, 2), line(n), line(n + 1)]),
  )
  expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([])
  expect(await verifyStock({ db })).toEqual([])
})

test('of a concurrent payment and cancellation of one sale, exactly one succeeds', async () => {
  const ring = await stockItem(db, { quantity: 40 })
  const ask = (token: string, id: number, method: string, path: string, sent?: object) =>
    fetch(`${origin}/api/v2/sales/${id}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json' }) },
      ...(sent && { body: JSON.stringify(sent) }),
    }).then(async (response) => ({ status: response.status, body: (await response.json()) as Answer['body'] }))
  const made = await together(20, () =>
    sell({ locationID: 1, transactionTypeID: 1, items: [{ itemID: ring.itemID, orderQty: 2 }] }),
  )
  const outcomes = await together(20, async (n) => {
    const id = made[n]!.body.data.salesTransactionID
    const pay = () => ask(tokens.get(3)!, id, 'POST', 'payments', { paymentTypeID: 1, amount: 500 })
    const cancel = () => ask(tokens.get(2)!, id, 'PUT', 'cancel')
    const [paid, canceled] =
      n % 2 ? await Promise.all([pay(), cancel()]) : (await Promise.all([cancel(), pay()])).toReversed()
    const [stored] = await db.select().from(sale).where(eq(sale.salesTransactionID, id))
    const payments = await db.$count(moneyEntry, eq(moneyEntry.salesTransactionID, id))
    const answers = [paid!.status, paid!.body.message, canceled!.status, canceled!.body.message]
    return { answers, status: stored!.status, amountPaid: stored!.amountPaid, payments }
  })
  // A cancellation after the payment must decide about the money.
  const question = 'Say what becomes of the ₱500.00 that is paid: refund it or forfeit it'
  const taken = { answers: [201, undefined, 422, question], status: 'Processing', amountPaid: 500, payments: 1 }
  const refused = 'This sale is Canceled and can no longer be paid'
  const given = { answers: [409, refused, 200, undefined], status: 'Canceled', amountPaid: 0, payments: 0 }
  expect(outcomes).toEqual(outcomes.map(({ answers: [first] }) => (first === 201 ? taken : given)))
  const [row] = await db.select().from(inventory).where(eq(inventory.inventoryID, ring.inventoryID))
  expect(row!.reserved).toBe(outcomes.filter(({ status }) => status === 'Processing').length * 2)
  expect(await verifyStock({ db })).toEqual([])
})

test('two lines of one item count together when many tills sell at once', async () => {
  const ring = await stockItem(db, { itemName: 'Band of two', quantity: 7 })
  const line = { itemID: ring.itemID, orderQty: 1 }
  const answers = await together(10, () => sell(counterSale(line, { ...line, orderQty: 2 })))
  expect(tally(answers)).toEqual({ 201: 2, 409: 8 })
  expect(new Set(answers.flatMap(({ body }) => body.message ?? []))).toEqual(
    new Set(['Only 1 of Band of two available at Main']),
  )
  expect(await verifyStock({ db })).toEqual([])
})
