// Proves that goods leave the repair stock by one final document: to the shelf with the price of the workshop, or to
// scrap, and that values, average costs and the ledger agree afterwards.
import { and, desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory, inventoryType, location, repairReturn, stockMovement } from '../../db/schema/stock.ts'
import { shopItself } from '../../kernel/context.ts'
import { findOrCreateStockRow, postMovements } from '../ledger/ledger.ts'
import { verifyStock } from '../ledger/verify.ts'

const { db, as, users } = await testApp({ connections: 12 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const path = '/api/v1/repair-returns'
await db.insert(location).values({ locationName: 'Cebu' })
const [repair] = await db
  .insert(inventoryType)
  .values({ typeName: 'Repair', code: 'repair', sellable: false })
  .returning()
const inventoryTypeID = repair!.inventoryTypeID

/** Creates an item with stock on the shelf and in repair. The repair stock arrives at its own cost. */
async function stockInRepair({ shelf = 2, inRepair = 1, cost = 100, repairCost = cost, ...rest }: Shop = {}) {
  const { itemID, inventoryID: shelfID } = await stockItem(db, { quantity: shelf, cost, ...rest })
  const context = { db, actor: shopItself, now: new Date(), client: { address: '', agent: '' } }
  const inventoryID = await findOrCreateStockRow(context, { itemID, locationID: rest.locationID ?? 1, inventoryTypeID })
  await postMovements(context, { kind: 'opening', documentType: 'inventory', documentID: inventoryID }, [
    { inventoryID, quantity: inRepair, unitCost: repairCost },
  ])
  return { itemID, inventoryID, shelfID }
}
type Shop = {
  shelf?: number
  inRepair?: number
  cost?: number
  repairCost?: number
  itemName?: string
  uom?: 'PCS' | 'BULK'
  locationID?: number
}

const send = (body: object, headers: Record<string, string> = {}) => manager('POST', path, body, headers)
const toShelf = (inventoryID: number, quantity = 1, cost = 0) => ({ inventoryID, quantity, outcome: 'shelf', cost })
const quantityOf = async (inventoryID: number) =>
  (await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID)))[0]!.quantity
const valueOf = async (itemID: number) => (await manager('GET', `/api/v1/items/${itemID}/stock-value`)).body.data
const averageOf = async (itemID: number) =>
  (await db.select().from(item).where(eq(item.itemID, itemID)))[0]!.averageCost
const movementsOf = (repairReturnID: number) =>
  db
    .select()
    .from(stockMovement)
    .where(and(eq(stockMovement.documentType, 'repair'), eq(stockMovement.documentID, repairReturnID)))
    .orderBy(stockMovement.quantity)

test('goods come back to the shelf with the price of the workshop, which moves the average cost', async () => {
  const { itemID, inventoryID, shelfID } = await stockInRepair({ shelf: 2, inRepair: 1, itemName: 'Clasp' })
  const { status, body } = await send({ ...toShelf(inventoryID, 1, 50), remarks: ' New clasp ' })
  expect([status, body.data]).toMatchObject([
    201,
    {
      inventoryID,
      shelfInventoryID: shelfID,
      itemID,
      locationID: 1,
      quantity: 1,
      outcome: 'shelf',
      cost: 50,
      value: 100,
      remarks: 'New clasp',
      item: { itemName: 'Clasp', uom: 'PCS' },
      location: { locationName: 'Main' },
      shelfType: { typeName: 'On hand' },
      createdBy: { name: 'Test Manager' },
    },
  ])
  const { repairReturnID, repairReturnNumber } = body.data
  expect(repairReturnNumber).toMatch(/^RR-\d{4}-\d{6}$/)
  expect([await quantityOf(inventoryID), await quantityOf(shelfID)]).toEqual([0, 3])
  expect(await valueOf(itemID)).toMatchObject({ quantity: 3, value: 350 })
  // 350 / 3, half up to six decimals: the arrival is posted after the departure.
  expect(await averageOf(itemID)).toBe(116.666667)
  expect(await movementsOf(repairReturnID)).toMatchObject([
    { inventoryID, kind: 'repair', quantity: -1, value: -100, userID: users.get(2) },
    { inventoryID: shelfID, kind: 'repair', quantity: 1, value: 150, unitCost: 150, userID: users.get(2) },
  ])
  const ledger = (await staff('GET', `/api/v1/inventory/${shelfID}/movements?kind=repair`)).body
  expect(ledger.data).toMatchObject([{ documentNumber: repairReturnNumber, documentID: repairReturnID, value: 150 }])
  const trail = await db.select().from(audit).orderBy(desc(audit.auditID)).limit(2)
  expect(trail).toMatchObject([
    { action: 'create', entity: 'repairReturn', entityID: repairReturnID, userID: users.get(2), before: null },
    {
      action: 'return from repair',
      entity: 'item',
      entityID: itemID,
      before: { averageCost: 100 },
      after: { averageCost: 116.666667 },
    },
  ])
  expect((await staff('GET', `${path}/${repairReturnID}`)).body.data).toEqual(body.data)
  expect(await verifyStock({ db })).toEqual([])
})

test('a part of the goods leaves at its share of the value, and the last of it takes the rest', async () => {
  const { itemID, inventoryID } = await stockInRepair({ shelf: 0, inRepair: 3, cost: 3.33, repairCost: 3.34 })
  await admin('POST', `/api/v1/items/${itemID}/revaluations`, { unitCost: 3.33, reason: 'Rounding' })
  expect(await valueOf(itemID)).toMatchObject({ value: 9.99 })
  expect((await send(toShelf(inventoryID, 2, 0.01))).body.data.value).toBe(6.66)
  expect(await valueOf(itemID)).toMatchObject({ quantity: 3, value: 10 })
  expect(await averageOf(itemID)).toBe(3.333333)
  expect((await send({ ...toShelf(inventoryID), outcome: 'scrap' })).body.data.value).toBe(3.33)
  expect(await valueOf(itemID)).toMatchObject({ quantity: 2, value: 6.67 })
  expect(await verifyStock({ db })).toEqual([])
})

test('scrap is written off, and the price of the workshop is an expense of the document alone', async () => {
  const { itemID, inventoryID, shelfID } = await stockInRepair({ shelf: 2, inRepair: 2 })
  const { status, body } = await send({ inventoryID, quantity: 2, outcome: 'scrap', cost: 35.5 })
  expect([status, body.data]).toMatchObject([
    201,
    { outcome: 'scrap', shelfInventoryID: null, shelfType: null, value: 200, cost: 35.5 },
  ])
  expect([await quantityOf(inventoryID), await quantityOf(shelfID)]).toEqual([0, 2])
  expect(await valueOf(itemID)).toMatchObject({ quantity: 2, value: 200 })
  expect(await averageOf(itemID)).toBe(100)
  expect(await movementsOf(body.data.repairReturnID)).toMatchObject([{ inventoryID, quantity: -2, value: -200 }])
  expect(await verifyStock({ db })).toEqual([])
})

test('goods of a refund go to the workshop and back to the shelf, where they can be sold again', async () => {
  const { itemID, inventoryID: shelfID } = await stockItem(db, { quantity: 1, cost: 600 })
  const sale = {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
  }
  const sold = (await staff('POST', '/api/v2/sales', sale)).body.data
  const items = [{ salesItemID: sold.items[0].salesItemID, qty: 1, disposition: 'repair' }]
  const refund = { paymentTypeID: 1, reason: 'Broken clasp', items }
  expect((await manager('POST', `/api/v2/sales/${sold.salesTransactionID}/refunds`, refund)).status).toBe(201)
  expect((await staff('POST', '/api/v2/sales', sale)).status).toBe(409)
  const { body } = await staff('GET', `/api/v1/inventory?itemID=${itemID}&inventoryTypeID=${inventoryTypeID}`)
  expect(body.data).toMatchObject([{ typeCode: 'repair', quantity: 1 }])
  expect((await send(toShelf(body.data[0].inventoryID, 1, 80))).status).toBe(201)
  expect(await quantityOf(shelfID)).toBe(1)
  expect(await valueOf(itemID)).toMatchObject({ value: 680, unitCost: 680 })
  expect((await staff('POST', '/api/v2/sales', sale)).status).toBe(201)
  expect(await verifyStock({ db })).toEqual([])
})

test('without stock on the shelf its row is created at the location of the repair stock', async () => {
  const { itemID, inventoryID } = await stockInRepair({ shelf: 0, inRepair: 2.5, uom: 'BULK', locationID: 2 })
  await db.execute(sql`delete from inventory where item_id = ${itemID} and inventory_type_id = 1 and movements = 0`)
  expect((await send(toShelf(inventoryID, 1.125))).status).toBe(201)
  const rows = await db.select().from(inventory).where(eq(inventory.itemID, itemID)).orderBy(inventory.inventoryTypeID)
  expect(rows).toMatchObject([
    { inventoryTypeID: 1, locationID: 2, quantity: 1.125 },
    { inventoryTypeID, locationID: 2, quantity: 1.375 },
  ])
})

test('goods never come back to the repair stock itself, even if that type is for sale', async () => {
  await db.update(inventoryType).set({ sellable: true }).where(eq(inventoryType.inventoryTypeID, inventoryTypeID))
  const { inventoryID, shelfID } = await stockInRepair()
  expect((await send(toShelf(inventoryID))).body.data.shelfInventoryID).toBe(shelfID)
  const { inventoryID: last } = await stockInRepair()
  await db.update(inventoryType).set({ status: false }).where(eq(inventoryType.inventoryTypeID, 1))
  const { status, body } = await send(toShelf(last))
  expect([status, body.code]).toEqual([422, 'stock.no_type'])
  await db.update(inventoryType).set({ status: true }).where(eq(inventoryType.inventoryTypeID, 1))
  await db.update(inventoryType).set({ sellable: false }).where(eq(inventoryType.inventoryTypeID, inventoryTypeID))
})

test('two steps: Staff do not make the repair stock sellable instead of a repair return', async () => {
  const ofType = `/api/v1/inventory-type/${inventoryTypeID}`
  const { status, body } = await staff('PUT', ofType, { typeName: 'Repair', sellable: true })
  expect([status, body]).toEqual([
    403,
    {
      success: false,
      code: 'repair.sale_denied',
      message: 'Only a manager may make stock of type Repair sellable',
      errors: [{ field: 'sellable', message: 'Only a manager may make stock of type Repair sellable' }],
    },
  ])
  expect((await staff('GET', ofType)).body.data.sellable).toBe(false)
  const renamed = await staff('PUT', ofType, { typeName: 'Repair', description: 'At the workshop' })
  expect([renamed.status, renamed.body.data.sellable]).toEqual([200, false])
  for (const sellable of [true, false])
    expect((await manager('PUT', ofType, { typeName: 'Repair', sellable })).body.data.sellable).toBe(sellable)
})

const kept = await stockInRepair({ shelf: 2, inRepair: 2, itemName: 'Kept ring' })
test.each<[string, object, number, string, string, string?]>([
  ['no quantity', { quantity: undefined }, 400, 'input.invalid', 'Quantity is required', 'quantity'],
  ['nothing', { quantity: 0 }, 400, 'input.invalid', 'Quantity must be more than 0', 'quantity'],
  ['four decimals', { quantity: 1.0001 }, 400, 'input.invalid', 'Quantities have at most 3 decimals', 'quantity'],
  [
    'half a piece',
    { quantity: 0.5 },
    400,
    'quantity.not_countable',
    'Kept ring is counted in whole pieces',
    'quantity',
  ],
  ['a negative cost', { cost: -1 }, 400, 'input.invalid', 'Cost must be at least 0', 'cost'],
  ['no cost', { cost: undefined }, 400, 'input.invalid', 'Cost is required', 'cost'],
  ['three decimals of a cost', { cost: 1.234 }, 400, 'input.invalid', 'Amounts have at most 2 decimals', 'cost'],
  [
    'another outcome',
    { outcome: 'sold' },
    400,
    'input.invalid',
    'Outcome must be one of: back on the shelf, scrap',
    'outcome',
  ],
  [
    'long remarks',
    { remarks: 'x'.repeat(1001) },
    400,
    'input.invalid',
    'Remarks must be at most 1000 characters',
    'remarks',
  ],
  ['unknown stock', { inventoryID: 99_999 }, 422, 'reference.missing', 'Inventory 99999 does not exist', 'inventoryID'],
  [
    'stock of another type',
    { inventoryID: kept.shelfID },
    422,
    'repair.other_stock',
    'Inventory type On hand is not the stock for repair',
    'inventoryID',
  ],
  ['more than there is', { quantity: 3 }, 409, 'stock.short', 'Only 2 of Kept ring available at Main'],
  [
    'more than there is for scrap',
    { quantity: 3, outcome: 'scrap' },
    409,
    'stock.short',
    'Only 2 of Kept ring available at Main',
  ],
])('refuses %s and changes nothing', async (_, wrong, status, code, message, field) => {
  const before = [await db.$count(repairReturn), await valueOf(kept.itemID)]
  const answer = await send({ ...toShelf(kept.inventoryID), ...wrong })
  expect([answer.status, answer.body]).toEqual([
    status,
    { success: false, code, message, ...(field && { errors: [{ field, message }] }) },
  ])
  expect([await db.$count(repairReturn), await valueOf(kept.itemID)]).toEqual(before)
})

test('refuses Staff, an unknown key, and a cost that the average cannot hold', async () => {
  expect((await staff('POST', path, toShelf(kept.inventoryID))).status).toBe(403)
  expect((await staff('GET', `${path}/99999`)).body).toMatchObject({
    code: 'record.not_found',
    message: 'Repair return not found',
  })
  const { inventoryID } = await stockInRepair({ shelf: 0, inRepair: 1, uom: 'BULK' })
  const huge = await send({ ...toShelf(inventoryID, 0.001, 999_999_999_999.99) })
  expect([huge.status, huge.body.code, huge.body.message]).toEqual([400, 'input.invalid', 'A number is too large'])
  expect(await quantityOf(inventoryID)).toBe(1)
})

test('an Inactive location takes no goods back, but its repair stock can be scrapped', async () => {
  const [closing] = await db.insert(location).values({ locationName: 'Pop-up' }).returning()
  const { locationID } = closing!
  const { inventoryID } = await stockInRepair({ locationID })
  await db.update(location).set({ status: false }).where(eq(location.locationID, locationID))
  const { status, body } = await send(toShelf(inventoryID))
  expect([status, body.code]).toEqual([422, 'reference.inactive'])
  expect((await send({ ...toShelf(inventoryID), outcome: 'scrap' })).status).toBe(201)
})

test('of many people who return the last piece at once one succeeds', async () => {
  const { inventoryID, shelfID } = await stockInRepair({ itemName: 'Last ring' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => send({ ...toShelf(inventoryID, 1, 5), outcome: n % 2 ? 'shelf' : 'scrap' })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 409),
  ])
  expect(new Set(answers.flatMap(({ body }) => body.message ?? []))).toEqual(
    new Set(['Only 0 of Last ring available at Main']),
  )
  expect(await quantityOf(inventoryID)).toBe(0)
  const [won] = answers.filter(({ status }) => status === 201)
  expect(await quantityOf(shelfID)).toBe(won!.body.data.outcome === 'shelf' ? 3 : 2)
  expect(await verifyStock({ db })).toEqual([])
})

test('returns, sales and receivings at once never deadlock, and numbers have no gaps', async () => {
  const { itemID, inventoryID } = await stockInRepair({ shelf: 20, inRepair: 20 })
  const before = await db.$count(repairReturn)
  const sale = {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
  }
  const receipt = {
    locationID: 1,
    receivedDate: '2026-01-02',
    referenceNumber: 'DR',
    status: 'Completed',
    items: [{ itemID, uom: 'PCS', receivedQty: 1, unitCost: 77.77 }],
  }
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => {
      if (n % 3 === 0) return staff('POST', '/api/v2/sales', sale)
      if (n % 3 === 1) return manager('POST', '/api/v2/po-receiving', receipt)
      return send({ ...toShelf(inventoryID, 1, n), outcome: n % 2 ? 'shelf' : 'scrap' })
    }),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  const rows = await db.select().from(repairReturn).orderBy(desc(repairReturn.repairReturnNumber))
  expect(rows.length - before).toBe(10)
  expect(Number(rows[0]!.repairReturnNumber.slice(-6))).toBe(rows.length)
  expect(await verifyStock({ db })).toEqual([])
})

test('a retried call returns the goods once', async () => {
  const { inventoryID } = await stockInRepair({ inRepair: 5 })
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => send(toShelf(inventoryID), { 'idempotency-key': 'repair-once' })),
  )
  expect(new Set(answers.map(({ body }) => body.data.repairReturnID)).size).toBe(1)
  expect(await quantityOf(inventoryID)).toBe(4)
})

test('the database keeps a repair return final', async () => {
  const refused = async (statement: string) =>
    db.execute(sql.raw(statement)).then(
      () => 'done',
      (error: Error) => String(error.cause),
    )
  for (const statement of [
    'update stock_repair_return set cost = cost + 1',
    'update stock_repair_return set shelf_inventory_id = null, outcome = $$scrap$$',
    'delete from stock_repair_return',
    'truncate stock_repair_return',
  ])
    expect(await refused(statement)).toContain('rows of stock_repair_return are never changed')
  // Anonymising a customer rewrites remarks.
  expect(await refused('update stock_repair_return set remarks = null, updated_at = now()')).toBe('done')
})

test('the list is searched, filtered and sorted', async () => {
  const { itemID, inventoryID } = await stockInRepair({ inRepair: 3, itemName: 'Listed bangle', locationID: 2 })
  await send({ ...toShelf(inventoryID, 1, 10), remarks: 'Polished at 100%' })
  await send({ inventoryID, quantity: 2, outcome: 'scrap', cost: 0 })
  const find = async (query: string) => {
    const { status, body } = await staff('GET', `${path}?itemID=${itemID}&sort=repairReturnID&${query}`)
    expect(status).toBe(200)
    return body.data.map(({ outcome }: { outcome: string }) => outcome)
  }
  expect(await find('')).toEqual(['shelf', 'scrap'])
  expect(await find('outcome=scrap')).toEqual(['scrap'])
  expect(await find('locationID=1')).toEqual([])
  expect(await find('search=100%25')).toEqual(['shelf'])
  expect(await find('search=bangle&locationID=2')).toEqual(['shelf', 'scrap'])
  expect(await find('to=2020-01-01')).toEqual([])
  for (const field of [
    'repairReturnNumber',
    'itemName',
    'locationName',
    'quantity',
    'outcome',
    'cost',
    'value',
    'createdAt',
    'createdByName',
  ])
    expect((await staff('GET', `${path}?itemID=${itemID}&sort=-${field}`)).body.meta.total).toBe(2)
  expect((await staff('GET', `${path}?status=true`)).body.message).toBe('Unknown parameter: status')
})

test('verification reports a return whose ledger differs', async () => {
  class Undo extends Error {}
  let found: string[] = []
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = 'replica'`)
      await tx.execute(sql`update stock_repair_return set cost = cost + 1
        where repair_return_id = (select min(repair_return_id) from stock_repair_return where outcome = 'shelf')`)
      found = await verifyStock({ db: tx })
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  expect(found).toEqual([
    expect.stringMatching(/^Repair return RR-.* takes 1 worth 100.00 out of repair and 1 worth 151.00 to the shelf/),
  ])
})
