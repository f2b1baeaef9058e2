// Proves that Staff find no cost and no profit in any answer, file or paper while the setting hides them, that they can
// still order and receive, and that nothing changes while the setting is off.
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { endpoints } from '../../contract/index.ts'
import { listReportColumns, listReports } from '../../contract/insight/reports.ts'
import { purchaseOrders } from '../../contract/purchasing/purchase-orders.ts'
import { costFigure, findCostPlaces, leaveOutCosts, listCostFields } from '../../contract/shared/costs.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { may } from '../../contract/shared/permissions.ts'
import { z } from '../../contract/shared/zod.ts'
import { item } from '../../server/db/schema/catalogue.ts'
import { purchaseOrderItem, receivingItem } from '../../server/db/schema/purchasing.ts'
import { inventoryType } from '../../server/db/schema/stock.ts'
import { shopItself } from '../../server/kernel/context.ts'
import { findOrCreateStockRow, postMovements } from '../../server/stock/ledger/ledger.ts'
import { testApp } from '../support/fixtures.ts'
import { readPdfTexts } from '../support/pdf-text.ts'
import { formOf } from '../support/pictures.ts'
import { insertProof, insertProofFile } from '../support/proofs.ts'

const { app, db, as, tokens, pictureStore } = await testApp()
const [admin, manager, staff] = [as(1), as(2), as(3)]

// Each cost has centavos and each price has none, so that a figure with centavos shows a cost.
const costs = { first: 7777.13, ordered: 6661.17, delivered: 6543.19, revalued: 5432.71, workshop: 321.37 }
const price = 20_000

const made = { itemID: 0, inventoryID: 0, poID: 0, messageID: 0, code: '', tag: '' }

async function send(method: 'POST' | 'PUT', path: string, body: object) {
  const answer = await manager(method, path, body)
  expect([path, answer.status < 300, answer.body.message]).toEqual([path, true, answer.body.message])
  return answer.body.data
}

beforeAll(async () => {
  const { categoryID } = await send('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
  const { itemID } = await send('POST', '/api/v1/item-inventory', {
    itemCode: 'RG-1',
    itemName: 'Ring',
    categoryID,
    grams: 3,
    uom: 'PCS',
    price,
    cost: costs.first,
    quantity: 9,
    locationID: 1,
    inventoryTypeID: 1,
    reOrderThreshold: 50,
  })
  made.itemID = itemID
  made.inventoryID = (await manager('GET', `/api/v1/inventory?itemID=${itemID}`)).body.data[0].inventoryID
  const { supplierID } = await send('POST', '/api/v2/suppliers', {
    supplierName: 'Kofu Casting',
    contactDetails: '1',
    email: 'kofu@supplier.example',
  })
  const ordered = await staff('POST', '/api/v2/po/purchase-order-items', {
    supplierID,
    locationID: 1,
    orderDate: '2026-11-01',
    expectedDeliverDate: '2026-11-20',
    purchaseOrderItems: [
      {
        itemID,
        orderQty: 5,
        price: costs.ordered,
      },
    ],
  })
  const order = ordered.body.data
  made.poID = order.poID
  await send('PUT', `/api/v2/purchase-orders/${order.poID}/approve`, {})
  const delivery = {
    poID: order.poID,
    referenceNumber: 'DR-1',
    receivedDate: '2026-11-02',
    items: [
      {
        itemID,
        uom: 'PCS',
        receivedQty: 2,
        unitCost: costs.delivered,
      },
    ],
  }
  await send('POST', '/api/v2/po-receiving', { ...delivery, status: 'Completed' })
  await send('POST', '/api/v2/po-receiving', delivery)
  await send('POST', '/api/v1/buyers', { platform: 'LINE', handle: 'ana' })
  const { customerID } = await send('POST', '/api/v2/customers', {
    firstName: 'Ana',
    lastName: 'Reyes',
    contactNo: '1',
    email: 'ana@buyer.example',
    customerTypeID: 1,
  })
  const sold = await send('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    customerID,
    complete: true,
    items: [
      {
        itemID,
        orderQty: 3,
        price,
      },
    ],
    payments: [
      {
        paymentTypeID: 1,
        amount: 3 * price,
      },
    ],
  })
  const [certified] = await send('POST', `/api/v2/sales/${sold.salesTransactionID}/certificates`, {
    lines: [{ salesItemID: sold.items[0].salesItemID }],
  })
  made.code = certified.code
  await send('POST', `/api/v1/items/${itemID}/revaluations`, { unitCost: costs.revalued, reason: 'Gold rose' })
  await keepPiece(categoryID)
  await returnFromRepair(itemID)
  await buyScrap(customerID)
  await insertProofFile(db, pictureStore, await insertProof(db, sold.salesTransactionID), { text: 'picture' })
  await showPiece(itemID)
  await keepDraft()
  made.messageID = (await staff('GET', '/api/v1/notifications?search=approved')).body.data[0].notificationID
})

/** Buys a chain of 10 g. Staff see the rate and the offer that they make, and not what the scrap costs. */
async function buyScrap(customerID: number) {
  await send('POST', '/api/v1/gold-rates', {
    rates: [{ karat: '18K', sellPerGram: 6000, buyPerGram: 5000, latestID: null }],
  })
  const { tradeInID } = await send('POST', '/api/v1/trade-ins', {
    customerID,
    locationID: 1,
    pieces: [{ description: 'Chain', testedKarat: '18K', grossGrams: 10 }],
  })
  await send('POST', `/api/v1/trade-ins/${tradeInID}/offer`, { offer: 50_000 })
  await send('POST', `/api/v1/trade-ins/${tradeInID}/acceptance`, { signed: true })
}

/** Shows the item in a live. */
async function showPiece(itemID: number) {
  const { liveID } = await send('POST', '/api/v1/lives', {
    liveName: 'Friday live',
    platforms: ['Facebook'],
    plannedStart: '2030-01-04T11:00:00Z',
    expectedEnd: '2030-01-04T14:00:00Z',
    locationID: 1,
    transactionTypeID: 1,
  })
  await send('PUT', `/api/v1/lives/${liveID}/pieces`, { pieces: [{ itemID }] })
  await send('PUT', `/api/v1/lives/${liveID}/start`, {})
  await send('PUT', `/api/v1/lives/${liveID}/show`, { to: 'next', showID: null })
}

/** Keeps a file of Staff without costs as a draft, and checks its rows. */
async function keepDraft() {
  await hide(true)
  const file = new TextEncoder().encode('Item code,Item name,Category,Grams,UOM,Price\nRG-2,Ring,None,3,PCS,20000\n')
  const { body } = await staff(
    'POST',
    '/api/v1/imports/drafts',
    formOf({ kind: 'items' }, { 'items.csv': file }, 'file'),
  )
  expect((await staff('POST', `/api/v1/imports/drafts/${body.data.importDraftID}/check`, {})).status).toBe(200)
  await hide(false)
}

/** Keeps another item by piece, whose piece has a cost. */
async function keepPiece(categoryID: number) {
  const ring = {
    itemCode: 'RG-9',
    itemName: 'Ring by piece',
    categoryID,
    grams: 3,
    uom: 'PCS',
    price,
    cost: costs.first,
  }
  const { itemID } = await send('POST', '/api/v1/item-inventory', { ...ring, quantity: 1, locationID: 1 })
  const { inventoryID } = (await manager('GET', `/api/v1/inventory?itemID=${itemID}`)).body.data[0]
  const { pieces } = await send('PUT', `/api/v1/items/${itemID}/pieces`, { pieces: [{ inventoryID }] })
  const changed = await send('PUT', `/api/v1/pieces/${pieces[0].pieceID}`, { cost: costs.delivered })
  made.tag = changed.code
}

/** Brings a piece back from the workshop, with its price. */
async function returnFromRepair(itemID: number) {
  const [type] = await db
    .insert(inventoryType)
    .values({ typeName: 'Repair', code: 'repair', sellable: false })
    .returning()
  const { inventoryTypeID } = type!
  const context = { db, actor: shopItself, now: new Date(), client: { address: '', agent: '' } }
  const inventoryID = await findOrCreateStockRow(context, { itemID, locationID: 1, inventoryTypeID })
  await postMovements(context, { kind: 'opening', documentType: 'inventory', documentID: inventoryID }, [
    { inventoryID, quantity: 1, unitCost: costs.first },
  ])
  await send('POST', '/api/v1/repair-returns', { inventoryID, quantity: 1, outcome: 'shelf', cost: costs.workshop })
}

const hide = async (hideCosts: boolean) =>
  expect((await admin('PUT', '/api/v1/settings/hide-costs', { hideCosts })).status).toBe(200)

/** The queries with which a call is made, where it needs more than its defaults. */
const queries: Record<string, () => string[]> = {
  '/api/v1/certificates/pdf': () => ['ids=1'],
  '/api/shop/certificates': () => [`code=${made.code}`],
  '/api/shop/pieces': () => [`code=${made.tag}`],
  '/api/v1/gold-rates/history': () => ['karat=18K'],
  '/api/v2/purchase-orders/last-costs': () => [`itemIDs=${made.itemID}`],
  '/api/v2/po-receiving/draft': () => [`poID=${made.poID}`, `itemID=${made.itemID}`],
  '/api/v1/saved-views': () => ['list=items'],
  '/api/v1/notifications': () => ['', 'search=33,305'],
  '/api/v1/search': () => ['q=ring', 'q=PO', 'q=7777.13'],
  '/api/v1/analytics': () => ['', 'from=2026-01-01&to=2030-01-01'],
}

type Found = { url: string; status: number; type: string; text: string }

/** Calls a GET with each plausible key and format, and returns the texts of its answers, files and papers. */
async function readAll(e: Endpoint, roleID: 1 | 3): Promise<Found[]> {
  const keys = e.path.includes(':') ? [1, 2, 3, made.messageID] : [0]
  const asked = queries[e.path]?.() ?? ['']
  const formats = e.stream ? ['', 'format=csv'] : ['']
  const urls = keys.flatMap((key) =>
    asked.flatMap((query) =>
      formats.map((format) => {
        const all = [query, format].filter(Boolean).join('&')
        return `${e.path.replaceAll(/:\w+/g, String(key))}${all === '' ? '' : `?${all}`}`
      }),
    ),
  )
  const found: Found[] = []
  for (const url of urls) {
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${tokens.get(roleID)}` } })
    const type = String(answer.headers['content-type'])
    const text = type === 'application/pdf' ? readPdfTexts(answer.rawPayload).join('\n') : answer.payload
    found.push({ url, status: answer.statusCode, type, text })
  }
  return found
}

// Events hold no figures (server/db/schema/events.ts).
const reads = endpoints.filter((e) => e.method === 'GET' && !e.live && may(3, e.access))

/** The figures with centavos in a text, such as `7777.13` and `7,777.13`. */
const figuresIn = (text: string) =>
  [...text.replaceAll(/\d\dT[\d:.]+Z/g, '').matchAll(/\d[\d,]*\.\d+/g)]
    .map(([figure]) => Number(figure.replaceAll(',', '')))
    .filter((n) => n % 1 !== 0)

/** The names of fields and columns that tell a cost. */
const namesIn = (text: string) =>
  [...text.matchAll(/"(\w+)":/g)]
    .map(([, name]) => name!)
    .filter((name) => /cost|profit/i.test(name) && !facts.has(name))

/** Finds the costs in the answers: figures with centavos, and fields or columns named after a cost. */
const findCosts = (found: readonly Found[]) =>
  found.flatMap(({ url, type, text }) => {
    const header = type.startsWith('text/csv') ? text.split('\n')[0]!.split(',') : []
    const all = [...figuresIn(text), ...namesIn(text), ...header.filter((name) => /cost|profit|value/i.test(name))]
    return all.length === 0 ? [] : [`${url}: ${all.slice(0, 5).join(', ')}`]
  })

test('Staff find no cost in any answer, file or paper while costs are hidden', async () => {
  await hide(true)
  const unread: string[] = []
  for (const e of reads) {
    const found = await readAll(e, 3)
    if (!found.some(({ status }) => status === 200) && !noRecord.has(e.path)) unread.push(e.path)
    expect(findCosts(found)).toEqual([])
  }
  expect(unread).toEqual([])
})

/** The calls of records that this shop has none of, or that need a key of another kind. */
const noRecord = new Set([
  '/api/v1/drawer-sessions/:id',
  '/api/v1/drawer-sessions/:id/comparison',
  '/api/v1/drawer-sessions/:id/z',
  '/api/v1/imports/:id',
  '/api/v1/imports/:id/pictures',
  '/api/v1/inventory-adjustment/:id',
  '/api/v1/pieces/:id/certificate-file',
  '/api/v1/questions/:id',
  '/api/v1/reminders/:id',
  '/api/v1/stock-counts/:id',
  '/api/v1/stock-transfers/:id',
])

test('the same walk finds every cost for a person who sees them', async () => {
  await hide(true)
  const found = new Set<number>()
  const places: string[] = []
  for (const e of reads) {
    const answers = await readAll(e, 1)
    for (const { text } of answers) for (const figure of figuresIn(text)) found.add(figure)
    if (findCosts(answers).length > 0) places.push(e.path)
  }
  expect(Object.values(costs).filter((cost) => !found.has(cost))).toEqual([])
  expect(places).toEqual(expect.arrayContaining(['/api/v1/items/:id', '/api/v2/purchase-orders/:id/pdf']))
  expect(places.length).toBeGreaterThan(20)
})

/** Fields that are named after a cost and have no figure. */
const facts = new Set(['hideCosts', 'isAtOrderedCost'])

test('every field that is named after a cost is marked', () => {
  // The answers of writes and the events of the live stream count too.
  const unmarked = endpoints
    .filter(({ access }) => may(3, access))
    .flatMap(({ path, returns }) => {
      const marked = new Set(listCostFields(findCostPlaces(returns)))
      return listNames(returns).flatMap((name) =>
        /cost|profit|stockValue/i.test(name) && !marked.has(name) && !facts.has(name) ? [`${path}: ${name}`] : [],
      )
    })
  expect(unmarked).toEqual([])
  // A field without its mark is found, and a marked one is left out of an answer.
  const planted = z.object({ lines: z.array(z.object({ price: z.number(), unitCost: z.number() })) })
  expect(listNames(planted)).toContain('unitCost')
  expect(listCostFields(findCostPlaces(planted))).toEqual([])
  const marked = z.object({ lines: z.array(z.object({ price: z.number(), unitCost: costFigure(z.number()) })) })
  expect(leaveOutCosts({ lines: [{ price: 1, unitCost: 2 }] }, findCostPlaces(marked))).toEqual({
    lines: [{ price: 1 }],
  })
})

/** Returns the names of all fields of a schema. The fields within a marked field are left out with it. */
function listNames(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return listNames(schema.unwrap())
  if (schema instanceof z.ZodArray) return listNames(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(listNames)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    listCostFields(findCostPlaces(z.object({ [name]: field }))).includes(name) ? [name] : [name, ...listNames(field)],
  )
}

test('every report has a figure left for Staff, or is not listed for them', () => {
  const left = listReports(false)
  for (const key of listReports(true))
    expect([key, left.includes(key)]).toEqual([key, listReportColumns(key, false).some(({ total }) => total)])
})

test('a planted cost is found in an answer, in a file and on a paper', async () => {
  const json = { url: '/x', status: 200, type: 'application/json', text: '{"note":"bought at 7,777.13"}' }
  expect(findCosts([json])).toEqual(['/x: 7777.13'])
  expect(findCosts([{ ...json, text: '{"lines":[{"unitCost":7}]}' }])).toEqual(['/x: unitCost'])
  expect(findCosts([{ ...json, type: 'text/csv', text: 'Item,Unit Cost\nRing,7' }])).toEqual(['/x: Unit Cost'])
  await hide(false)
  const papers = await readAll(purchaseOrders.pdf, 3)
  expect(findCosts(papers).join()).toContain(String(costs.ordered))
})

test('Staff may not sort by a hidden cost', async () => {
  await hide(true)
  const lists = reads.flatMap((e) => {
    const sort = e.query instanceof z.ZodObject ? e.query.shape['sort'] : undefined
    const names = sort instanceof z.ZodDefault ? ((sort.unwrap() as z.ZodEnum).options as string[]) : []
    return names.filter((name) => /cost|value|profit/i.test(name)).map((name) => `${e.path}?sort=${name}`)
  })
  expect(lists.length).toBeGreaterThanOrEqual(12)
  for (const url of lists) {
    expect([url, (await staff('GET', url)).body]).toMatchObject([url, { code: 'costs.hidden' }])
    expect([url, (await manager('GET', url)).status]).toEqual([url, 200])
  }
})

test('while costs are shown, Staff get the same bytes as a manager', async () => {
  await hide(false)
  for (const e of reads.filter(({ returns }) => listCostFields(findCostPlaces(returns)).length > 0)) {
    const [own, others] = [await readAll(e, 3), await readAll(e, 1)]
    expect(own.map(({ text }) => text)).toEqual(others.map(({ text }) => text))
  }
})

test('Staff order and receive by quantity, at the costs that the shop knows', async () => {
  await hide(true)
  const { supplierID } = (await staff('GET', '/api/v2/suppliers')).body.data[0]
  const body = {
    supplierID,
    locationID: 1,
    orderDate: '2026-11-03',
    expectedDeliverDate: '2026-11-20',
    purchaseOrderItems: [
      {
        itemID: made.itemID,
        orderQty: 4,
      },
    ],
  }
  const priced = { ...body, purchaseOrderItems: [{ itemID: made.itemID, orderQty: 4, price: 1 }] }
  expect((await staff('POST', '/api/v2/po/purchase-order-items', priced)).body).toMatchObject({
    code: 'costs.hidden',
    errors: [{ field: 'purchaseOrderItems.0.price' }],
  })
  // A manager must send the price.
  expect((await manager('POST', '/api/v2/po/purchase-order-items', body)).body).toMatchObject({
    code: 'input.invalid',
    errors: [{ field: 'purchaseOrderItems.0.price', message: 'Unit cost is required' }],
  })
  const ordered = await staff('POST', '/api/v2/po/purchase-order-items', body)
  expect([ordered.status, ordered.body.data.totalCost]).toEqual([201, undefined])
  const { poID } = ordered.body.data
  const lineOf = async () => (await db.select().from(purchaseOrderItem).where(eq(purchaseOrderItem.poID, poID)))[0]!
  expect((await lineOf()).unitCost).toBe(costs.delivered)
  // A manager corrects the price. A later change by Staff keeps it.
  await send('PUT', `/api/v2/purchase-orders/${poID}`, {
    ...body,
    purchaseOrderItems: [{ itemID: made.itemID, orderQty: 4, price: costs.ordered }],
  })
  const more = { ...body, purchaseOrderItems: [{ itemID: made.itemID, orderQty: 6 }] }
  expect((await staff('PUT', `/api/v2/purchase-orders/${poID}`, more)).status).toBe(200)
  expect(await lineOf()).toMatchObject({ unitCost: costs.ordered, orderQty: 6 })
  await send('PUT', `/api/v2/purchase-orders/${poID}/approve`, {})

  const delivery = {
    poID,
    referenceNumber: 'DR-2',
    receivedDate: '2026-11-04',
    items: [
      {
        itemID: made.itemID,
        uom: 'PCS',
        receivedQty: 2,
      },
    ],
  }
  const received = await staff('POST', '/api/v2/po-receiving', delivery)
  expect(received.status).toBe(201)
  const { poReceivingID, items } = received.body.data
  expect(items).toMatchObject([{ isAtOrderedCost: true }])
  const receivedLine = async () =>
    (await db.select().from(receivingItem).where(eq(receivingItem.poReceivingID, poReceivingID)))[0]!
  expect(await receivedLine()).toMatchObject({ unitCost: costs.ordered, stockUnitCost: costs.ordered })
  // A manager enters what the delivery note says. Staff then correct the quantity, and its cost stays. It is not the
  // ordered one, so a manager completes it.
  const { poReceivingItemID } = await receivedLine()
  const changed = (fields: object) => ({
    referenceNumber: 'DR-2',
    receivedDate: '2026-11-04',
    items: [{ poReceivingItemID, itemID: made.itemID, uom: 'PCS', receivedQty: 3, ...fields }],
  })
  await send('PUT', `/api/v2/po-receiving/${poReceivingID}`, changed({ unitCost: costs.delivered }))
  const corrected = await staff('PUT', `/api/v2/po-receiving/${poReceivingID}`, changed({ receivedQty: 2 }))
  expect([corrected.status, corrected.body.message]).toEqual([200, undefined])
  // Staff learn that the cost differs, so that the form does not offer to complete it, but not how much it is.
  const shown = (await staff('GET', `/api/v2/po-receiving/${poReceivingID}`)).body.data.items
  expect(shown).toMatchObject([{ isAtOrderedCost: false, receivedQty: 2 }])
  expect(Object.keys(shown[0])).not.toContain('unitCost')
  const refused = await staff('PUT', `/api/v2/po-receiving/${poReceivingID}/complete`)
  expect([refused.status, refused.body.code]).toEqual([403, 'receiving.cost_denied'])
  expect(refused.body.message).not.toMatch(/\d/)
  expect((await manager('PUT', `/api/v2/po-receiving/${poReceivingID}/complete`)).status).toBe(200)
  expect(await receivedLine()).toMatchObject({ unitCost: costs.delivered, receivedQty: 2 })
})

test('a delivery without an order and a new item of Staff get the costs that the shop knows', async () => {
  await hide(true)
  const before = (await db.select().from(item).where(eq(item.itemID, made.itemID)))[0]!.averageCost
  const direct = await staff('POST', '/api/v2/po-receiving-items', { itemID: made.itemID, uom: 'PCS', receivedQty: 1 })
  expect(direct.status).toBe(201)
  const [line] = await db
    .select()
    .from(receivingItem)
    .where(eq(receivingItem.poReceivingItemID, direct.body.data.poReceivingItemID))
  expect(line!.unitCost).toBeCloseTo(before, 2)
  const { categoryID } = (await staff('GET', '/api/v1/categories')).body.data[0]
  const piece = { itemCode: 'RG-2', itemName: 'Band', categoryID, grams: 3, uom: 'PCS', price }
  expect((await staff('POST', '/api/v1/item-inventory', { ...piece, cost: 1 })).body.code).toBe('costs.hidden')
  const created = await staff('POST', '/api/v1/item-inventory', piece)
  expect(created.status).toBe(201)
  expect((await manager('GET', `/api/v1/items/${created.body.data.itemID}`)).body.data.cost).toBe(0)
  expect((await manager('POST', '/api/v1/item-inventory', piece)).body).toMatchObject({
    errors: [{ field: 'cost', message: 'Cost is required' }],
  })
})

test('only an administrator hides costs, and the trail keeps who did', async () => {
  await hide(false)
  expect((await manager('PUT', '/api/v1/settings/hide-costs', { hideCosts: true })).status).toBe(403)
  const { updatedAt } = (await admin('GET', '/api/v1/settings')).body.data
  expect((await admin('PUT', '/api/v1/settings/hide-costs', { hideCosts: true, updatedAt })).status).toBe(200)
  expect((await admin('PUT', '/api/v1/settings/hide-costs', { hideCosts: false, updatedAt })).body.code).toBe(
    'record.stale',
  )
  const [latest] = (await admin('GET', '/api/v1/audit?entity=shopSetting')).body.data
  const change = (await admin('GET', `/api/v1/audit/${latest.auditID}`)).body.data
  expect(change).toMatchObject({ before: { hideCosts: false }, after: { hideCosts: true } })
})
