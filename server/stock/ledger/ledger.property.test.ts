import { asc, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toThousandths } from '../../../contract/shared/quantities.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { databaseError } from '../../db/database-error.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { sale, saleItem, stockReservation } from '../../db/schema/sales.ts'
import { inventory, inventoryType, location, stockMovement } from '../../db/schema/stock.ts'
import { type Context, shopItself } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { postMovements, findOrCreateStockRow } from './ledger.ts'
import { verifyStock } from './verify.ts'

const { db } = await testApp({ connections: 12 })
const context: Context = { db, actor: shopItself, now: new Date('2026-01-01'), client: { address: '', agent: '' } }

const [beads] = await db.insert(category).values({ categoryCode: 'BK', categoryName: 'Beads' }).returning()
const [metal] = await db
  .insert(item)
  .values({
    itemCode: 'BK-1',
    itemName: 'Gold beads',
    categoryID: beads!.categoryID,
    uom: 'BULK',
    grams: 1,
    price: 1,
    averageCost: 1,
  })
  .returning()
const { itemID } = metal!
const [open] = await db
  .insert(sale)
  .values({
    transactionNumber: 'SO-2026-000001',
    locationID: 1,
    // Lines of a pre-order may hold less than their quantity.
    transactionTypeID: 4,
    orderDate: '2026-01-01',
    totalItems: 1,
    totalQuantity: 1,
    subtotal: 0,
    totalPurchase: 0,
    status: 'Pending',
  })
  .returning()

let made = 0
/** Creates empty stock rows and a sale line that can hold their stock. */
async function rowsOfStock(count: number) {
  const types = await db
    .insert(inventoryType)
    .values(Array.from({ length: count }, () => ({ typeName: `Type ${++made}` })))
    .returning()
  const rows: number[] = []
  for (const { inventoryTypeID } of types)
    rows.push(await findOrCreateStockRow(context, { itemID, locationID: 1, inventoryTypeID }))
  const [line] = await db
    .insert(saleItem)
    .values({
      salesTransactionID: open!.salesTransactionID,
      itemID,
      price: 0,
      orderQty: 99_999_999_999,
      lineTotal: 0,
    })
    .returning()
  return { rows, salesItemID: line!.salesItemID }
}

const post = (lines: { inventoryID: number; quantity: number }[]) =>
  db.transaction((tx) =>
    postMovements(
      { ...context, db: tx },
      { kind: 'correction', documentType: 'adjustment', documentID: 1 },
      lines.map((line) => ({ ...line, unitCost: 2.5 })),
    ),
  )

const rowCount = 3
const row = fc.nat(rowCount - 1)
/** Changes in thousandths: small ones that often reach the limits, and large ones with 14 digits. */
const change = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -6000, max: 6000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }) },
)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ move: fc.array(fc.record({ row, change }), { minLength: 1, maxLength: 5 }) }) },
  // The quantity that the sale's line holds of a row from now on. 0 releases it.
  { weight: 2, arbitrary: fc.record({ row, hold: fc.integer({ min: 0, max: 5000 }) }) },
)

test('any sequence of movements and holds leaves the stock that a simple sum predicts, or changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
      const { rows, salesItemID } = await rowsOfStock(rowCount)
      const quantity = rows.map(() => 0)
      const held = rows.map(() => 0)
      const ledger = rows.map((): { change: number; after: number }[] => [])
      const moved = (lines: { row: number; change: number }[]) =>
        quantity.map((q, n) => lines.filter((line) => line.row === n).reduce((sum, line) => sum + line.change, q))

      for (const one of steps) {
        const wanted = 'move' in one ? moved(one.move) : quantity
        const allowed = 'move' in one ? wanted.every((q, n) => q >= held[n]!) : one.hold <= quantity[one.row]!
        const outcome =
          'move' in one
            ? await answered(
                post(one.move.map((line) => ({ inventoryID: rows[line.row]!, quantity: line.change / 1000 }))),
              )
            : await answered(hold(salesItemID, rows[one.row]!, one.hold))
        expect(outcome).toMatch(
          allowed ? /^done$/ : /^Only [\d.]+ of Gold beads available at Main$|^inventory_reserved$/,
        )
        if (allowed && 'move' in one)
          // Within one document, increases are posted before decreases.
          for (const line of one.move.filter((line) => line.change !== 0).toSorted((a, b) => b.change - a.change)) {
            quantity[line.row]! += line.change
            ledger[line.row]!.push({ change: line.change, after: quantity[line.row]! })
          }
        if (allowed && 'hold' in one) held[one.row] = one.hold
        expect(await stored(rows)).toEqual({
          rows: rows.map((_, n) => ({ quantity: quantity[n]!, reserved: held[n]!, movements: ledger[n]!.length })),
          ledger: ledger.flatMap((entries, n) =>
            entries.map((entry, i) => ({ inventoryID: rows[n]!, sequence: i + 1, ...entry })),
          ),
        })
      }
    }),
    // Longer sequences cost time on a busy machine, and tests/properties/stock.model.test.ts runs them.
    { numRuns: 40 },
  )
  expect(await verifyStock({ db })).toEqual([])
})

/** Returns 'done', the error message, or the database constraint that failed. */
const answered = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.message : databaseError(error)?.constraint),
  )

function hold(salesItemID: number, inventoryID: number, thousandths: number) {
  return db.transaction(async (tx) => {
    const mine = { salesItemID, inventoryID }
    if (thousandths === 0) await tx.delete(stockReservation).where(eq(stockReservation.inventoryID, inventoryID))
    else
      await tx
        .insert(stockReservation)
        .values({ ...mine, quantity: thousandths / 1000 })
        .onConflictDoUpdate({
          target: [stockReservation.salesItemID, stockReservation.inventoryID],
          set: { quantity: thousandths / 1000 },
        })
  })
}

/** Returns the stored rows and their ledgers, in thousandths. */
async function stored(rows: number[]) {
  const found = await db
    .select()
    .from(inventory)
    .where(inArray(inventory.inventoryID, rows))
    .orderBy(asc(inventory.inventoryID))
  const entries = await db
    .select()
    .from(stockMovement)
    .where(inArray(stockMovement.inventoryID, rows))
    .orderBy(asc(stockMovement.inventoryID), asc(stockMovement.sequence))
  return {
    rows: found.map((one) => ({
      quantity: toThousandths(one.quantity),
      reserved: toThousandths(one.reserved),
      movements: one.movements,
    })),
    ledger: entries.map((one) => ({
      inventoryID: one.inventoryID,
      sequence: one.sequence,
      change: toThousandths(one.quantity),
      after: toThousandths(one.quantityAfter),
    })),
  }
}

test('documents that move the same rows in opposite order do not deadlock', async () => {
  const { rows } = await rowsOfStock(6)
  await post(rows.map((inventoryID) => ({ inventoryID, quantity: 40 })))
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const order = n % 2 ? rows : rows.toReversed()
      // Each of sixty documents takes one piece from every row; each row has forty pieces.
      return answered(post(order.map((inventoryID) => ({ inventoryID, quantity: -1 }))))
    }),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(40)
  expect(outcomes.filter((outcome) => outcome === 'Only 0 of Gold beads available at Main')).toHaveLength(20)
  expect((await stored(rows)).rows).toEqual(rows.map(() => ({ quantity: 0, reserved: 0, movements: 41 })))
  expect(await verifyStock({ db })).toEqual([])
})

test('a stock row that many calls need at once is created once', async () => {
  const [here] = await db.insert(location).values({ locationName: 'Cebu' }).returning()
  const row = { itemID, locationID: here!.locationID, inventoryTypeID: 1, reOrderThreshold: 3 }
  const keys = await Promise.all(
    Array.from({ length: 20 }, () => db.transaction((tx) => findOrCreateStockRow({ ...context, db: tx }, row))),
  )
  expect(new Set(keys).size).toBe(1)
  expect(await db.$count(inventory, eq(inventory.locationID, here!.locationID))).toBe(1)
})
