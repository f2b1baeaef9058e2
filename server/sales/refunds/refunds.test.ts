import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { SaleRefundInput } from '../../../contract/sales/sale-refunds.ts'
import type { SaleRow } from '../../../contract/sales/sales.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory, inventoryType, location, stockMovement } from '../../db/schema/stock.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

const { db, as, users } = await testApp({ connections: 10 })
const [staff, manager] = [as(3), as(2)]
const cash = 1

/** Creates a completed counter sale. */
async function sold(
  items: { itemID: number; orderQty: number; price?: number }[],
  over: object = {},
): Promise<SaleRow> {
  const { status, body } = await manager('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items,
    payments: [{ paymentTypeID: cash, amount: 10_000_000 }],
    complete: true,
    ...over,
  })
  expect(status).toBe(201)
  return body.data
}
const refund = (id: number, body: Partial<SaleRefundInput> = {}, as = manager) =>
  as('POST', `/api/v2/sales/${id}/refunds`, { paymentTypeID: cash, reason: 'Too small', ...body })
const onHand = async (inventoryID: number) => {
  const [row] = await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID))
  return row!.quantity
}
const snapshot = async () => {
  const tables = [
    'sales_transaction',
    'sales_refund',
    'sales_refund_item',
    'stock_movement',
    'inventory',
    'inventory_type',
  ]
  const sums = tables.map((name) => `select md5(string_agg(t::text, '|' order by t::text)) from ${name} t`)
  return (await db.execute<{ md5: string }>(sql.raw(sums.join(' union all ')))).rows
}
async function refused(call: () => ReturnType<typeof refund>, status: number, message: string) {
  const before = await snapshot()
  const answer = await call()
  expect([answer.status, answer.body.message]).toEqual([status, message])
  expect(await snapshot()).toEqual(before)
}

test('a full refund pays the total without shipping and puts the goods back on the shelf', async () => {
  const ring = await stockItem(db, { quantity: 5, price: 1000, cost: 600 })
  const chain = await stockItem(db, { quantity: 5, price: 500, cost: 300 })
  const sale = await sold(
    [
      { itemID: ring.itemID, orderQty: 2 },
      { itemID: chain.itemID, orderQty: 1 },
    ],
    { discount: 100, shippingFee: 350 },
  )
  const { status, body } = await refund(sale.salesTransactionID)
  expect([status, body.data]).toEqual([
    201,
    expect.objectContaining({ status: 'Refunded', refundedAmount: 2400, balance: 0, totalPurchase: 2750 }),
  ])
  expect(body.data.refunds).toEqual([
    {
      refundID: expect.any(Number),
      paymentTypeID: cash,
      paymentName: 'Cash',
      parts: [{ paymentName: 'Cash', paymentCode: 'cash', amount: 2400 }],
      reason: 'Too small',
      amount: 2400,
      createdByID: users.get(2),
      createdAt: expect.stringMatching(/Z$/),
      items: [
        { salesItemID: sale.items[0]!.salesItemID, qty: 2, amount: 1920, disposition: 'restock' },
        { salesItemID: sale.items[1]!.salesItemID, qty: 1, amount: 480, disposition: 'restock' },
      ],
    },
  ])
  expect(body.data.items.map((line: { refundedQty: number }) => line.refundedQty)).toEqual([2, 1])
  expect([await onHand(ring.inventoryID), await onHand(chain.inventoryID)]).toEqual([5, 5])
  const ledger = await db.select().from(stockMovement).where(eq(stockMovement.inventoryID, ring.inventoryID))
  expect(ledger.at(-1)).toMatchObject({ kind: 'refund', documentType: 'sale', quantity: 2, unitCost: 600 })
  const [row] = await db.select().from(audit).where(eq(audit.action, 'refund'))
  expect(row).toMatchObject({ entity: 'sale', entityID: sale.salesTransactionID, userID: users.get(2) })
  expect(await verifyStock({ db })).toEqual([])
})

test('refunds of single pieces add up to the centavo, and then the sale is Refunded', async () => {
  const ring = await stockItem(db, { quantity: 3, price: 33.33 })
  const sale = await sold([{ itemID: ring.itemID, orderQty: 3 }], { discount: 10 })
  const [line] = sale.items
  const amounts: number[] = []
  for (const status of ['Completed', 'Completed', 'Refunded']) {
    const { body } = await refund(sale.salesTransactionID, { items: [{ salesItemID: line!.salesItemID, qty: 1 }] })
    expect(body.data.status).toBe(status)
    amounts.push(body.data.refunds.at(-1).amount)
  }
  // A third of ₱89.99 is ₱29.9966…. The amounts are rounded so that their running total is right.
  expect(amounts).toEqual([30, 29.99, 30])
  const { body } = await staff('GET', `/api/v2/sales/${sale.salesTransactionID}`)
  expect([body.data.refundedAmount, body.data.refunds.length]).toEqual([89.99, 3])
  expect(await onHand(ring.inventoryID)).toBe(3)
  await refused(
    () => refund(sale.salesTransactionID),
    409,
    'This sale is Refunded: only a Completed sale can be refunded',
  )
})

test('returned goods go to the shelf, to repair or to no stock', async () => {
  const ring = await stockItem(db, { quantity: 4 })
  const sale = await sold([{ itemID: ring.itemID, orderQty: 4 }])
  const { salesItemID } = sale.items[0]!
  const { body } = await refund(sale.salesTransactionID, {
    items: [
      { salesItemID, qty: 1 },
      { salesItemID, qty: 1, disposition: 'repair' },
      { salesItemID, qty: 1, disposition: 'scrap' },
      { salesItemID, qty: 1, disposition: 'restock' },
    ],
  })
  expect(body.data).toMatchObject({ status: 'Refunded', refundedAmount: 4000 })
  expect(body.data.refunds[0].items).toMatchObject([
    { qty: 1, disposition: 'repair' },
    { qty: 2, disposition: 'restock' },
    { qty: 1, disposition: 'scrap' },
  ])
  expect(await onHand(ring.inventoryID)).toBe(2)
  const [workshop] = await db
    .select({ quantity: inventory.quantity, sellable: inventoryType.sellable, typeName: inventoryType.typeName })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(eq(inventoryType.typeName, 'Repair'))
  expect(workshop).toEqual({ quantity: 1, sellable: false, typeName: 'Repair' })
  // Repair stock is not sellable.
  const { body: third } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 3 }],
  })
  expect(third.message).toMatch(/^Only 2 of /)
  expect(await verifyStock({ db })).toEqual([])
})

test('goods for repair are refused when the repair stock is sellable', async () => {
  const ring = await stockItem(db, { quantity: 1 })
  const sale = await sold([{ itemID: ring.itemID, orderQty: 1 }])
  const items = [{ salesItemID: sale.items[0]!.salesItemID, qty: 1, disposition: 'repair' as const }]
  await db.insert(inventoryType).values({ typeName: 'Repair' }).onConflictDoNothing()
  const sellable = (yes: boolean) =>
    db.update(inventoryType).set({ sellable: yes }).where(eq(inventoryType.typeName, 'Repair'))
  await sellable(true)
  await refused(
    () => refund(sale.salesTransactionID, { items }),
    422,
    'Inventory type Repair is for sale: make it not sellable, or choose another way for these goods',
  )
  await sellable(false)
  expect((await refund(sale.salesTransactionID, { items })).status).toBe(201)
})

test('goods return to the stock rows they came from', async () => {
  const [display] = await db.insert(inventoryType).values({ typeName: 'Display' }).returning()
  const ring = await stockItem(db, { quantity: 1 })
  const { body: row } = await staff('POST', '/api/v1/inventory', {
    itemID: ring.itemID,
    locationID: 1,
    inventoryTypeID: display!.inventoryTypeID,
    quantity: 2,
    reOrderThreshold: 0,
  })
  const sale = await sold([{ itemID: ring.itemID, orderQty: 3 }])
  const items = [{ salesItemID: sale.items[0]!.salesItemID, qty: 2 }]
  await refund(sale.salesTransactionID, { items })
  expect([await onHand(ring.inventoryID), await onHand(row.data.inventoryID)]).toEqual([1, 1])
  await refund(sale.salesTransactionID)
  expect([await onHand(ring.inventoryID), await onHand(row.data.inventoryID)]).toEqual([1, 2])
  expect(await verifyStock({ db })).toEqual([])
})

test('BULK is returned exactly to the milligram', async () => {
  const beads = await stockItem(db, { quantity: 10.5, uom: 'BULK', price: 4321.09 })
  const sale = await sold([{ itemID: beads.itemID, orderQty: 2.345 }])
  const { salesItemID } = sale.items[0]!
  await refund(sale.salesTransactionID, { items: [{ salesItemID, qty: 0.345 }] })
  expect(await onHand(beads.inventoryID)).toBe(8.5)
  const { body } = await refund(sale.salesTransactionID)
  expect(body.data).toMatchObject({ status: 'Refunded', refundedAmount: sale.totalPurchase })
  expect(await onHand(beads.inventoryID)).toBe(10.5)
})

test('only a manager refunds, only sold quantities, and each of them once', async () => {
  const ring = await stockItem(db, { itemName: 'Halo', quantity: 9 })
  const sale = await sold([{ itemID: ring.itemID, orderQty: 2 }])
  const other = await sold([{ itemID: ring.itemID, orderQty: 1 }])
  const id = sale.salesTransactionID
  const { salesItemID } = sale.items[0]!
  const of = (part: object) => ({ items: [{ salesItemID, qty: 1, ...part }] })
  await refused(() => refund(id, {}, staff), 403, 'You may not do this')
  await refused(() => refund(999), 404, 'Sale not found')
  await refused(() => refund(id, of({ qty: 3 })), 422, 'Only 2 of Halo can come back')
  await refused(
    () => refund(id, { items: [...of({ qty: 2 }).items, ...of({ disposition: 'scrap' }).items] }),
    422,
    'Only 2 of Halo can come back',
  )
  await refused(() => refund(id, of({ qty: 0.5 })), 400, 'Halo is counted in whole pieces')
  await refused(
    () => refund(id, of({ salesItemID: other.items[0]!.salesItemID })),
    422,
    `Line ${other.items[0]!.salesItemID} does not belong to this sale`,
  )
  await refused(() => refund(id, { paymentTypeID: 999 }), 422, 'Payment type 999 does not exist')
  await refused(() => refund(id, { reason: ' ' }), 400, 'Reason is required')
  await refused(() => refund(id, { items: [] }), 400, 'Add at least one item')
  await refused(() => refund(id, of({ qty: 0 })), 400, 'Quantity must be more than 0')
  const { body: open } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 1 }],
  })
  await refused(
    () => refund(open.data.salesTransactionID),
    409,
    'This sale is Pending: only a Completed sale can be refunded',
  )
  const { body } = await staff('GET', `/api/v2/sales/${id}`)
  expect(body.data).toMatchObject({ status: 'Completed', refundedAmount: 0, refunds: [] })
})

test('goods of a location closed since the sale can be scrapped, but not put back', async () => {
  const [fair] = await db.insert(location).values({ locationName: 'Fair' }).returning()
  const ring = await stockItem(db, { itemName: 'Fair ring', quantity: 1, locationID: fair!.locationID })
  const sale = await sold([{ itemID: ring.itemID, orderQty: 1 }], { locationID: fair!.locationID })
  await db.update(location).set({ status: false }).where(eq(location.locationID, fair!.locationID))
  await refused(
    () => refund(sale.salesTransactionID),
    422,
    'Location Fair is Inactive: no stock of Fair ring can be put there',
  )
  const { status } = await refund(sale.salesTransactionID, {
    items: [{ salesItemID: sale.items[0]!.salesItemID, qty: 1, disposition: 'scrap' }],
  })
  expect(status).toBe(201)
})

test('of eight concurrent refunds of one sale one succeeds, and a retry creates no second one', async () => {
  const ring = await stockItem(db, { quantity: 8 })
  const sale = await sold([{ itemID: ring.itemID, orderQty: 1 }])
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(sale.salesTransactionID)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 7 }, () => 409),
  ])

  const again = await sold([{ itemID: ring.itemID, orderQty: 2 }])
  const body = {
    paymentTypeID: cash,
    reason: 'Too large',
    items: [{ salesItemID: again.items[0]!.salesItemID, qty: 1 }],
  }
  const path = `/api/v2/sales/${again.salesTransactionID}/refunds`
  const twice = await Promise.all([1, 2].map(() => manager('POST', path, body, { 'idempotency-key': 'refund-1' })))
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
  expect(twice[0]!.body).toEqual(twice[1]!.body)
  expect(await onHand(ring.inventoryID)).toBe(7)
  expect(await verifyStock({ db })).toEqual([])
})
