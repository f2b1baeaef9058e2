import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { anyCodeOf, testApp } from '../../../tests/support/fixtures.ts'
import { orderGoods } from '../../../tests/support/ordered.ts'
import { drawPicture, formOf } from '../../../tests/support/pictures.ts'
import { item, itemImage } from '../../db/schema/catalogue.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory, inventoryType, stockMovement } from '../../db/schema/stock.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

const { db, as, users } = await testApp()
const staff = as(3)
const path = '/api/v1/items'
const creation = '/api/v1/item-inventory'

await staff('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
await staff('POST', '/api/v1/categories', { categoryCode: 'ER', categoryName: 'Earrings' })
await staff('POST', '/api/v1/categories', { categoryCode: 'OLD', categoryName: 'Retired', status: false })
await staff('POST', '/api/v1/locations', { locationName: 'Branch' })
await staff('POST', '/api/v1/locations', { locationName: 'Closed', status: false })
const [repair] = await db.insert(inventoryType).values({ typeName: 'In repair', sellable: false }).returning()

const solitaire = {
  itemCode: 'RG-0151',
  itemName: 'Solitaire ring',
  categoryID: 1,
  barcode: '4901234567894',
  description: 'Round brilliant, four claws',
  grams: 3.215,
  uom: 'PCS',
  price: 86500,
  cost: 52150.5,
  karat: '18K',
  metal: 'Yellow gold',
  stone: 'Diamond 0.30 ct',
  size: '12',
  certificateNumber: 'GIA 2231',
  leadTimeDays: 14,
}
let made = 0
/** Creates an item with default values for all fields not given. */
async function make(over: object = {}) {
  const given = { itemCode: `X-${++made}`, itemName: 'Band', categoryID: 1, grams: 2, uom: 'PCS', price: 100, cost: 60 }
  const { status, body } = await staff('POST', creation, { ...given, ...over })
  if (status !== 201) throw new Error(body.message)
  return body.data
}

test('one call creates an item with two pictures and its first stock', async () => {
  const images = { 'a.png': await drawPicture('gold'), 'b.png': await drawPicture('silver') }
  const form = formOf({ ...solitaire, quantity: 10, reOrderThreshold: 2, createdByID: 77, itemID: 99 }, images)
  const { status, body } = await staff('POST', creation, form)
  expect(status).toBe(201)
  const picture = {
    id: expect.any(Number),
    url: expect.stringMatching(/^\/pictures\/\w+\.webp$/),
    thumb_url: expect.stringMatching(/^\/pictures\/\w+\.webp$/),
    // A picture of one colour has no detail.
    focus: { x: 50, y: 50 },
  }
  expect(body.data).toEqual({
    ...solitaire,
    netGrams: null,
    onSite: true,
    byPiece: false,
    itemPriceID: null,
    itemID: 1,
    categoryName: 'Rings',
    status: true,
    images: [picture, picture],
    translations: [],
    taxClass: 'standard',
    image_url: body.data.images[0].thumb_url,
    image_focus: body.data.images[0].focus,
    available: 10,
    createdByID: users.get(3),
    modifiedByID: null,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  })
  expect((await staff('GET', `${path}/1`)).body.data).toEqual(body.data)
  expect((await staff('GET', path)).body.data).toEqual([body.data])
  expect((await staff('GET', '/api/v1/item-images/1')).body.data).toEqual({ images: body.data.images })

  const [row] = await db.select().from(inventory)
  expect(row).toMatchObject({ itemID: 1, locationID: 1, inventoryTypeID: 1, quantity: 10, reOrderThreshold: 2 })
  expect(await db.select().from(stockMovement)).toMatchObject([
    {
      inventoryID: row!.inventoryID,
      kind: 'opening',
      documentType: 'inventory',
      documentID: row!.inventoryID,
      quantity: 10,
      quantityAfter: 10,
      unitCost: 52150.5,
      userID: users.get(3),
    },
  ])
  const [trail] = await db.select().from(audit).orderBy(desc(audit.auditID)).limit(1)
  expect(trail).toMatchObject({ action: 'create', entity: 'item', entityID: 1, userID: users.get(3), before: null })
})

test('an unreadable picture refuses the whole item', async () => {
  const before = [await db.$count(item), await db.$count(itemImage), await db.$count(inventory)]
  const images = { 'good.png': await drawPicture('gold'), 'notes.jpg': Buffer.from('not a picture') }
  const { status, body } = await staff('POST', creation, formOf({ ...solitaire, itemCode: 'N', quantity: 1 }, images))
  expect([status, body.message]).toEqual([415, expect.stringContaining('notes.jpg')])
  expect([await db.$count(item), await db.$count(itemImage), await db.$count(inventory)]).toEqual(before)
})

test('an item can be created as JSON with only the required fields', async () => {
  const data = await make()
  expect(data).toMatchObject({ barcode: null, karat: null, leadTimeDays: null, images: [], image_url: null })
  expect(data.available).toBe(0)
  expect(await db.$count(inventory, eq(inventory.itemID, data.itemID))).toBe(0)
})

test('first stock uses the given location, is in grams for BULK, and may be 0 with a threshold', async () => {
  const chain = await make({ uom: 'BULK', quantity: 12.345, locationID: 2, inventoryTypeID: 1 })
  expect(chain.available).toBe(12.345)
  const watched = await make({ reOrderThreshold: 5 })
  const rows = await db.select().from(inventory).where(eq(inventory.itemID, watched.itemID))
  expect(rows).toMatchObject([{ quantity: 0, reOrderThreshold: 5, locationID: 1, movements: 0 }])
  expect(await verifyStock({ db })).toEqual([])
})

test.each([
  [{ itemCode: '' }, 'itemCode', 'Item code is required'],
  [{ itemName: undefined }, 'itemName', 'Item name is required'],
  [{ itemName: 'x'.repeat(161) }, 'itemName', 'Item name must be at most 160 characters'],
  [{ categoryID: undefined }, 'categoryID', 'Category is required'],
  [{ categoryID: 'rings' }, 'categoryID', 'Category must be a number'],
  [{ grams: '' }, 'grams', 'Grams is required'],
  [{ grams: -1 }, 'grams', 'Grams must be at least 0'],
  [{ grams: 0.0001 }, 'grams', 'Quantities have at most 3 decimals'],
  [{ uom: 'KG' }, 'uom', 'Unit of measurement must be one of: PCS, PAIR, BULK'],
  [{ price: undefined }, 'price', 'Price is required'],
  [{ price: 1.005 }, 'price', 'Amounts have at most 2 decimals'],
  [{ price: 1e15 }, 'price', 'Price must be at most 999999999999.99'],
  [{ cost: 'NaN' }, 'cost', 'Cost must be a number'],
  [{ cost: 'Infinity' }, 'cost', 'Cost must be a number'],
  [{ karat: '19K' }, 'karat', 'Karat must be one of: 24K, 22K, 21K, 18K, 14K, 10K'],
  [{ leadTimeDays: 1.5 }, 'leadTimeDays', 'Lead time days must be a whole number'],
  [{ status: 'perhaps' }, 'status', 'Status must be true or false'],
  [{ quantity: -1 }, 'quantity', 'Quantity must be at least 0'],
  [{ quantity: 1.5 }, 'quantity', 'Band is counted in whole pieces'],
  [{ uom: 'PAIR', quantity: 0.5 }, 'quantity', 'Band is counted in whole pairs'],
  [{ reOrderThreshold: 0.5 }, 'reOrderThreshold', 'Reorder threshold must be a whole number'],
])('%j is refused, as JSON and as a form', async (wrong, field, message) => {
  const given = { itemCode: 'BAD', itemName: 'Band', categoryID: 1, grams: 2, uom: 'PCS', price: 100, cost: 60 }
  const body = Object.fromEntries(Object.entries({ ...given, ...wrong }).filter(([, value]) => value !== undefined))
  const refusal = { success: false, code: anyCodeOf(400), message, errors: [{ field, message }] }
  for (const sent of [body, formOf(body)])
    expect(await staff('POST', creation, sent)).toMatchObject({ status: 400, body: refusal })
  expect(await db.$count(item, eq(item.itemCode, 'BAD'))).toBe(0)
})

test.each([
  [{ categoryID: 999 }, 'Category 999 does not exist'],
  [{ categoryID: 3 }, 'Category Retired is inactive'],
  [{ quantity: 1, locationID: 999 }, 'Location 999 does not exist'],
  [{ quantity: 1, locationID: 3 }, 'Location Closed is inactive'],
  [{ quantity: 1, inventoryTypeID: 999 }, 'Inventory type 999 does not exist'],
])('%j is well formed but forbidden', async (wrong, message) => {
  const before = await db.$count(item)
  const given = { itemCode: 'BAD', itemName: 'Band', categoryID: 1, grams: 2, uom: 'PCS', price: 100, cost: 60 }
  const { status, body } = await staff('POST', creation, { ...given, ...wrong })
  expect([status, body.message]).toEqual([422, message])
  expect(await db.$count(item)).toBe(before)
})

test('refuses a code or barcode that differs only in case', async () => {
  await make({ itemCode: 'Dup-1', barcode: 'ab12' })
  const given = { itemName: 'Band', categoryID: 1, grams: 2, uom: 'PCS', price: 100, cost: 60, quantity: 1 }
  const movements = await db.$count(stockMovement)
  const code = await staff('POST', creation, { ...given, itemCode: 'dUP-1' })
  expect(code).toMatchObject({ status: 409, body: { message: 'Item code already exists' } })
  const barcode = await staff('POST', creation, { ...given, itemCode: 'Dup-2', barcode: 'AB12' })
  expect(barcode).toMatchObject({ status: 409, body: { errors: [{ field: 'barcode' }] } })
  expect(await db.$count(stockMovement)).toBe(movements)
})

test('of two concurrent calls that create the same code one succeeds', async () => {
  const given = { itemName: 'Race', categoryID: 1, grams: 2, uom: 'PCS', price: 100, cost: 60, quantity: 1 }
  const answers = await Promise.all(
    ['RACE', 'race'].map(async (itemCode, n) =>
      as(n === 0 ? 3 : 2)('POST', creation, formOf({ ...given, itemCode }, { 'a.png': await drawPicture('red') })),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await db.$count(item, eq(item.itemName, 'Race'))).toBe(1)
})

test('a form with files sent twice with one key is done once, and refused with another file', async () => {
  const given = { itemCode: 'ONCE', itemName: 'Once', categoryID: 1, grams: 2, uom: 'PCS', price: 1, cost: 1 }
  const send = async (colour: string) =>
    staff('POST', creation, formOf(given, { 'a.png': await drawPicture(colour) }), { 'idempotency-key': 'once' })
  const answers = await Promise.all(['blue', 'blue', 'blue'].map(send))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await db.$count(itemImage, eq(itemImage.itemID, answers[0]!.body.data.itemID))).toBe(1)
  expect((await send('green')).status).toBe(422)
})

test('an update keeps omitted fields, clears empty ones, and records who', async () => {
  const { itemID, updatedAt } = await make({ barcode: 'keep-me', stone: 'Ruby', karat: '18K', leadTimeDays: 3 })
  const change = { itemCode: 'CH-1', itemName: 'Changed', categoryID: 2, grams: 2.5, uom: 'PAIR', price: 120, cost: 60 }
  const { status, body } = await as(2)('PUT', `${path}/${itemID}`, { ...change, stone: '', karat: '', status: false })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    ...change,
    barcode: 'keep-me',
    stone: null,
    karat: null,
    leadTimeDays: 3,
    categoryName: 'Earrings',
    status: false,
    modifiedByID: users.get(2),
  })
  expect(body.data.updatedAt > updatedAt).toBe(true)
  const stale = await staff('PUT', `${path}/${itemID}`, { ...change, updatedAt })
  expect(stale).toMatchObject({ status: 409, body: { message: /changed by someone else/ } })
  expect((await staff('PUT', `${path}/999999`, change)).status).toBe(404)
  expect((await staff('PUT', `${path}/${itemID}`, { ...change, categoryID: 3 })).status).toBe(422)
  expect((await staff('PUT', `${path}/${itemID}`, { ...change, itemCode: 'RG-0151' })).status).toBe(409)
})

test('an item may stay in its category after the category becomes inactive', async () => {
  const { itemID, ...rest } = await make({ categoryID: 2 })
  const category = { categoryCode: 'ER', categoryName: 'Earrings' }
  await staff('PUT', '/api/v1/categories/2', { ...category, status: false })
  expect((await staff('PUT', `${path}/${itemID}`, { ...rest, itemName: 'Stays' })).status).toBe(200)
  await staff('PUT', '/api/v1/categories/2', { ...category, status: true })
})

test('the cost shows the average to the centavo: an unchanged cost keeps all decimals, another one replaces it', async () => {
  const { itemID, ...rest } = await make()
  await db.update(item).set({ averageCost: 33.335 }).where(eq(item.itemID, itemID))
  const average = async () => (await db.select().from(item).where(eq(item.itemID, itemID)))[0]!.averageCost
  const { body: shown } = await staff('GET', `${path}/${itemID}`)
  expect(shown.data.cost).toBe(33.34)
  const { updatedAt: _, ...fields } = { ...rest, cost: 33.34 }
  expect((await staff('PUT', `${path}/${itemID}`, fields)).body.data.cost).toBe(33.34)
  expect(await average()).toBe(33.335)
  expect((await as(2)('PUT', `${path}/${itemID}`, { ...fields, cost: 40 })).body.data.cost).toBe(40)
  expect(await average()).toBe(40)
})

test('the unit cannot change after the first stock movement', async () => {
  const { itemID, updatedAt: _, ...rest } = await make({ quantity: 3 })
  const { status, body } = await staff('PUT', `${path}/${itemID}`, { ...rest, uom: 'BULK' })
  expect([status, body.errors]).toEqual([
    422,
    [{ field: 'uom', message: 'The UOM cannot change once the item has had stock' }],
  ])
  expect((await as(2)('PUT', `${path}/${itemID}`, { ...rest, price: 5 })).status).toBe(200)
  const empty = await make({ reOrderThreshold: 3 })
  const { updatedAt: __, ...change } = { ...empty, uom: 'PAIR' }
  expect((await staff('PUT', `${path}/${empty.itemID}`, change)).status).toBe(200)
})

test('the unit cannot change after the item was ordered or received', async () => {
  const message = 'The UOM cannot change once the item has been ordered or received'
  const refused = async (itemID: number) => {
    const { updatedAt: _, ...stored } = (await staff('GET', `${path}/${itemID}`)).body.data
    const { status, body } = await staff('PUT', `${path}/${itemID}`, { ...stored, uom: 'PAIR' })
    expect([status, body.errors]).toEqual([422, [{ field: 'uom', message }]])
    expect((await staff('GET', `${path}/${itemID}`)).body.data.uom).toBe('PCS')
  }
  const ordered = await make()
  await orderGoods(db, [{ itemID: ordered.itemID }])
  await refused(ordered.itemID)
  const received = await make()
  const line = { itemID: received.itemID, uom: 'PCS', receivedQty: 1, unitCost: 60 }
  expect((await staff('POST', '/api/v2/po-receiving-items', line)).status).toBe(201)
  await refused(received.itemID)
})

test('the available quantity counts sellable stock at all locations or at one', async () => {
  const { itemID } = await make({ itemCode: 'AV-1', quantity: 4 })
  const put = (locationID: number, inventoryTypeID: number, quantity: number) =>
    db.transaction(async (tx) => {
      const row = { itemID, locationID, inventoryTypeID }
      const [{ inventoryID } = { inventoryID: 0 }] = await tx.insert(inventory).values(row).returning()
      const moved = { inventoryID, kind: 'opening', documentType: 'inventory', documentID: inventoryID } as const
      await tx
        .insert(stockMovement)
        .values({ ...moved, quantity, unitCost: 1, value: quantity, sequence: 0, quantityAfter: 0 })
    })
  await put(2, 1, 7)
  await put(1, repair!.inventoryTypeID, 100)
  const available = async (query: string) => (await staff('GET', `${path}?code=av-1${query}`)).body.data[0].available
  expect([await available(''), await available('&locationID=1'), await available('&locationID=2')]).toEqual([11, 4, 7])
})

test('the list is searched, filtered, scanned and sorted', async () => {
  const [gold, silver] = [
    { itemCode: 'S-1', itemName: 'Sampaguita', karat: '22K', price: 900, barcode: 'SCAN1' },
    { itemCode: 'S-2', itemName: 'sampaguita mini', uom: 'PAIR', price: 300, categoryID: 2, description: 'With pearl' },
  ]
  await make(gold)
  await make({ ...silver, status: false })
  const codes = async (query: string) =>
    (await staff('GET', `${path}?${query}`)).body.data.map((row: { itemCode: string }) => row.itemCode)
  expect(await codes('search=SAMPAGUITA')).toEqual(['S-2', 'S-1'])
  expect(await codes('search=sampaguita&sort=itemName')).toEqual(['S-1', 'S-2'])
  expect(await codes('search=sampaguita&sort=price')).toEqual(['S-2', 'S-1'])
  expect(await codes('search=pearl')).toEqual(['S-2'])
  expect(await codes('search=scan1')).toEqual(['S-1'])
  expect(await codes('search=earrings&status=false&uom=PAIR')).toContain('S-2')
  expect(await codes('search=sampaguita&karat=22K')).toEqual(['S-1'])
  expect(await codes('search=sampaguita&categoryID=2')).toEqual(['S-2'])
  expect(await codes('code=scan1')).toEqual(['S-1'])
  expect(await codes('code=s-1')).toEqual(['S-1'])
  expect(await codes('code=s-')).toEqual([])
  const [one, two] = (await staff('GET', `${path}?search=sampaguita`)).body.data
  expect(await codes(`itemIDs=${one.itemID},${two.itemID}`)).toEqual(['S-2', 'S-1'])
  expect(await codes(`itemIDs=${two.itemID}`)).toEqual(['S-1'])
  for (const field of ['itemID', 'categoryName', 'barcode', 'description', 'grams', 'uom', 'cost', 'status'])
    expect(await codes(`sort=-${field}&pageSize=2`)).toHaveLength(2)
  const { body } = await staff('GET', `${path}?search=sampaguita&pageSize=1&page=2`)
  expect([body.data.length, body.meta]).toEqual([1, { page: 2, pageSize: 1, total: 2 }])
})

test.each([
  ['karat=9K', 'Karat must be one of: 24K, 22K, 21K, 18K, 14K, 10K'],
  ['locationID=x', 'Location must be a number'],
  ['code=', 'Code is required'],
  ['itemIDs=1,x', 'Item must be a number'],
  [`itemIDs=${'1,'.repeat(100)}1`, 'Item must have at most 100 entries'],
  ['colour=red', 'Unknown parameter: colour'],
])('a list with %s is refused', async (query, message) => {
  const { status, body } = await staff('GET', `${path}?${query}`)
  expect([status, body.message]).toEqual([400, message])
})

test('an unknown key is 404', async () => {
  expect((await staff('GET', `${path}/999999`)).body).toEqual({
    success: false,
    code: 'record.not_found',
    message: 'Item not found',
  })
})

const japanese = { language: 'ja', itemName: '指輪', description: '一粒のダイヤモンド' }
const tagalog = { language: 'tl', itemName: 'Singsing', description: null }

test('an item’s translations are stored from JSON and forms, and empty ones are dropped', async () => {
  const given = [japanese, { language: 'tl', itemName: '  ', description: '' }]
  expect((await make({ translations: given })).translations).toEqual([japanese])
  const fields = { itemCode: 'WORDS', itemName: 'Band', categoryID: 1, grams: 2, uom: 'PCS', price: 100, cost: 60 }
  const form = formOf({ ...fields, translations: JSON.stringify([tagalog, japanese]) })
  const { status, body } = await staff('POST', creation, form)
  expect([status, body.data.translations]).toEqual([201, [japanese, tagalog]])
  const listed = await staff('GET', `${path}?search=WORDS`)
  expect(listed.body.data[0].translations).toEqual([japanese, tagalog])
})

test('sent translations replace the stored ones, omitted ones stay, and the audit row has both', async () => {
  const data = await make({ translations: [japanese] })
  const address = `${path}/${data.itemID}`
  const { translations: _, ...rest } = data
  expect((await staff('PUT', address, rest)).body.data.translations).toEqual([japanese])
  const changed = await staff('PUT', address, { ...rest, updatedAt: undefined, translations: [tagalog] })
  expect(changed.body.data.translations).toEqual([tagalog])
  const [trail] = await db.select().from(audit).orderBy(desc(audit.auditID)).limit(1)
  expect(trail).toMatchObject({
    action: 'update',
    entity: 'item',
    before: { itemID: data.itemID, translations: [japanese] },
    after: { itemID: data.itemID, translations: [tagalog] },
  })
  const stale = await staff('PUT', address, { ...data, translations: [] })
  expect([stale.status, (await staff('GET', address)).body.data.translations]).toEqual([409, [tagalog]])
  const cleared = await staff('PUT', address, { ...rest, updatedAt: undefined, translations: [] })
  expect(cleared.body.data.translations).toEqual([])
})

test.each([
  [[japanese, japanese], 'Translations must have each language once'],
  [[japanese, tagalog, japanese], 'Translations must have at most 2 entries'],
  [[{ ...japanese, language: 'en' }], 'Language must be one of: Tagalog, Japanese'],
  [[{ itemName: 'Singsing' }], 'Language is required'],
  [[{ ...japanese, itemName: 'x'.repeat(161) }], 'Item name must be at most 160 characters'],
  [[{ ...japanese, description: 'x'.repeat(2001) }], 'Description must be at most 2000 characters'],
  ['{"language": "ja"', 'Translations must be a list'],
  ['{}', 'Translations must be a list'],
  [{ language: 'ja' }, 'Translations must be a list'],
])('translations %j are refused in a new item, as a form, and in an update', async (translations, message) => {
  const fields = { itemCode: 'REFUSED', itemName: 'Band', categoryID: 1, grams: 2, uom: 'PCS', price: 100, cost: 60 }
  const text = typeof translations === 'string' ? translations : JSON.stringify(translations)
  const [stored] = (await staff('GET', `${path}?search=WORDS`)).body.data
  for (const answer of [
    await staff('POST', creation, { ...fields, translations }),
    await staff('POST', creation, formOf({ ...fields, translations: text })),
    await staff('PUT', `${path}/${stored.itemID}`, { ...stored, translations }),
  ])
    expect([answer.status, answer.body.message]).toEqual([400, message])
  expect((await staff('GET', `${path}?search=REFUSED`)).body.meta.total).toBe(0)
})

test('an item is on the site unless the form or a change says otherwise', async () => {
  const hidden = await make({ onSite: false, description: 'Unseen' })
  expect([hidden.onSite, (await make()).onSite]).toEqual([false, true])
  const { updatedAt, ...fields } = hidden
  const shown = await staff('PUT', `${path}/${hidden.itemID}`, { ...fields, onSite: true, updatedAt })
  expect(shown.body.data.onSite).toBe(true)
  // An old client, which does not know the field, leaves it as it is.
  const { onSite: _, ...old } = fields
  await staff('PUT', `${path}/${hidden.itemID}`, { ...fields, onSite: false })
  expect((await staff('PUT', `${path}/${hidden.itemID}`, old)).body.data.onSite).toBe(false)
  const found = await staff('GET', `${path}?search=Unseen&onSite=false`)
  expect(found.body.data.map(({ itemID }: { itemID: number }) => itemID)).toEqual([hidden.itemID])
  expect((await staff('GET', `${path}?search=Unseen&onSite=true`)).body.meta.total).toBe(0)
  expect((await staff('GET', `${path}?onSite=maybe`)).status).toBe(400)
  const trail = await as(1)('GET', `/api/v1/audit?entity=item&entityID=${hidden.itemID}`)
  const { body } = await as(1)('GET', `/api/v1/audit/${trail.body.data[1].auditID}`)
  expect([body.data.before.onSite, body.data.after.onSite]).toEqual([true, false])
})
