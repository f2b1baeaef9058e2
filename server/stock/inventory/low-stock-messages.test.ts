import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { notification } from '../../db/schema/messages.ts'
import { inventory, inventoryType, location } from '../../db/schema/stock.ts'

const { db, as, users } = await testApp()
const admin = as(1)
const path = '/api/v1/inventory'

type Figures = { quantity: number; reOrderThreshold: number }

/** Creates a stock row, applies the change, and returns the messages that staff get. */
async function messagesOnChange(before: Figures, after: Partial<Figures>, over: Parameters<typeof stockItem>[1] = {}) {
  const row = await stockItem(db, { itemName: 'Curb chain', ...over, quantity: before.quantity })
  const { inventoryID } = row
  await db
    .update(inventory)
    .set({ reOrderThreshold: before.reOrderThreshold })
    .where(eq(inventory.inventoryID, inventoryID))
  const stored = (await admin('GET', `${path}/${inventoryID}`)).body.data
  const change = () => admin('PUT', `${path}/${inventoryID}`, { ...stored, updatedAt: undefined, ...after })
  return { row, change, messages: await messagesFrom(inventoryID, change) }
}
async function messagesFrom(inventoryID: number, work: () => Promise<{ status: number; body: unknown }>) {
  await db.delete(notification)
  const { status, body } = await work()
  expect([status, body]).toEqual([200, expect.anything()])
  const rows = await db
    .select()
    .from(notification)
    .where(eq(notification.userID, users.get(3)!))
  for (const { kind, link } of rows) expect([kind, link]).toEqual(['lowStock', `/inventory?id=${inventoryID}`])
  return rows.map(({ message }) => message)
}
const low = (quantity: number, threshold: number) =>
  `Curb chain is low at Main: ${quantity} left, to be reordered at ${threshold}`

test.each<[string, Figures, Partial<Figures>, string[]]>([
  [
    'both, to a threshold reached',
    { quantity: 10, reOrderThreshold: 0 },
    { quantity: 3, reOrderThreshold: 5 },
    [low(3, 5)],
  ],
  ['both, to no threshold', { quantity: 10, reOrderThreshold: 5 }, { quantity: 3, reOrderThreshold: 0 }, []],
  [
    'both, each reaching the other',
    { quantity: 10, reOrderThreshold: 5 },
    { quantity: 3, reOrderThreshold: 12 },
    [low(3, 12)],
  ],
  [
    'both, with more than the threshold',
    { quantity: 10, reOrderThreshold: 5 },
    { quantity: 14, reOrderThreshold: 12 },
    [],
  ],
  ['the quantity', { quantity: 10, reOrderThreshold: 5 }, { quantity: 5 }, [low(5, 5)]],
  ['a threshold raised to the stock', { quantity: 10, reOrderThreshold: 5 }, { reOrderThreshold: 10 }, [low(10, 10)]],
  [
    'a threshold raised beyond the stock',
    { quantity: 10, reOrderThreshold: 0 },
    { reOrderThreshold: 11 },
    [low(10, 11)],
  ],
  ['a threshold raised below the stock', { quantity: 10, reOrderThreshold: 5 }, { reOrderThreshold: 9 }, []],
  ['a threshold raised when it is low', { quantity: 4, reOrderThreshold: 5 }, { reOrderThreshold: 9 }, []],
  ['a threshold lowered', { quantity: 4, reOrderThreshold: 9 }, { reOrderThreshold: 5 }, []],
])('one change of %s sends the expected messages', async (_, before, after, messages) => {
  expect((await messagesOnChange(before, after)).messages).toEqual(messages)
})

test('low stock is announced once, whether the threshold or the stock changed', async () => {
  const { row, change, messages } = await messagesOnChange(
    { quantity: 10, reOrderThreshold: 5 },
    { reOrderThreshold: 10 },
  )
  expect(messages).toEqual([low(10, 10)])
  expect(await messagesFrom(row.inventoryID, change)).toEqual([])
})

test('a new stock row that starts low is not announced', async () => {
  const [{ itemID }, [shelf]] = [
    await stockItem(db, {}),
    await db.insert(location).values({ locationName: 'Shelf' }).returning(),
  ]
  await db.delete(notification)
  const start = { itemID, locationID: shelf!.locationID, inventoryTypeID: 1, quantity: 2, reOrderThreshold: 5 }
  expect((await admin('POST', path, start)).status).toBe(201)
  expect(await db.$count(notification)).toBe(0)
})

test('only stock on the Low stock list is announced: its item, location and type are Active', async () => {
  const [shelf] = await db.insert(location).values({ locationName: 'Closed shelf' }).returning()
  const [kind] = await db.insert(inventoryType).values({ typeName: 'Closed kind' }).returning()
  const { locationID } = shelf!
  const { inventoryTypeID } = kind!
  const rows = [
    await stockItem(db, { quantity: 10 }),
    await stockItem(db, { quantity: 10, locationID }),
    await stockItem(db, { quantity: 10, inventoryTypeID }),
  ]
  await db.update(item).set({ status: false }).where(eq(item.itemID, rows[0]!.itemID))
  await db.update(location).set({ status: false }).where(eq(location.locationID, locationID))
  await db.update(inventoryType).set({ status: false }).where(eq(inventoryType.inventoryTypeID, inventoryTypeID))
  for (const { inventoryID } of rows) {
    const stored = (await admin('GET', `${path}/${inventoryID}`)).body.data
    const fall = { ...stored, updatedAt: undefined, quantity: 3, reOrderThreshold: 5 }
    expect(await messagesFrom(inventoryID, () => admin('PUT', `${path}/${inventoryID}`, fall))).toEqual([])
  }
})
