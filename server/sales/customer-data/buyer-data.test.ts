// Proves that a customer's data covers the buyers joined to it, in the export and in anonymising, and that a buyer alone
// can be anonymised.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { reminder } from '../../db/schema/insight.ts'

const { db, as } = await testApp()
const [admin, manager, staff] = [as(1), as(2), as(3)]
const { itemID } = await stockItem(db, { quantity: 100, price: 1000 })
let made = 0

/** Creates a buyer whose handle is in a sale, an audit row, a stored response and a reminder. */
async function traced() {
  const n = ++made
  const handle = `@opal.queen${n}`
  const texts = [`opal.queen${n}`, `Oldhandle${n}`, `0918 555 77${n}1`, `Quirina${n}`]
  const body = { platform: 'TikTok', handle: `Oldhandle${n}`, contact: texts[2], remarks: `${texts[3]}, her sister` }
  const { data } = (await staff('POST', '/api/v1/buyers', body, { 'idempotency-key': `buyer ${n}` })).body
  const buyerID = data.buyerID as number
  await staff('PUT', `/api/v1/buyers/${buyerID}`, { ...body, handle, remarks: `Sister of ${handle}` })
  const sold = {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    buyerID,
    remarks: `For ${handle}`,
  }
  const sale = (await staff('POST', '/api/v2/sales', sold, { 'idempotency-key': `sale ${n}` })).body.data
  await db.insert(reminder).values({ text: `Write to opal.queen${n}` })
  return { buyerID, handle, saleID: sale.salesTransactionID as number, texts: texts.slice(0, 3) }
}
async function createCustomer(): Promise<number> {
  const person = { firstName: 'Rosario', lastName: 'Dimaculangan', contactNo: '1', email: `r${++made}@x.example` }
  return (await staff('POST', '/api/v2/customers', { ...person, customerTypeID: 1 })).body.data.customerID
}
/** Returns the tables with a row that contains one of the texts. */
async function whereFound(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ there: number }>(sql`
      select 1 as there from ${sql.identifier(name)} as one, unnest(${sql.param(texts)}::text[]) as sought
      where position(lower(sought) in lower(to_jsonb(one)::text)) > 0 limit 1`)
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
}
const everywhere = ['audit', 'buyer', 'idempotency_key', 'reminder', 'sales_transaction']

test('the export has the buyers of the customer, with their sales and changes', async () => {
  const [{ buyerID, handle, saleID }, customerID] = [await traced(), await createCustomer()]
  await staff('PUT', `/api/v1/buyers/${buyerID}/customer`, { customerID })
  const { status, body } = await admin('GET', `/api/v2/customers/${customerID}/data`)
  expect([status, body.data]).toMatchObject([
    200,
    {
      buyers: [{ buyerID, handle, platform: 'TikTok' }],
      sales: [{ salesTransactionID: saleID, buyer: { handle } }],
      auditTrail: [
        { entity: 'buyer', action: 'create' },
        { entity: 'buyer', action: 'update' },
        { entity: 'customer', action: 'create' },
        { entity: 'buyer', action: 'join' },
      ],
    },
  ])
})

test('anonymising a customer removes the handles of its buyers everywhere, and keeps the figures', async () => {
  const [{ buyerID, saleID, texts }, other, customerID] = [await traced(), await traced(), await createCustomer()]
  await staff('PUT', `/api/v1/buyers/${buyerID}/customer`, { customerID })
  expect(await whereFound(texts)).toEqual(everywhere)
  const { status } = await admin('PUT', `/api/v2/customers/${customerID}/anonymise`, {
    customerName: 'Rosario Dimaculangan',
  })
  expect(status).toBe(200)
  expect(await whereFound(texts)).toEqual([])
  expect(await whereFound(other.texts)).toEqual(everywhere)
  const buyer = { platform: 'TikTok', handle: `anonymised-${buyerID}`, contact: null }
  expect((await staff('GET', `/api/v2/sales/${saleID}`)).body.data).toMatchObject({ totalPurchase: 1000, buyer })
  const late = await staff('PUT', `/api/v1/buyers/${other.buyerID}/customer`, { customerID })
  expect([late.status, late.body.message]).toEqual([409, 'This customer is anonymised'])
})

test('a buyer alone is anonymised by an administrator who types the handle', async () => {
  const [{ buyerID, handle, texts }, other] = [await traced(), await traced()]
  const anonymise = (typed: unknown, who = admin, id = buyerID) =>
    who('PUT', `/api/v1/buyers/${id}/anonymise`, { handle: typed })
  const refused = async (sent: ReturnType<typeof anonymise>) => {
    const { status, body } = await sent
    return [status, body.message]
  }
  expect((await anonymise(handle, manager)).status).toBe(403)
  expect(await refused(anonymise('somebody'))).toEqual([422, `This is not the buyer’s handle: type ${handle}`])
  expect(await refused(anonymise(undefined))).toEqual([400, 'Handle is required'])
  expect((await anonymise(handle, admin, 99_999)).status).toBe(404)
  expect((await anonymise(handle)).body.data).toMatchObject({ handle: `anonymised-${buyerID}`, contact: null })
  expect(await whereFound(texts)).toEqual([])
  expect(await whereFound(other.texts)).toEqual(everywhere)
  expect(await refused(anonymise(`anonymised-${buyerID}`))).toEqual([409, 'This buyer is anonymised already'])
  const customerID = await createCustomer()
  const joined = (id: number) => staff('PUT', `/api/v1/buyers/${id}/customer`, { customerID })
  expect(await refused(joined(buyerID))).toEqual([409, 'This buyer is anonymised'])
  await joined(other.buyerID)
  expect(await refused(anonymise(other.handle, admin, other.buyerID))).toEqual([
    409,
    'This buyer is joined to a customer: anonymise the customer',
  ])
})
