import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Facets, ShopItem, ShopItemDetails } from '../../../contract/catalogue/shop.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../../tests/support/pictures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { category, item, itemTranslation } from '../../db/schema/catalogue.ts'
import { dailyCount } from '../../db/schema/insight.ts'
import { inventory, inventoryType } from '../../db/schema/stock.ts'

const { db, as } = await testApp({ connections: 8 })
const stranger = as(null)
const path = '/api/shop/items'

await db.insert(category).values([
  { categoryCode: 'RG', categoryName: 'Rings' },
  { categoryCode: 'ER', categoryName: 'Earrings' },
  { categoryCode: 'OLD', categoryName: 'Retired', status: false },
])
const [repair] = await db.insert(inventoryType).values({ typeName: 'In repair', sellable: false }).returning()
const gold = 'Yellow gold'
const emerald = await stockItem(db, {
  itemCode: 'RG-0151',
  itemName: 'Emerald-cut ring',
  description: 'Two baguette diamonds, 100% hand-made',
  karat: '22K',
  metal: gold,
  stone: 'Emerald, two baguette diamonds',
  size: 'Japan 12',
  certificateNumber: 'GR 22-0151',
  grams: 4.85,
  price: 128000,
  leadTimeDays: 21,
})
const band = await stockItem(db, {
  itemName: 'Plain band',
  karat: '18K',
  metal: 'yellow gold',
  price: 24500,
  quantity: 2,
})
const drops = await stockItem(db, {
  itemName: 'Ruby drops',
  categoryID: 2,
  karat: '18K',
  metal: 'White gold',
  stone: 'Ruby 0.50 ct',
  price: 104500,
  quantity: 1,
})
const repaired = await stockItem(db, {
  itemName: 'Bent_band',
  karat: '18K',
  price: 20000,
  quantity: 3,
  inventoryTypeID: repair!.inventoryTypeID,
})
const reserved = await stockItem(db, { itemName: 'Promised band', price: 30000, quantity: 1, stone: 'emerald' })
await as(3)('POST', '/api/v2/sales', {
  locationID: 1,
  transactionTypeID: 1,
  orderDate: '2026-11-20',
  items: [{ itemID: reserved.itemID, orderQty: 1, price: 30000 }],
})
const inactive = await stockItem(db, { itemName: 'Secret ring', status: false, quantity: 9 })
const offSite = await stockItem(db, { itemName: 'Unlisted ring', onSite: false, quantity: 9 })
const retired = await stockItem(db, { itemName: 'Retired ring', categoryID: 3, quantity: 9 })
await db.insert(itemTranslation).values([
  { itemID: emerald.itemID, language: 'ja', itemName: 'エメラルドの指輪', description: null },
  { itemID: emerald.itemID, language: 'tl', itemName: null, description: 'May dalawang diyamante' },
])

const list = async (query = '') => {
  const { status, body } = await stranger('GET', `${path}?${query}`)
  if (status !== 200) throw new Error(body.message)
  return body.data as ShopItem[]
}
const found = async (query: string) => (await list(query)).map(({ itemID }) => itemID)

test('the list contains only public fields', async () => {
  const { status, body } = await stranger('GET', path)
  expect(status).toBe(200)
  expect(body.meta).toEqual({ page: 1, pageSize: 10, total: 5 })
  const row = body.data.find(({ itemID }: ShopItem) => itemID === emerald.itemID)
  expect(row).toStrictEqual({
    itemID: emerald.itemID,
    itemCode: 'RG-0151',
    itemName: 'Emerald-cut ring',
    itemNameLanguage: 'en',
    categoryID: 1,
    categoryName: 'Rings',
    categoryNameLanguage: 'en',
    price: 128000,
    uom: 'PCS',
    grams: 4.85,
    karat: '22K',
    metal: gold,
    stone: 'Emerald, two baguette diamonds',
    pesosPerGram: null,
    daysGold: null,
    availability: 'madeToOrder',
    leadTimeDays: 21,
    picture: null,
    pictureFocus: null,
  })
  for (const one of body.data) expect(Object.keys(one).toSorted()).toEqual(Object.keys(row).toSorted())
})

test('an item’s page data has its details and similar items, and nothing else', async () => {
  const { status, body } = await stranger('GET', `${path}/${emerald.itemID}`)
  expect(status).toBe(200)
  const { goesWith, ...details } = body.data as ShopItemDetails
  expect(details).toStrictEqual({
    ...(await list('search=RG-0151'))[0],
    description: 'Two baguette diamonds, 100% hand-made',
    descriptionLanguage: 'en',
    size: 'Japan 12',
    certificateNumber: 'GR 22-0151',
    pictures: [],
    pictureFocuses: [],
    otherGolds: [],
  })
  // The other emerald comes first, then items with the same category and metal. Neither the item itself nor hidden
  // items are included.
  expect(goesWith.map(({ itemID }) => itemID)).toEqual([reserved.itemID, band.itemID, repaired.itemID, drops.itemID])
  expect(Object.keys(goesWith[0]!).toSorted()).toEqual(Object.keys((await list())[0]!).toSorted())
})

test.each([
  ['an Inactive item', inactive.itemID],
  ['an Active item that is not on the site', offSite.itemID],
  ['an item in an Inactive category', retired.itemID],
  ['an item that never existed', 2_147_483_647],
])('responds 404 for %s', async (_, itemID) => {
  const { status, body } = await stranger('GET', `${path}/${itemID}`)
  expect([status, body]).toEqual([404, { success: false, code: 'record.not_found', message: 'Item not found' }])
  // Staff see Inactive items in the back-office, but the public shop is the same for everybody.
  expect((await as(1)('GET', `${path}/${itemID}`)).status).toBe(404)
})

test('staff get the same responses as the public', async () => {
  for (const url of [path, `${path}/${emerald.itemID}`, '/api/shop/categories', '/api/shop/facets'])
    expect((await as(1)('GET', url)).body).toEqual((await stranger('GET', url)).body)
})

test('an item without stock is made to order if it has a lead time, and sold out otherwise', async () => {
  expect(await found('availability=inStock')).toEqual([drops.itemID, band.itemID])
  expect(await found('availability=madeToOrder')).toEqual([emerald.itemID])
  expect(await found('availability=soldOut')).toEqual([reserved.itemID, repaired.itemID])
  expect(await found('availability=inStock,soldOut')).toEqual([
    reserved.itemID,
    repaired.itemID,
    drops.itemID,
    band.itemID,
  ])
  expect((await stranger('GET', `${path}?availability=never`)).status).toBe(400)
  for (const one of await list('pageSize=100'))
    expect((await found(`availability=${one.availability}`)).includes(one.itemID)).toBe(true)
  // A lead time of 0 days still says that the piece is made when somebody orders it.
  const prompt = await stockItem(db, { itemName: 'Prompt band', leadTimeDays: 0 })
  const { body } = await stranger('GET', `${path}/${prompt.itemID}`)
  expect(body.data).toMatchObject({ availability: 'madeToOrder', leadTimeDays: 0 })
  await db.update(item).set({ status: false }).where(eq(item.itemID, prompt.itemID))
})

test('an item must match one value of each filter', async () => {
  expect(await found('categoryID=2')).toEqual([drops.itemID])
  expect(await found('categoryID=1&categoryID=2&karat=18K')).toEqual([repaired.itemID, drops.itemID, band.itemID])
  expect(await found('karat=22K,18K&metal=Yellow%20gold')).toEqual([band.itemID, emerald.itemID])
  expect(await found('stone=EMERALD')).toEqual([reserved.itemID, emerald.itemID])
  expect(await found('stone=ruby,none')).toEqual([repaired.itemID, drops.itemID, band.itemID])
  expect(await found('minPrice=24500&maxPrice=104500&sort=price')).toEqual([band.itemID, reserved.itemID, drops.itemID])
  expect(await found('sort=-price&pageSize=2&page=2')).toEqual([reserved.itemID, band.itemID])
  expect(await found('minPrice=&maxPrice=&search=')).toHaveLength(5)
  expect(await found('karat=24K')).toEqual([])
})

test('every search word must match the name, code, category, details or a translation', async () => {
  expect(await found('search=rINg%20emerald')).toEqual([reserved.itemID, emerald.itemID])
  expect(await found('search=rg-0151')).toEqual([emerald.itemID])
  expect(await found('search=earring')).toEqual([drops.itemID])
  expect(await found('search=１８Ｋ　white')).toEqual([drops.itemID])
  expect(await found(`search=${encodeURIComponent('エメラルド')}`)).toEqual([emerald.itemID])
  expect(await found('search=dalawang')).toEqual([emerald.itemID])
  expect(await found('search=secret')).toEqual([])
  expect(await found('search=unlisted')).toEqual([])
})

test('SQL wildcards in a search are ordinary characters', async () => {
  expect(await found('search=100%25')).toEqual([emerald.itemID])
  expect(await found('search=t_b')).toEqual([repaired.itemID])
  expect(await found('search=%25')).toEqual([emerald.itemID])
  expect(await found(`search=${encodeURIComponent(String.raw`\ '`)}`)).toEqual([])
})

test('texts are in the requested language when translated, and name their language', async () => {
  const japanese = (await stranger('GET', `${path}/${emerald.itemID}?language=ja`)).body.data
  expect(japanese).toMatchObject({
    itemName: 'エメラルドの指輪',
    itemNameLanguage: 'ja',
    description: 'Two baguette diamonds, 100% hand-made',
    descriptionLanguage: 'en',
  })
  const tagalog = (await stranger('GET', `${path}/${emerald.itemID}?language=tl`)).body.data
  expect(tagalog).toMatchObject({
    itemName: 'Emerald-cut ring',
    itemNameLanguage: 'en',
    description: 'May dalawang diyamante',
    descriptionLanguage: 'tl',
  })
  const { goesWith } = (await stranger('GET', `${path}/${band.itemID}?language=ja`)).body.data as ShopItemDetails
  expect(goesWith.find(({ itemID }) => itemID === emerald.itemID)).toMatchObject({ itemNameLanguage: 'ja' })
})

test('the same piece in other golds stands apart from other pieces', async () => {
  const studs = { categoryID: 2, stone: 'Opal', price: 9000 }
  const rose = await stockItem(db, {
    ...studs,
    itemName: 'Opal studs, 14K rose gold',
    karat: '14K',
    metal: 'Rose gold',
  })
  const white = await stockItem(db, {
    ...studs,
    itemName: 'Opal studs, 18K white gold',
    karat: '18K',
    metal: 'White gold',
  })
  const long = await stockItem(db, {
    ...studs,
    itemName: 'Opal studs, 18K white gold, long',
    karat: '18K',
    metal: 'White gold',
  })
  const hoops = await stockItem(db, {
    ...studs,
    itemName: 'Opal hoops, 18K white gold',
    karat: '18K',
    metal: 'White gold',
  })
  const hoopsToo = await stockItem(db, {
    ...studs,
    itemName: 'Opal hoops, 14K rose gold',
    karat: '14K',
    metal: 'Rose gold',
  })
  const shown = [rose, white, long, hoops, hoopsToo].map(({ itemID }) => itemID)
  const { otherGolds, goesWith } = (await stranger('GET', `${path}/${rose.itemID}`)).body.data as ShopItemDetails
  expect(otherGolds.map(({ itemID }) => itemID)).toEqual([white.itemID])
  // One pair of hoops is suggested, and no other studs.
  expect(goesWith.map(({ itemID }) => itemID).filter((id) => shown.includes(id))).toEqual([hoopsToo.itemID])
  await db.update(item).set({ status: false }).where(inArray(item.itemID, shown))
})

test('a category has its translated name in the language of the page, also in the filters', async () => {
  const change = (names: object) => db.update(category).set(names).where(eq(category.categoryID, 2))
  await change({ japaneseName: '耳飾り' })
  const [shown] = await list(`search=${encodeURIComponent('耳飾り')}&language=ja`)
  expect(shown).toMatchObject({ categoryName: '耳飾り', categoryNameLanguage: 'ja' })
  const [same] = await list('search=Ruby&language=tl')
  expect(same).toMatchObject({ categoryName: 'Earrings', categoryNameLanguage: 'en' })
  const namesIn = async (language: string) =>
    ((await stranger('GET', `/api/shop/facets?language=${language}`)).body.data as Facets).categoryID.map(
      ({ name, nameLanguage }) => [name, nameLanguage],
    )
  expect(await namesIn('ja')).toEqual([
    ['Rings', undefined],
    ['耳飾り', 'ja'],
  ])
  expect(await namesIn('tl')).toEqual([
    ['Rings', undefined],
    ['Earrings', undefined],
  ])
  await change({ japaneseName: null })
})

test.each([
  ['page=0', 'Page must be at least 1'],
  ['pageSize=101', 'Page size must be at most 100'],
  ['sort=cost', 'Sort must be one of: newest, price, -price'],
  ['karat=9K', 'Karat must be one of: 24K, 22K, 21K, 18K, 14K, 10K'],
  ['categoryID=x', 'Category must be a number'],
  ['minPrice=-1', 'Min price must be at least 0'],
  ['maxPrice=cheap', 'Max price must be a number'],
  ['language=fr', 'Language must be one of: English, Tagalog, Japanese'],
  ['cost=1', 'Unknown parameter: cost'],
  [`search=${'x'.repeat(101)}`, 'Search must be at most 100 characters'],
])('%s is refused', async (query, message) => {
  const { status, body } = await stranger('GET', `${path}?${query}`)
  expect([status, body.message]).toEqual([400, message])
})

test('pictures are listed in their largest size, the cover first', async () => {
  const images = { 'a.png': await drawPicture('gold'), 'b.png': await drawPicture('silver') }
  const given = { itemCode: 'P-1', itemName: 'Photographed', categoryID: 2, grams: 1, uom: 'PAIR', price: 1, cost: 1 }
  const { body } = await as(3)('POST', '/api/v1/item-inventory', formOf(given, images))
  const urls = body.data.images.map(({ url }: { url: string }) => url)
  const [pictured] = await list('pictured=true')
  expect(pictured).toMatchObject({ itemName: 'Photographed', picture: urls[0] })
  expect((await stranger('GET', `${path}/${pictured!.itemID}`)).body.data.pictures).toEqual(urls)
  expect(await found('pictured=false')).not.toContain(pictured!.itemID)
  await db.update(item).set({ status: false }).where(eq(item.itemID, pictured!.itemID))
})

test('categories are listed with their number of items', async () => {
  expect((await stranger('GET', '/api/shop/categories')).body.data).toStrictEqual([
    { categoryID: 2, categoryName: 'Earrings', description: null, count: 1 },
    { categoryID: 1, categoryName: 'Rings', description: null, count: 4 },
  ])
})

test('a facet value counts the results of choosing it with all other filters', async () => {
  const facets = async (query = '') => (await stranger('GET', `/api/shop/facets?${query}`)).body.data as Facets
  expect(await facets()).toStrictEqual({
    categoryID: [
      { value: '1', name: 'Rings', count: 4 },
      { value: '2', name: 'Earrings', count: 1 },
    ],
    karat: [
      { value: '22K', name: '22K', count: 1 },
      { value: '18K', name: '18K', count: 3 },
    ],
    metal: [
      { value: 'yellow gold', name: expect.stringMatching(/^yellow gold$/i), count: 2 },
      { value: 'white gold', name: 'White gold', count: 1 },
    ],
    stone: [
      { value: 'emerald', name: expect.stringMatching(/^emerald$/i), count: 2 },
      { value: 'ruby', name: 'Ruby', count: 1 },
      { value: 'none', name: 'none', count: 2 },
    ],
    availability: [
      { value: 'inStock', name: 'inStock', count: 2 },
      { value: 'soldOut', name: 'soldOut', count: 2 },
      { value: 'madeToOrder', name: 'madeToOrder', count: 1 },
    ],
  })
  // A filter does not limit its own values, and each count equals the list's length.
  const chosen = await facets('karat=18K&categoryID=1&search=band')
  expect(chosen.karat).toEqual([
    { value: '22K', name: '22K', count: 0 },
    { value: '18K', name: '18K', count: 2 },
  ])
  expect(chosen.categoryID.map(({ count }) => count)).toEqual([2, 0])
  for (const { value, count } of chosen.metal)
    expect(await found(`karat=18K&categoryID=1&search=band&metal=${encodeURIComponent(value)}`)).toHaveLength(count)
  // A chosen value without items stays listed, so that it can be deselected.
  expect((await facets('stone=moonstone')).stone).toContainEqual({ value: 'moonstone', name: 'moonstone', count: 0 })
})

test('an item that leaves the site leaves every list, and comes back', async () => {
  const twin = { categoryID: 2, stone: 'Garnet', price: 7000, quantity: 1 }
  const rose = await stockItem(db, {
    ...twin,
    itemName: 'Garnet hoops, 14K rose gold',
    karat: '14K',
    metal: 'Rose gold',
  })
  const white = await stockItem(db, { ...twin, itemName: 'Garnet hoops, 18K gold', karat: '18K', metal: 'White gold' })
  const other = await stockItem(db, { ...twin, itemName: 'Garnet drops', karat: '18K', metal: 'White gold' })
  const look = async () => {
    const [piece, beside, facets, categories] = await Promise.all([
      stranger('GET', `${path}/${rose.itemID}`),
      stranger('GET', `${path}/${other.itemID}`),
      stranger('GET', '/api/shop/facets'),
      stranger('GET', '/api/shop/categories'),
    ])
    const listed = [piece.body.data.otherGolds, beside.body.data.goesWith, await list('stone=garnet&pageSize=100')]
    const stones = (facets.body.data as Facets).stone.find(({ value }) => value === 'garnet')
    return {
      seen: listed.map((rows: ShopItem[]) => rows.some(({ itemID }) => itemID === white.itemID)),
      stones: stones?.count,
      earrings: categories.body.data.find(({ categoryID }: { categoryID: number }) => categoryID === 2).count,
      page: (await stranger('GET', `${path}/${white.itemID}`)).status,
    }
  }
  const before = await look()
  expect(before).toMatchObject({ seen: [true, true, true], stones: 3, page: 200 })
  const put = (onSite: boolean) => db.update(item).set({ onSite }).where(eq(item.itemID, white.itemID))
  await put(false)
  expect(await look()).toEqual({ seen: [false, false, false], stones: 2, earrings: before.earrings - 1, page: 404 })
  const question = { itemID: white.itemID, name: 'Ana', email: 'ana@x.example', text: 'Here?', language: 'en' }
  expect((await stranger('POST', '/api/shop/questions', question)).status).toBe(422)
  await put(true)
  expect(await look()).toEqual(before)
  await db
    .update(item)
    .set({ status: false })
    .where(inArray(item.itemID, [rose.itemID, white.itemID, other.itemID]))
})

test('a search is counted once, on its first page, also under 200 concurrent requests', async () => {
  const searches = async () => {
    const rows = await db.select().from(dailyCount).where(eq(dailyCount.kind, 'search'))
    expect(rows.every(({ subject }) => subject === 'catalogue')).toBe(true)
    return rows.reduce((sum, row) => sum + row.count, 0)
  }
  const before = await searches()
  await list('karat=18K')
  await list('search=%20')
  await list('search=band&page=2')
  expect(await searches()).toBe(before)
  await Promise.all(Array.from({ length: 200 }, () => list('search=band')))
  expect(await searches()).toBe(before + 200)
})

test('no public response contains a cost or a quantity', async () => {
  const [row] = await db.select().from(inventory).where(eq(inventory.itemID, band.itemID))
  expect(row!.quantity).toBe(2)
  for (const url of [`${path}?pageSize=100`, `${path}/${band.itemID}`, '/api/shop/facets', '/api/shop/categories']) {
    const text = JSON.stringify((await stranger('GET', url)).body)
    expect(text).not.toMatch(/cost|quantity|available"|reserved|barcode|createdBy|updatedAt|supplier/i)
  }
})
