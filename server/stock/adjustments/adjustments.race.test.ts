import type { AddressInfo } from 'node:net'

import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { changedMeanwhile } from '../../../contract/shared/answers.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { notification } from '../../db/schema/messages.ts'
import { inventory, inventoryAdjustment, location, stockMovement } from '../../db/schema/stock.ts'
import { verifyStock } from '../ledger/verify.ts'

// Proves that concurrent decisions over separate connections stay consistent.
const { app, db, tokens } = await testApp({ connections: 20 })
await app.listen({ host: '127.0.0.1', port: 0 })
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

type Asked = { adjustmentID: number; inventoryID: number }
async function send(method: 'POST' | 'PUT', address: string, body: object, roleID: 1 | 3 = 1) {
  const response = await fetch(`${origin}${address}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.get(roleID)}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { message?: string; data: Asked } }
}
const path = '/api/v1/inventory-adjustment'
const ask = async (inventoryID: number, quantityAdjusted: number) =>
  (await send('POST', path, { inventoryID, adjustmentReasonID: 1, quantityAdjusted }, 3)).body.data
const approve = ({ inventoryID, adjustmentID }: Asked) =>
  send('PUT', `${path}/${inventoryID}/approve/${adjustmentID}`, {})
const decline = ({ adjustmentID }: Asked) => send('PUT', `${path}/${adjustmentID}/decline`, {})

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const rowOf = async (inventoryID: number) =>
  (await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID)))[0]!
const adjustmentOf = async (asked: Asked) => (await db.select().from(inventoryAdjustment).where(isOf(asked)))[0]!
const isOf = ({ adjustmentID }: Asked) => eq(inventoryAdjustment.adjustmentID, adjustmentID)
/** Waits until a query is blocked by another transaction's lock. */
const someoneWaits = () =>
  vi.waitFor(
    async () => {
      const { rows } = await db.execute<{ pid: number }>(sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows).toHaveLength(1)
    },
    { timeout: 8000, interval: 20 },
  )
const movementsOf = (inventoryID: number) => db.$count(stockMovement, eq(stockMovement.inventoryID, inventoryID))
const outcomes = () => db.$count(notification, eq(notification.kind, 'adjustmentDecided'))

test('eight concurrent approvals of one adjustment change the stock once', async () => {
  const ring = await stockItem(db, { quantity: 20 })
  const asked = await ask(ring.inventoryID, -2)
  const before = await outcomes()
  const answers = await Promise.all(Array.from({ length: 8 }, () => approve(asked)))
  expect(statuses(answers)).toEqual([200, ...Array(7).fill(409)])
  expect(new Set(answers.flatMap(({ body }) => body.message ?? []))).toEqual(
    new Set(['Test Admin approved this adjustment already']),
  )
  expect((await rowOf(ring.inventoryID)).quantity).toBe(18)
  expect(await movementsOf(ring.inventoryID)).toBe(2)
  expect((await outcomes()) - before).toBe(1)
  expect(await verifyStock({ db })).toEqual([])
})

test('an approval is refused when its location closes while it waits for the stock lock', async () => {
  const [there] = await db.insert(location).values({ locationName: 'Davao' }).returning()
  const { locationID } = there!
  const { inventoryID } = await stockItem(db, { itemName: 'Locket', quantity: 0, locationID })
  const asked = await ask(inventoryID, 1)
  const approving = await db.transaction(async (tx) => {
    await tx.select().from(inventory).where(eq(inventory.inventoryID, inventoryID)).for('update')
    const waiting = approve(asked)
    await someoneWaits()
    await tx.update(location).set({ status: false }).where(eq(location.locationID, locationID))
    return { waiting }
  })
  const { status, body } = await approving.waiting
  expect([status, body.message]).toEqual([422, 'Location Davao is Inactive: no stock of Locket can be put there'])
  expect((await rowOf(inventoryID)).quantity).toBe(0)
})

test('an approval is refused when its adjustment changes while it waits for the lock', async () => {
  const ring = await stockItem(db, { quantity: 3 })
  const asked = await ask(ring.inventoryID, -1)
  const approving = await db.transaction(async (tx) => {
    await tx.select().from(inventoryAdjustment).where(isOf(asked)).for('update')
    const waiting = approve(asked)
    await someoneWaits()
    await tx.update(inventoryAdjustment).set({ adjustmentReasonID: 2 }).where(isOf(asked))
    return { waiting }
  })
  const { status, body } = await approving.waiting
  expect([status, body.message]).toEqual([409, changedMeanwhile])
  expect([(await adjustmentOf(asked)).status, (await rowOf(ring.inventoryID)).quantity]).toEqual(['Pending', 3])
})

test('of concurrent approvals and declines one succeeds, and the stock matches it', async () => {
  for (let round = 0; round < 8; round++) {
    const ring = await stockItem(db, { quantity: 5 })
    const asked = await ask(ring.inventoryID, 1)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => ((n + round) % 2 ? approve(asked) : decline(asked))),
    )
    expect(statuses(answers)).toEqual([200, ...Array(5).fill(409)])
    const { status } = await adjustmentOf(asked)
    expect(['Completed', 'Rejected']).toContain(status)
    expect((await rowOf(ring.inventoryID)).quantity).toBe(status === 'Completed' ? 6 : 5)
  }
  expect(await verifyStock({ db })).toEqual([])
})

test('the last piece is either sold or written off, never both', async () => {
  for (let round = 0; round < 8; round++) {
    const ring = await stockItem(db, { quantity: 1, itemName: 'Last ring' })
    const asked = await ask(ring.inventoryID, -1)
    const sale = {
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID: ring.itemID, orderQty: 1 }],
      payments: [{ paymentTypeID: 1, amount: 1000 }],
      complete: round % 2 === 0,
    }
    const [approved, sold] = await Promise.all([approve(asked), send('POST', '/api/v2/sales', sale, 3)])
    expect([approved.status === 200, sold.status === 201].filter(Boolean)).toHaveLength(1)
    const loser = approved.status === 200 ? sold : approved
    expect([loser.status, loser.body.message]).toEqual([409, 'Only 0 of Last ring available at Main'])
    const { quantity, reserved } = await rowOf(ring.inventoryID)
    expect(quantity - reserved).toBe(0)
    expect((await adjustmentOf(asked)).status).toBe(approved.status === 200 ? 'Completed' : 'Pending')
  }
  expect(await verifyStock({ db })).toEqual([])
})

test('twenty concurrent adjustments of one stock row add up', async () => {
  const ring = await stockItem(db, { quantity: 10 })
  const asked: Asked[] = []
  for (let n = 0; n < 20; n++) asked.push(await ask(ring.inventoryID, n % 4 === 0 ? 1 : -1))
  const answers = await Promise.all(asked.map(approve))
  const done = answers.filter(({ status }) => status === 200).length
  const statusOf = await Promise.all(asked.map(adjustmentOf))
  const sum = statusOf.reduce((total, one) => total + (one.status === 'Completed' ? one.quantityAdjusted : 0), 10)
  expect((await rowOf(ring.inventoryID)).quantity).toBe(sum)
  expect(await movementsOf(ring.inventoryID)).toBe(done + 1)
  expect(statusOf.filter(({ status }) => status === 'Pending')).toHaveLength(20 - done)
  expect(await verifyStock({ db })).toEqual([])
})
