// Proves that an answer without a session tells no cost, no supplier, no stock count and no name of a member of staff:
// by the schemas of the contract, and by the answers, pages and papers of a shop with recognisable figures.
import { beforeAll, expect, test } from 'vitest'

import { shop } from '../../contract/catalogue/shop.ts'
import { contract } from '../../contract/index.ts'
import { orderPath } from '../../contract/order-page/order-page.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { languages, publicAddress } from '../../contract/shared/languages.ts'
import { z } from '../../contract/shared/zod.ts'
import { publicPaths } from '../../contract/site/site.ts'
import { companyProfile } from '../../server/db/schema/company.ts'
import { testApp } from '../support/fixtures.ts'
import { orderGoods } from '../support/ordered.ts'
import { readPdfTexts } from '../support/pdf-text.ts'
import { stockItem } from '../support/stocked.ts'

const { app, db, as, tokens, users } = await testApp({ withPages: true })
const manager = as(2)

/** Names of fields that a public answer must not have. */
const forbidden =
  /cost|profit|margin|supplier|quantity|onHand|reserved|available$|threshold|stock|username|ByID|ByName|By$|remarks/i

/** The fields that only a person with a session gets from a public endpoint. The walk proves it. */
const withSession = new Set(['GET /api/v2/company-profile createdByID', 'GET /api/v2/company-profile modifiedByID'])

/** The public endpoints, without those of a person's own account. */
const publicCalls = Object.entries(contract)
  .filter(([group]) => group !== 'account')
  .flatMap(([, calls]): Endpoint[] => Object.values(calls))
  .filter(({ access }) => access === 'public')

/** Returns the names of all fields of a schema. */
function listNames(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return listNames(schema.unwrap())
  if (schema instanceof z.ZodArray) return listNames(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(listNames)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, field]) => [name, ...listNames(field)])
}

const findForbidden = ({ method, path, returns }: Pick<Endpoint, 'method' | 'path' | 'returns'>) =>
  listNames(returns)
    .filter((name) => forbidden.test(name))
    .map((name) => `${method} ${path} ${name}`)
    .filter((field) => !withSession.has(field))

test('no public answer has a field for a cost, a supplier, a stock count or a person', () => {
  expect(publicCalls.length).toBeGreaterThanOrEqual(7)
  expect(publicCalls.flatMap(findForbidden)).toEqual([])
})

test('a planted field is found', () => {
  const planted = (field: z.ZodRawShape) => ({
    ...shop.items,
    returns: z.object({ data: z.array(z.object({ price: z.number(), ...field })) }),
  })
  for (const field of ['cost', 'supplierName', 'availableQuantity', 'available', 'createdByID', 'createdBy'])
    expect(findForbidden(planted({ [field]: z.number() }))).toEqual([`GET /api/shop/items ${field}`])
  expect(findForbidden(planted({ itemName: z.string() }))).toEqual([])
})

const secrets = {
  cost: 7777.13,
  quantity: 4321,
  supplier: 'Kofu Casting',
  staff: ['Test Admin', 'Test Manager', 'Test Staff'],
}
const made = { itemID: 0, saleID: 0, customerID: 0, code: '', tag: '', cookie: '' }

beforeAll(async () => {
  const item = { itemName: 'Araw pendant', price: 20_000, cost: secrets.cost, quantity: secrets.quantity }
  made.itemID = (await stockItem(db, item)).itemID
  await orderGoods(db, [{ itemID: made.itemID, unitCost: secrets.cost }])
  await db.insert(companyProfile).values({
    companyName: 'Amihan',
    registrationNumber: 'T-1',
    companyEmail: 'hello@amihan.example',
    companyPhone: '1',
    createdByID: users.get(1)!,
  })
  const customer = await manager('POST', '/api/v2/customers', {
    firstName: 'Ana',
    lastName: 'Reyes',
    contactNo: '1',
    email: 'ana@x.example',
    customerTypeID: 1,
  })
  made.customerID = customer.body.data.customerID
  const sale = await manager('POST', '/api/v2/sales', {
    customerID: made.customerID,
    locationID: 1,
    transactionTypeID: 1,
    complete: true,
    items: [
      {
        itemID: made.itemID,
        orderQty: 1,
      },
    ],
    payments: [
      {
        paymentTypeID: 1,
        amount: 2e4,
      },
    ],
  })
  made.saleID = sale.body.data.salesTransactionID
  const certified = await manager('POST', `/api/v2/sales/${made.saleID}/certificates`, {
    lines: [{ salesItemID: sale.body.data.items[0].salesItemID }],
  })
  made.code = certified.body.data[0].code
  made.tag = await keepPiece()
  const link = await manager('POST', `/api/v2/sales/${made.saleID}/links`)
  const payload = { token: link.body.data.addresses.en.split('#')[1] }
  const opened = await app.inject({ method: 'POST', url: orderPath, payload })
  made.cookie = String(opened.headers['set-cookie']).split(';')[0]!
})

/** Keeps another item by piece and returns the code on the tag of its piece. */
async function keepPiece(): Promise<string> {
  const { itemID, inventoryID } = await stockItem(db, { price: 20_000, cost: secrets.cost, quantity: 1 })
  const kept = await manager('PUT', `/api/v1/items/${itemID}/pieces`, {
    pieces: [{ inventoryID, note: secrets.supplier }],
  })
  const [{ pieceID }] = kept.body.data.pieces
  const changed = await manager('PUT', `/api/v1/pieces/${pieceID}`, { note: secrets.supplier, cost: secrets.cost })
  return changed.body.data.code
}

/** Finds the secrets in a text. */
const findSecrets = (text: string) =>
  [
    ...[secrets.cost, secrets.quantity, secrets.quantity - 1].flatMap((n) => [String(n), n.toLocaleString('en-US')]),
    secrets.supplier,
    ...secrets.staff,
  ].filter((secret) => new RegExp(`(?<![\\d.])${secret.replaceAll('.', '\\.')}(?!\\d)`).test(text))

const publicUrls = () => [
  '/sitemap.xml',
  '/robots.txt',
  '/api/v2/company-profile',
  ...[
    'items',
    `items/${made.itemID}`,
    'categories',
    'facets',
    `certificates?code=${made.code}`,
    `pieces?code=${made.tag}`,
  ].map((path) => `/api/shop/${path}`),
  ...languages.flatMap((language) =>
    [...Object.values(publicPaths), `/shop/${made.itemID}`, `/c/${made.code}`, `/p/${made.tag}`, orderPath].map(
      (path) => publicAddress(language, path),
    ),
  ),
]

test('no public answer and no public page tells a secret', async () => {
  for (const url of publicUrls()) {
    const { statusCode, payload } = await app.inject({ url, headers: { cookie: made.cookie } })
    expect([url, statusCode]).toEqual([url, 200])
    expect([url, findSecrets(payload)]).toEqual([url, []])
    expect([url, payload.includes('ByID":')]).toEqual([url, false])
  }
  // The pages show the item, so the walk reads what visitors read.
  const { payload } = await app.inject({ url: `/shop/${made.itemID}` })
  expect(payload).toContain('Araw pendant')
  expect(payload).toContain('application/ld+json')
  const order = await app.inject({ url: orderPath, headers: { cookie: made.cookie } })
  expect(order.payload).toContain('Araw pendant')
  expect(order.payload).not.toContain('Reyes')
  expect(findSecrets(`Bought at 7,777.13 from ${secrets.supplier}, 4,320 left, ask Test Staff`)).toHaveLength(4)
})

test('the papers that a customer gets tell no cost, no supplier and no stock count', async () => {
  const headers = { authorization: `Bearer ${tokens.get(1)}` }
  for (const [path, known] of [
    [`sales/${made.saleID}/pdf`, 'Araw pendant'],
    [`customers/${made.customerID}/statement/pdf`, '₱20,000.00'],
  ] as const) {
    const pdf = await app.inject({ url: `/api/v2/${path}`, headers })
    expect([path, pdf.statusCode]).toEqual([path, 200])
    const text = readPdfTexts(pdf.rawPayload).join('\n')
    expect(text).toContain(known)
    expect([path, findSecrets(text)]).toEqual([path, []])
  }
  const { payload } = await app.inject({ url: `/api/v2/customers/${made.customerID}/statement?format=csv`, headers })
  expect(payload).toContain('20000')
  expect(findSecrets(payload)).toEqual([])
})
