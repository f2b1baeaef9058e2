import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory } from '../../db/schema/stock.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

const { db, as } = await testApp({ connections: 10 })
const [manager, staff] = [as(2), as(3)]
const path = '/api/v2/sales'

type Line = { salesItemID: number; itemID: number; orderQty: number; price: number; heldQty: number }
type Sale = { salesTransactionID: number; updatedAt: string; holdUntil: string | null; items: Line[] }

async function save(items: { itemID: number; orderQty: number; price?: number }[]) {
  const { status, body } = await staff('POST', path, { locationID: 1, transactionTypeID: 1, items })
  expect(status).toBe(201)
  return body.data as Sale
}
const change = (id: number, items: object[], over: object = {}) =>
  staff('PUT', `${path}/${id}`, { locationID: 1, transactionTypeID: 1, items, ...over })
const reserved = async (inventoryID: number) => {
  const [row] = await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID))
  return row!.reserved
}
const keysOf = ({ items }: Sale) => items.map(({ salesItemID }) => salesItemID)

test('saving keeps the keys of the lines that stay, with and without keys in the request', async () => {
  const [ring, chain, pin] = [
    await stockItem(db, { quantity: 9 }),
    await stockItem(db, { quantity: 9 }),
    await stockItem(db, { quantity: 9 }),
  ]
  const made = await save([
    { itemID: ring.itemID, orderQty: 2 },
    { itemID: chain.itemID, orderQty: 1 },
    { itemID: ring.itemID, orderQty: 3 },
  ])
  const [first, second, third] = keysOf(made)
  const id = made.salesTransactionID

  // A program that knows no keys sends the whole list again, with one line less, one changed and one more.
  const unkeyed = await change(id, [
    { itemID: ring.itemID, orderQty: 1 },
    { itemID: ring.itemID, orderQty: 3 },
    { itemID: pin.itemID, orderQty: 1 },
  ])
  expect(unkeyed.status).toBe(200)
  const [, , added] = keysOf(unkeyed.body.data)
  expect(keysOf(unkeyed.body.data)).toEqual([first, third, added])
  expect(added).toBeGreaterThan(third!)
  expect(unkeyed.body.data.items.map(({ orderQty, heldQty }: Line) => [orderQty, heldQty])).toEqual([
    [1, 1],
    [3, 3],
    [1, 1],
  ])
  expect([
    await reserved(ring.inventoryID),
    await reserved(chain.inventoryID),
    await reserved(pin.inventoryID),
  ]).toEqual([4, 0, 1])

  // With keys, the second of two lines of one item can go, in any order.
  const keyed = await change(id, [
    { salesItemID: added, itemID: pin.itemID, orderQty: 2 },
    { salesItemID: third, itemID: ring.itemID, orderQty: 4 },
  ])
  expect(keyed.body.data.items).toMatchObject([
    { salesItemID: third, orderQty: 4, heldQty: 4 },
    { salesItemID: added, orderQty: 2, heldQty: 2 },
  ])
  expect([await reserved(ring.inventoryID), await reserved(pin.inventoryID)]).toEqual([4, 2])
  expect(second).not.toBe(third)
  expect(await verifyStock({ db })).toEqual([])
})

test('a line without stock is refused at its own place in the request', async () => {
  const [ring, rare] = [await stockItem(db, { quantity: 5 }), await stockItem(db, { itemName: 'Rare', quantity: 1 })]
  const made = await save([{ itemID: ring.itemID, orderQty: 1 }])
  const refused = await change(made.salesTransactionID, [
    { itemID: rare.itemID, orderQty: 2 },
    { salesItemID: keysOf(made)[0], itemID: ring.itemID, orderQty: 1 },
  ])
  expect(refused.body).toMatchObject({
    code: 'sale.stock_short',
    message: 'Only 1 of Rare available at Main',
    errors: [{ field: 'items.0.orderQty' }],
  })
  expect([await reserved(ring.inventoryID), await reserved(rare.inventoryID)]).toEqual([1, 0])
})

test('keys of other sales, of other items and given twice are refused and change nothing', async () => {
  const [ring, chain] = [await stockItem(db, { itemName: 'Signet', quantity: 9 }), await stockItem(db, { quantity: 9 })]
  const mine = await save([{ itemID: ring.itemID, orderQty: 1 }])
  const other = await save([{ itemID: ring.itemID, orderQty: 1 }])
  const [id, [key], [foreign]] = [mine.salesTransactionID, keysOf(mine), keysOf(other)]
  const cases: [object[], number, string, string][] = [
    [
      [{ salesItemID: foreign, itemID: ring.itemID, orderQty: 1 }],
      422,
      'sale.line_unknown',
      `Line ${foreign} does not belong to this sale`,
    ],
    [
      [{ salesItemID: key, itemID: chain.itemID, orderQty: 1 }],
      422,
      'sale.line_other_item',
      'This line is Signet: remove it and add the other item',
    ],
    [
      [
        { salesItemID: key, itemID: ring.itemID, orderQty: 1 },
        { salesItemID: key, itemID: ring.itemID, orderQty: 1 },
      ],
      400,
      'sale.line_twice',
      `Line ${key} is listed twice`,
    ],
  ]
  for (const [items, status, code, message] of cases) {
    const refused = await change(id, items)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([status, code, message])
  }
  const { body } = await staff('GET', `${path}/${id}`)
  expect(body.data).toEqual(mine)
})

test('one line is added, changed and removed, and everything else of the sale stays', async () => {
  const [ring, chain] = [
    await stockItem(db, { quantity: 9, price: 1000 }),
    await stockItem(db, { quantity: 9, price: 500 }),
  ]
  const { body: created } = await staff('POST', path, {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 1, price: 1200 }],
    discount: 50,
    shippingFee: 80,
    remarks: 'Gift',
  })
  const made = created.data as Sale
  const lines = `${path}/${made.salesTransactionID}/lines`
  const added = await staff('POST', lines, { itemID: chain.itemID, orderQty: 2 })
  expect([added.status, added.body.data]).toMatchObject([
    201,
    {
      remarks: 'Gift',
      discount: 50,
      shippingFee: 80,
      subtotal: 2200,
      totalPurchase: 2230,
      holdUntil: made.holdUntil,
      items: [
        { salesItemID: keysOf(made)[0], price: 1200, heldQty: 1 },
        { price: 500, orderQty: 2, heldQty: 2 },
      ],
    },
  ])
  const [, newKey] = keysOf(added.body.data)
  const changed = await staff('PUT', `${lines}/${keysOf(made)[0]}`, { orderQty: 3 })
  expect(changed.body.data).toMatchObject({ subtotal: 4600, items: [{ price: 1200, orderQty: 3, heldQty: 3 }, {}] })
  const dearer = await staff('PUT', `${lines}/${newKey}`, { orderQty: 1, price: 600 })
  expect(dearer.body.data).toMatchObject({ subtotal: 4200, items: [{}, { price: 600, orderQty: 1, heldQty: 1 }] })
  expect(await reserved(chain.inventoryID)).toBe(1)
  const removed = await staff('DELETE', `${lines}/${newKey}`)
  expect(removed.body.data).toMatchObject({ subtotal: 3600, totalItems: 1, holdUntil: made.holdUntil })
  expect([await reserved(ring.inventoryID), await reserved(chain.inventoryID)]).toEqual([3, 0])
  const actions = await db.select().from(audit).where(eq(audit.entityID, made.salesTransactionID))
  expect(actions.filter(({ entity }) => entity === 'sale').map(({ action }) => action)).toEqual([
    'create',
    'update',
    'update',
    'update',
    'update',
  ])
  expect(await verifyStock({ db })).toEqual([])
})

test('a single line obeys the rules of the sale', async () => {
  const ring = await stockItem(db, { itemName: 'Band', quantity: 3, price: 1000 })
  const made = await save([{ itemID: ring.itemID, orderQty: 1 }])
  const other = await save([{ itemID: ring.itemID, orderQty: 1 }])
  const [id, [key]] = [made.salesTransactionID, keysOf(made)]
  const lines = `${path}/${id}/lines`
  const refusals: [string, string, object | undefined, number, string][] = [
    ['PUT', `${lines}/${key}`, { orderQty: 3 }, 409, 'Only 2 of Band available at Main'],
    ['PUT', `${lines}/${key}`, { orderQty: 0 }, 400, 'must be more than 0'],
    ['PUT', `${lines}/${key}`, { orderQty: 1, price: 999 }, 403, 'Only a manager may sell Band below ₱1,000.00'],
    ['PUT', `${lines}/${keysOf(other)[0]}`, { orderQty: 1 }, 404, 'Line not found'],
    ['DELETE', `${lines}/${keysOf(other)[0]}`, undefined, 404, 'Line not found'],
    ['DELETE', `${lines}/${key}`, undefined, 422, 'A sale has at least one line: cancel the sale instead'],
    ['POST', lines, { itemID: 999_999, orderQty: 1 }, 422, 'Item 999999 does not exist'],
    ['POST', `${path}/999999/lines`, { itemID: ring.itemID, orderQty: 1 }, 404, 'Sale not found'],
    [
      'POST',
      lines,
      { itemID: ring.itemID, orderQty: 1, updatedAt: '2020-01-01T00:00:00.000Z' },
      409,
      'This record was changed by someone else',
    ],
  ]
  for (const [method, url, body, status, message] of refusals) {
    const refused = await staff(method as 'PUT', url, body)
    expect([method, url, refused.status, refused.body.message]).toEqual([
      method,
      url,
      status,
      expect.stringContaining(message),
    ])
  }
  expect((await staff('GET', `${path}/${id}`)).body.data).toEqual(made)
  // The total stays at or above the paid amount, and a closed sale keeps its lines.
  await staff('POST', `${path}/${id}/payments`, { paymentTypeID: 1, amount: 1000 })
  const below = await manager('PUT', `${lines}/${key}`, { orderQty: 1, price: 900 })
  expect([below.status, below.body.code]).toEqual([422, 'sale.total_below_paid'])
  await staff('PUT', `${path}/${id}/complete`)
  const closed = await staff('POST', lines, { itemID: ring.itemID, orderQty: 1 })
  expect([closed.status, closed.body.message]).toEqual([409, 'This sale is Completed and can no longer be changed'])
})

test('lines added to one sale at once are all there, and never more than the stock', async () => {
  const [ring, rare] = [await stockItem(db, { quantity: 20 }), await stockItem(db, { quantity: 4 })]
  const made = await save([{ itemID: ring.itemID, orderQty: 1 }])
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      staff('POST', `${path}/${made.salesTransactionID}/lines`, { itemID: rare.itemID, orderQty: 1 }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
  expect(answers.filter(({ status, body }) => status === 409 && body.code === 'sale.stock_short')).toHaveLength(6)
  const { body } = await staff('GET', `${path}/${made.salesTransactionID}`)
  expect(body.data).toMatchObject({ totalItems: 5, totalQuantity: 5 })
  expect(await reserved(rare.inventoryID)).toBe(4)
  expect(await verifyStock({ db })).toEqual([])
})

test('a change does not move the end of the hold, and takes nothing once the hold is over', async () => {
  const [ring, chain] = [await stockItem(db, { quantity: 5 }), await stockItem(db, { quantity: 5 })]
  const made = await save([{ itemID: ring.itemID, orderQty: 1 }])
  const id = made.salesTransactionID
  const soon = new Date(Date.now() + 3_600_000)
  await db.update(sale).set({ holdUntil: soon }).where(eq(sale.salesTransactionID, id))
  const items = [{ itemID: ring.itemID, orderQty: 1 }]
  const told = await change(id, items, { remarks: 'Call her' })
  expect(told.body.data).toMatchObject({ remarks: 'Call her', holdUntil: soon.toISOString() })
  const more = await staff('POST', `${path}/${id}/lines`, { itemID: chain.itemID, orderQty: 1 })
  expect(more.body.data).toMatchObject({ holdUntil: soon.toISOString(), items: [{ heldQty: 1 }, { heldQty: 1 }] })

  const over = new Date(Date.now() - 1000)
  await db.update(sale).set({ holdUntil: over }).where(eq(sale.salesTransactionID, id))
  const late = await staff('POST', `${path}/${id}/lines`, { itemID: chain.itemID, orderQty: 2 })
  expect(late.body.data).toMatchObject({
    holdUntil: over.toISOString(),
    items: [{ heldQty: 1 }, { heldQty: 1 }, { orderQty: 2, heldQty: 0 }],
  })
  expect(await verifyStock({ db })).toEqual([])
})
