// Proves that a typed cost is a row of the ledger, and that any sequence of movements keeps report and ledger equal.
import { and, desc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { audit } from '../../db/schema/shared.ts'
import { location, stockMovement } from '../../db/schema/stock.ts'
import { stockRevaluation } from '../../db/schema/valuation.ts'
import { verifyStock } from '../ledger/verify.ts'

const { db, as, users } = await testApp({ connections: 12 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
await db.insert(location).values({ locationName: 'Cebu' })
const at = (itemID: number) => `/api/v1/items/${itemID}/revaluations`
const valueOf = async (itemID: number) => (await manager('GET', `/api/v1/items/${itemID}/stock-value`)).body.data

test('a new cost changes the value of the stock by a row of the ledger', async () => {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 3, cost: 100 })
  const { status, body } = await manager('POST', at(itemID), { unitCost: 120.5, reason: 'Gold went up' })
  expect([status, body.data]).toMatchObject([
    201,
    { itemID, reason: 'Gold went up', costBefore: 100, costAfter: 120.5, quantity: 3, difference: 61.5 },
  ])
  expect(await valueOf(itemID)).toEqual({ itemID, unitCost: 120.5, quantity: 3, value: 361.5 })
  const ledger = (await staff('GET', `/api/v1/inventory/${inventoryID}/movements?pageSize=1`)).body.data
  expect(ledger[0]).toMatchObject({
    kind: 'revaluation',
    documentType: 'revaluation',
    documentID: body.data.revaluationID,
    quantity: 0,
    quantityAfter: 3,
    value: 61.5,
  })
  const [change] = await db.select().from(audit).where(eq(audit.action, 'revalue')).orderBy(desc(audit.auditID))
  expect(change).toMatchObject({
    entity: 'item',
    entityID: itemID,
    userID: users.get(2),
    before: { averageCost: 100 },
    after: { averageCost: 120.5, reason: 'Gold went up', difference: 61.5 },
  })
  expect(await verifyStock({ db })).toEqual([])
})

test('the revaluations of an item are listed with who made them, newest first', async () => {
  const [{ itemID }, other] = [await stockItem(db, { quantity: 3, cost: 100 }), await stockItem(db, { quantity: 1 })]
  await manager('POST', at(other.itemID), { unitCost: 5, reason: 'Another item' })
  for (const unitCost of [120, 110]) await manager('POST', at(itemID), { unitCost, reason: `Now ${unitCost}` })
  const { body } = await staff('GET', `${at(itemID)}?pageSize=1`)
  expect(body.meta).toEqual({ page: 1, pageSize: 1, total: 2 })
  expect(body.data).toMatchObject([
    { costBefore: 120, costAfter: 110, reason: 'Now 110', difference: -30, createdBy: { name: 'Test Manager' } },
  ])
  expect((await staff('GET', at(99_999))).status).toBe(404)
})

test('a revaluation that an upgrade made has no creator', async () => {
  const { itemID } = await stockItem(db, { quantity: 3, cost: 100 })
  await db
    .insert(stockRevaluation)
    .values({ itemID, reason: 'Upgrade', costBefore: 1, costAfter: 1, quantity: 0, difference: 0 })
  const { status, body } = await staff('GET', at(itemID))
  expect([status, body.data]).toMatchObject([200, [{ reason: 'Upgrade', createdByID: null, createdBy: null }]])
})

test('without stock it sets only the cost', async () => {
  const { itemID } = await stockItem(db, { quantity: 0, cost: 100 })
  expect((await admin('POST', at(itemID), { unitCost: 90, reason: 'New list' })).body.data.difference).toBe(0)
  expect(await valueOf(itemID)).toEqual({ itemID, unitCost: 90, quantity: 0, value: 0 })
})

test.each<[string, object, number, string]>([
  ['a negative cost', { unitCost: -1, reason: 'x' }, 400, 'input.invalid'],
  ['three decimals', { unitCost: 1.234, reason: 'x' }, 400, 'input.invalid'],
  ['no cost', { reason: 'x' }, 400, 'input.invalid'],
  ['an empty reason', { unitCost: 5, reason: ' ' }, 400, 'input.invalid'],
  ['the present cost', { unitCost: 100, reason: 'x' }, 422, 'stock.cost_unchanged'],
])('refuses %s and changes nothing', async (_, body, status, code) => {
  const { itemID } = await stockItem(db, { quantity: 2, cost: 100 })
  const answer = await manager('POST', at(itemID), body)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(await db.$count(stockRevaluation, eq(stockRevaluation.itemID, itemID))).toBe(0)
  expect(await valueOf(itemID)).toMatchObject({ unitCost: 100, value: 200 })
})

test('refuses Staff and an unknown item', async () => {
  const { itemID } = await stockItem(db, { quantity: 2, cost: 100 })
  expect((await staff('POST', at(itemID), { unitCost: 5, reason: 'x' })).status).toBe(403)
  expect((await manager('POST', at(99_999), { unitCost: 5, reason: 'x' })).status).toBe(404)
  expect((await manager('GET', '/api/v1/items/99999/stock-value')).status).toBe(404)
})

test('a cost typed in the item’s form is a revaluation', async () => {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 2, cost: 100 })
  const stored = (await manager('GET', `/api/v1/items/${itemID}`)).body.data
  const { status } = await manager('PUT', `/api/v1/items/${itemID}`, { ...stored, cost: 80 })
  expect(status).toBe(200)
  const [moved] = await db
    .select()
    .from(stockMovement)
    .where(and(eq(stockMovement.inventoryID, inventoryID), eq(stockMovement.kind, 'revaluation')))
  expect(moved!.value).toBe(-40)
  expect(await verifyStock({ db })).toEqual([])
})

/** Returns the number of the answered sale. */
const numberOf = ({ body }: Awaited<ReturnType<typeof staff>>): string => body.data.transactionNumber

/** Returns the answer of a call that must succeed. */
async function succeed(call: ReturnType<typeof staff>) {
  const answer = await call
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body.message}`)
  return answer
}

const step = fc.oneof(
  fc.record({ do: fc.constant('sell' as const), of: fc.nat(1), count: fc.integer({ min: 1, max: 3 }) }),
  // Two equal sales at once, so that their order does not matter to the sum.
  fc.record({ do: fc.constant('sell twice' as const), of: fc.nat(1), count: fc.integer({ min: 1, max: 2 }) }),
  fc.record({
    do: fc.constant('adjust' as const),
    of: fc.nat(1),
    change: fc.integer({ min: -3, max: 3 }).filter((change) => change !== 0),
  }),
  fc.record({ do: fc.constant('refund' as const), disposition: fc.constantFrom('restock', 'repair', 'scrap') }),
  fc.record({ do: fc.constant('revalue' as const), of: fc.nat(1), cost: fc.integer({ min: 1, max: 99_999 }) }),
  fc.record({ do: fc.constant('transfer' as const), of: fc.nat(1), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    do: fc.constant('receive' as const),
    of: fc.nat(1),
    count: fc.integer({ min: 1, max: 3 }),
    cost: fc.integer({ min: 1, max: 99_999 }),
  }),
)

test('after any sequence, the report, the ledger and the kept value are what a sum in memory says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const made = [
        await stockItem(db, { quantity: 5, cost: 33.33 }),
        await stockItem(db, { quantity: 3, cost: 10.01 }),
      ]
      // Quantities here and in all, and the value in centavos.
      const model = [
        { here: 5, all: 5, value: 16_665 },
        { here: 3, all: 3, value: 3_003 },
      ]
      const sold: {
        saleID: number
        lineID: number
        of: number
        left: number
        qty: number
        cost: number
        back: number
      }[] = []
      const half = (part: number, value: number, whole: number) => Math.floor((2 * part * value + whole) / (2 * whole))
      for (const one of steps) {
        if (one.do === 'refund') {
          const line = sold.find(({ left }) => left > 0)
          if (!line) continue
          const items = [{ salesItemID: line.lineID, qty: 1, disposition: one.disposition }]
          const refund = { paymentTypeID: 1, reason: 'back', items }
          await succeed(manager('POST', `/api/v2/sales/${line.saleID}/refunds`, refund))
          line.left--
          const whole = half(line.qty - line.left, line.cost, line.qty)
          const stock = model[line.of]!
          if (one.disposition !== 'scrap') {
            stock.all++
            stock.value += whole - line.back
            if (one.disposition === 'restock') stock.here++
          }
          line.back = whole
          continue
        }
        const { itemID } = made[one.of]!
        const stock = model[one.of]!
        if (one.do === 'sell' || one.do === 'sell twice') {
          const qty = one.count
          const calls = one.do === 'sell' ? 1 : 2
          if (stock.here < calls * qty) continue
          const sale = {
            locationID: 1,
            transactionTypeID: 1,
            items: [{ itemID, orderQty: qty }],
            payments: [{ paymentTypeID: 1, amount: 1000 * qty }],
            complete: true,
          }
          const answers = await Promise.all(
            Array.from({ length: calls }, () => succeed(staff('POST', '/api/v2/sales', sale))),
          )
          // The number of a sale is taken last, so it tells which one took its goods first.
          for (const { body } of answers.toSorted((a, b) => (numberOf(a) < numberOf(b) ? -1 : 1))) {
            const cost = half(qty, stock.value, stock.all)
            stock.here -= qty
            stock.all -= qty
            stock.value -= cost
            const [{ salesItemID: lineID }] = body.data.items
            sold.push({ saleID: body.data.salesTransactionID, lineID, of: one.of, left: qty, qty, cost, back: 0 })
          }
        } else if (one.do === 'adjust' && stock.here + one.change >= 0) {
          const { inventoryID } = made[one.of]!
          const [{ averageCost } = { averageCost: 0 }] = await db.select().from(item).where(eq(item.itemID, itemID))
          const body = { inventoryID, adjustmentReasonID: 1, adjustmentTypeID: 1, quantityAdjusted: one.change }
          const { data } = (await succeed(staff('POST', '/api/v1/inventory-adjustment', body))).body
          await succeed(admin('PUT', `/api/v1/inventory-adjustment/${inventoryID}/approve/${data.adjustmentID}`))
          stock.value +=
            one.change > 0
              ? half(one.change * Math.round(averageCost * 1_000_000), 1, 10_000)
              : -half(-one.change, stock.value, stock.all)
          stock.here += one.change
          stock.all += one.change
        } else if (one.do === 'revalue') {
          const answer = await manager('POST', at(itemID), { unitCost: one.cost / 100, reason: 'any' })
          if (answer.status === 201) stock.value = one.cost * stock.all
        } else if (one.do === 'transfer' && stock.here >= one.count) {
          const items = [{ itemID, quantity: one.count }]
          await succeed(staff('POST', '/api/v1/stock-transfers', { fromLocationID: 1, toLocationID: 2, items }))
          stock.here -= one.count
        } else if (one.do === 'receive') {
          const items = [{ itemID, uom: 'PCS', receivedQty: one.count, unitCost: one.cost / 100 }]
          const receipt = {
            locationID: 1,
            receivedDate: '2026-01-02',
            referenceNumber: 'DR',
            status: 'Completed',
            items,
          }
          await succeed(manager('POST', '/api/v2/po-receiving', receipt))
          stock.here += one.count
          stock.all += one.count
          stock.value += one.count * one.cost
        }
      }
      for (const [n, { itemID }] of made.entries()) {
        const { rows } = await db.execute<{ value: number }>(sql`select (100 * sum(m.value))::int as value
          from stock_movement m join inventory using (inventory_id) where item_id = ${itemID}`)
        const expected = model[n]!.value
        expect(Math.round((await valueOf(itemID)).value * 100)).toBe(expected)
        expect(rows[0]!.value).toBe(expected)
      }
      const { rows } = await db.execute<{ value: number }>(sql`select sum(value)::float8 as value from stock_value`)
      const report = (await manager('GET', '/api/v1/reports/stock')).body
      expect(report.totals.value).toBe(rows[0]!.value)
      expect(await verifyStock({ db })).toEqual([])
    }),
    { numRuns: 15 },
  )
}, 60_000)
