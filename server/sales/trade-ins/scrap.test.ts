// Proves that nobody sells, orders, receives or changes scrap, that wrong input of a trade-in is refused with a sentence, and
// that two people who do the same at once buy the pieces once.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { stockItem } from '../../../tests/support/stocked.ts'
import { ofTheDrawing, tradeInShop } from '../../../tests/support/trade-ins.ts'
import { item } from '../../db/schema/catalogue.ts'
import { inventoryType, location } from '../../db/schema/stock.ts'
import { scrapItem, tradeIn } from '../../db/schema/trade-ins.ts'
import { findAllContradictions } from '../../prove-books.ts'

const { db, admin, staff, manager, path, create, offered, accepted } = await tradeInShop()
await db.insert(location).values({ locationName: 'Closed', status: false })
const piece = ofTheDrawing[0]!
const [locationID, customerID] = [1, 1]
await accepted([piece])
const [scrap] = await db.select().from(scrapItem).innerJoin(item, eq(item.itemID, scrapItem.itemID))

test('two first purchases of a karat at once share one item for its scrap, and each is bought once', async () => {
  const first = { ...piece, testedKarat: '24K' as const }
  const [one, other] = [await offered([first]), await offered([first])]
  const answers = await Promise.all(
    [one, other, one, other].map(({ tradeInID }) => staff('POST', `${path}/${tradeInID}/acceptance`, { signed: true })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused.map(({ body }) => body.code)).toEqual(['trade_in.closed', 'trade_in.closed'])
  const { rows } = await db.execute<object>(sql`
    select item_code, quantity::float8 as quantity, value::float8 as value
      from item join scrap_item using (item_id) join stock_value using (item_id)
      where scrap_item.karat = '24K'`)
  expect(rows).toEqual([{ item_code: 'SCRAP-24K', quantity: 19.286, value: 161_038.1 }])
  expect(await findAllContradictions(db)).toEqual([])
})

test('a trade-in that is accepted and declined at once ends one way', async () => {
  const { tradeInID } = await offered([piece])
  const answers = await Promise.all([
    staff('POST', `${path}/${tradeInID}/acceptance`, { signed: true }),
    manager('POST', `${path}/${tradeInID}/decline`, {}),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await findAllContradictions(db)).toEqual([])
})

test('pieces go back once, and a new offer beside an acceptance does not change what was accepted', async () => {
  const done = await accepted([piece])
  const returns = await Promise.all([1, 2, 3].map(() => manager('POST', `${path}/${done.tradeInID}/return`, {})))
  expect(returns.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  const { tradeInID } = await offered([piece])
  await Promise.all([
    staff('POST', `${path}/${tradeInID}/acceptance`, { signed: true }),
    staff('POST', `${path}/${tradeInID}/offer`, { offer: 100 }),
    staff('PUT', `${path}/${tradeInID}`, { customerID, locationID, pieces: [{ ...piece, grossGrams: 1 }] }),
  ])
  expect(await findAllContradictions(db)).toEqual([])
})

test('scrap is not sold, not even to order, and not given in an exchange', async () => {
  const { itemID } = scrap!.item
  const wanted = { status: 422, code: 'item.scrap', message: 'Scrap is not for sale: it is gold from trade-ins' }
  const { rows: types } = await db.execute<{ id: number }>(
    sql`select transaction_type_id as id from transaction_type where beyond_stock or transaction_type_id = 1`,
  )
  expect(types.length).toBeGreaterThan(2)
  for (const { id } of types) {
    const sale = { locationID, transactionTypeID: id, items: [{ itemID, orderQty: 1 }] }
    const { status, body } = await manager('POST', '/api/v2/sales', sale)
    expect({ status, code: body.code, message: body.message }).toEqual(wanted)
  }
  const ring = await stockItem(db, { quantity: 3 })
  const sold = await staff('POST', '/api/v2/sales', {
    locationID,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
  })
  const { salesTransactionID, items } = sold.body.data
  const exchanged = await manager('POST', `/api/v1/sales/${salesTransactionID}/exchanges`, {
    returned: [{ salesItemID: items[0].salesItemID, qty: 1, disposition: 'restock' }],
    items: [{ itemID, orderQty: 1 }],
    payments: [],
    reason: 'Wrong size',
  })
  expect([exchanged.status, exchanged.body.code]).toEqual([422, 'item.scrap'])
  const open = await staff('POST', '/api/v2/sales', {
    locationID,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 1 }],
  })
  const line = await staff('POST', `/api/v2/sales/${open.body.data.salesTransactionID}/lines`, { itemID, orderQty: 1 })
  expect([line.status, line.body.code]).toEqual([422, 'item.scrap'])
})

test('scrap is neither ordered nor received', async () => {
  const { itemID } = scrap!.item
  const supplier = await staff('POST', '/api/v2/suppliers', {
    supplierName: 'Refiner',
    contactDetails: '0917',
    email: 's@x.example',
  })
  const ordered = await staff('POST', '/api/v2/po/purchase-order-items', {
    supplierID: supplier.body.data.supplierID,
    locationID,
    orderDate: '2026-11-20',
    expectedDeliverDate: '2026-12-01',
    purchaseOrderItems: [{ itemID, orderQty: 1, price: 5 }],
  })
  expect(ordered.body).toMatchObject({
    code: 'item.scrap',
    message: 'Scrap cannot be ordered: it is gold from trade-ins',
  })
  const received = await manager('POST', '/api/v2/po-receiving', {
    referenceNumber: 'DR-1001',
    receivedDate: '2026-11-20',
    locationID,
    items: [{ itemID, uom: 'grams', receivedQty: 1, unitCost: 5 }],
  })
  expect(received.body).toMatchObject({
    code: 'item.scrap',
    message: 'Scrap cannot be received: it is gold from trade-ins',
  })
})

test('an item for scrap keeps its karat, its unit and no price, and stays off the site', async () => {
  const { itemID, itemCode, itemName, categoryID } = scrap!.item
  const form = { itemCode, itemName, categoryID, grams: 1, uom: 'BULK', price: 0, karat: '18K', onSite: false, cost: 1 }
  const [{ cost }] = (await manager('GET', `/api/v1/items?itemIDs=${itemID}`)).body.data
  const put = (over: object) => manager('PUT', `/api/v1/items/${itemID}`, { ...form, cost, ...over })
  for (const wrong of [{ price: 10 }, { karat: '22K' }, { karat: null }, { onSite: true }, { status: false }]) {
    const { status, body } = await put(wrong)
    expect([status, body.code], JSON.stringify(wrong)).toEqual([422, 'item.scrap'])
  }
  expect((await put({ uom: 'PCS' })).status).toBe(422)
  expect((await put({ description: 'For the refiner' })).status).toBe(200)
  const priced = await manager('PUT', '/api/v1/item-changes', {
    items: [{ itemID }],
    change: { field: 'onSite', onSite: true },
  })
  expect([priced.status, priced.body.code]).toEqual([422, 'item.scrap'])
})

test('the till and the choices of items leave scrap out, and the stock shows it', async () => {
  const codes = async (query: string) =>
    (await staff('GET', `/api/v1/items?pageSize=100${query}`)).body.data.map(
      (one: { itemCode: string }) => one.itemCode,
    )
  expect(await codes('')).toContain('SCRAP-18K')
  expect(await codes('&scrap=false')).not.toContain('SCRAP-18K')
  expect(await codes('&scrap=true&search=18K')).toEqual(['SCRAP-18K'])
  const stock = (await staff('GET', '/api/v1/inventory?search=SCRAP-18K')).body.data
  expect(stock).toMatchObject([{ typeCode: 'scrap', location: { locationName: 'Main' } }])
})

test('a type of stock for scrap that is for sale takes none', async () => {
  await db.update(inventoryType).set({ sellable: true }).where(eq(inventoryType.code, 'scrap'))
  const { tradeInID } = await offered([piece])
  const { status, body } = await staff('POST', `${path}/${tradeInID}/acceptance`, { signed: true })
  expect([status, body.message]).toEqual([
    422,
    'Inventory type Scrap is for sale: make it not sellable before it takes scrap',
  ])
  await db.update(inventoryType).set({ sellable: false }).where(eq(inventoryType.code, 'scrap'))
})

const wrongPieces: [object, string, string][] = [
  [{ description: ' ' }, 'pieces.0.description', 'Describe the piece'],
  [{ grossGrams: 0 }, 'pieces.0.grossGrams', 'Weigh the piece: more than 0 g'],
  [{ grossGrams: '9' }, 'pieces.0.grossGrams', 'The weight is a number of grams'],
  [{ grossGrams: 1.0001 }, 'pieces.0.grossGrams', 'A weight has at most 3 decimals'],
  [{ grossGrams: 100_000 }, 'pieces.0.grossGrams', 'The weight is at most 99,999 g'],
  [{ stoneGrams: -1 }, 'pieces.0.stoneGrams', 'Stones weigh at least 0 g'],
  [{ stoneGrams: 9.84 }, 'pieces.0.stoneGrams', 'The stones weigh as much as the whole piece'],
  [{ loss: 100 }, 'pieces.0.loss', 'The loss is less than 100 %'],
  [{ loss: -1 }, 'pieces.0.loss', 'The loss is at least 0 %'],
  [{ loss: 0.001 }, 'pieces.0.loss', 'The loss has at most 2 decimals'],
  [{ testedKarat: '9K' }, 'pieces.0.testedKarat', 'A karat is one of 24K, 22K, 21K, 18K, 14K, 10K'],
]
test.each(wrongPieces)('a piece with %j is refused', async (wrong, field, message) => {
  const before = await db.$count(tradeIn)
  const { status, body } = await create({ pieces: [{ ...piece, ...wrong }] })
  expect([status, body.code, body.errors]).toEqual([400, 'input.invalid', [{ field, message }]])
  expect(await db.$count(tradeIn)).toBe(before)
})

test.each<[number, object, string]>([
  [400, { pieces: [] }, 'Add at least one piece'],
  [400, { pieces: Array.from({ length: 51 }, () => piece) }, 'Pieces must have at most 50 entries'],
  [400, { customerID: undefined }, 'Customer is required'],
  [422, { customerID: 999 }, 'Customer 999 does not exist'],
  [422, { locationID: 999 }, 'Location 999 does not exist'],
  [422, { locationID: 2 }, 'Location Closed is Inactive'],
  [422, { pieces: [{ ...piece, grossGrams: 0.001, loss: 99 }] }, 'Nothing of Rope chain counts after this loss'],
])('a trade-in is refused with %i for %j', async (expected, wrong, message) => {
  const before = await db.$count(tradeIn)
  const { status, body } = await create(wrong)
  expect([status, body.message]).toEqual([expected, message])
  expect(await db.$count(tradeIn)).toBe(before)
})

test.each<[string, object, string]>([
  ['offer', { offer: 0 }, 'An offer is more than ₱0.00'],
  ['offer', { offer: 1.001 }, 'Amounts have at most 2 decimals'],
  ['acceptance', {}, 'Print the paper and let the customer sign it first'],
  ['acceptance', { signed: false }, 'Print the paper and let the customer sign it first'],
  ['decline', { reason: 'x'.repeat(501) }, 'Reason must be at most 500 characters'],
])('%s with %j is refused', async (step, body, message) => {
  const { tradeInID, status: before } = await offered([piece])
  const answer = await staff('POST', `${path}/${tradeInID}/${step}`, body)
  expect([answer.status, answer.body.message]).toEqual([400, message])
  expect((await staff('GET', `${path}/${tradeInID}`)).body.data.status).toBe(before)
})

test('a list finds trade-ins by number, person, status and karat, and the paper is a PDF', async () => {
  const { tradeInID, tradeInNumber } = await offered([{ ...piece, testedKarat: '22K' }])
  const find = async (query: string) =>
    (await staff('GET', `${path}?pageSize=100&${query}`)).body.data.map((one: { tradeInID: number }) => one.tradeInID)
  expect(await find(`search=${tradeInNumber}`)).toEqual([tradeInID])
  expect(await find('search=Ana')).toContain(tradeInID)
  expect(await find('karat=22K')).toEqual([tradeInID])
  expect(await find('karat=22K&status=Accepted')).toEqual([])
  expect((await find('sort=-countedGrams')).length).toBeGreaterThan(3)
  const response = await admin('GET', `${path}/${tradeInID}/pdf`)
  expect([response.status, String(response.headers['content-type'])]).toEqual([200, 'application/pdf'])
  expect((await staff('GET', `${path}/9999`)).body.message).toBe('Trade-in not found')
})
