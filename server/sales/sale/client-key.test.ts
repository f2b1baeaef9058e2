import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { sale } from '../../db/schema/sales.ts'
import { inventory } from '../../db/schema/stock.ts'

const { db, as } = await testApp({ connections: 10 })
const [manager, staff] = [as(2), as(3)]
const path = '/api/v2/sales'

const soldOnce = (itemID: number, clientKey: string, over: object = {}) => ({
  locationID: 1,
  transactionTypeID: 1,
  items: [{ itemID, orderQty: 1 }],
  payments: [{ paymentTypeID: 1, amount: 1000 }],
  complete: true,
  clientKey,
  ...over,
})
const quantityOf = async (inventoryID: number) =>
  (await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID)))[0]!.quantity

test('a sale sent again with its key, later and by somebody else, is made once', async () => {
  const ring = await stockItem(db, { quantity: 5, price: 1000 })
  const clientKey = randomUUID()
  const first = await staff('POST', path, soldOnce(ring.itemID, clientKey))
  expect([first.status, first.body.data.clientKey]).toEqual([201, clientKey])
  const again = await manager('POST', path, soldOnce(ring.itemID, clientKey))
  expect([again.status, again.body.data]).toEqual([201, first.body.data])
  expect(await quantityOf(ring.inventoryID)).toBe(4)
  expect(await db.$count(sale, eq(sale.clientKey, clientKey))).toBe(1)
})

test('the same key with other contents is refused with the number of the sale that was made', async () => {
  const ring = await stockItem(db, { quantity: 5, price: 1000 })
  const clientKey = randomUUID()
  const first = await staff('POST', path, soldOnce(ring.itemID, clientKey))
  const other = await staff('POST', path, soldOnce(ring.itemID, clientKey, { remarks: 'Changed' }))
  expect([other.status, other.body.code, other.body.message]).toEqual([
    409,
    'sale.made_already',
    `This sale was made already, as ${first.body.data.transactionNumber}`,
  ])
  expect(await quantityOf(ring.inventoryID)).toBe(4)
})

test('ten tills that send one sale at once make it once', async () => {
  const ring = await stockItem(db, { quantity: 20, price: 1000 })
  const clientKey = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 ? staff : manager)('POST', path, soldOnce(ring.itemID, clientKey))),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body.data.salesTransactionID)).size).toBe(1)
  expect(await quantityOf(ring.inventoryID)).toBe(19)
})

test('one key for different goods at once makes one sale, and refuses the others', async () => {
  const rings = await Promise.all(Array.from({ length: 6 }, () => stockItem(db, { quantity: 5, price: 1000 })))
  const clientKey = randomUUID()
  const answers = await Promise.all(rings.map(({ itemID }) => staff('POST', path, soldOnce(itemID, clientKey))))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect(body.message).toMatch(/^This sale was made already/)
  const left = await Promise.all(rings.map(({ inventoryID }) => quantityOf(inventoryID)))
  expect(left.filter((quantity) => quantity === 4)).toHaveLength(1)
  expect(left.filter((quantity) => quantity === 5)).toHaveLength(5)
})

test('a key that is no UUID is refused', async () => {
  const ring = await stockItem(db, { quantity: 5, price: 1000 })
  const { status, body } = await staff('POST', path, soldOnce(ring.itemID, 'abc'))
  expect([status, body.errors[0].field]).toEqual([400, 'clientKey'])
})
