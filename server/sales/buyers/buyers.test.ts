// Proves that a handle is one buyer on its platform, that a sale may have a buyer without a customer, and that only a
// person joins a buyer to a customer, who then has the buyer's sales until a manager parts them.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { buyerFields, type BuyerRow, buyers } from '../../../contract/sales/buyers.ts'
import type { SaleRow } from '../../../contract/sales/sales.ts'
import { conforms } from '../../../tests/support/conforms.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { buyer, paymentType, sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { normalizeHandle } from './buyers.rules.ts'
import { verifyBuyers } from './verify.ts'

const shop = await testApp({ connections: 10 })
const { db, as } = shop
const [admin, manager, staff] = [as(1), as(2), as(3)]
const path = '/api/v1/buyers'
const ring = await stockItem(db, { itemName: 'Ring', quantity: 1000, price: 1000, cost: 600 })
const types = await db.select().from(paymentType)
const credit = types.find(({ code }) => code === 'store_credit')!.paymentTypeID

let made = 0
/** Creates a buyer with a handle of its own. */
async function createBuyer(over: object = {}): Promise<BuyerRow> {
  const { status, body } = await staff('POST', path, { platform: 'TikTok', handle: `@live.${++made}`, ...over })
  expect([status, body.message]).toEqual([201, undefined])
  return body.data
}
async function createCustomer(firstName = 'Ana'): Promise<number> {
  const person = { firstName, lastName: 'Reyes', contactNo: `0917 555 ${++made}`, email: `a${made}@x.example` }
  const { body } = await staff('POST', '/api/v2/customers', { ...person, customerTypeID: 1 })
  return body.data.customerID
}
const saleBody = (over: object = {}) => ({
  locationID: 1,
  transactionTypeID: 1,
  items: [{ itemID: ring.itemID, orderQty: 1 }],
  ...over,
})
const paidInFull = { payments: [{ paymentTypeID: 1, amount: 1000 }], complete: true }
async function sell(over: object = {}): Promise<SaleRow> {
  const { status, body } = await staff('POST', '/api/v2/sales', saleBody(over))
  expect([status, body.message]).toEqual([201, undefined])
  return body.data
}
const saleOf = async ({ salesTransactionID }: SaleRow): Promise<SaleRow> =>
  (await staff('GET', `/api/v2/sales/${salesTransactionID}`)).body.data
const change = (stored: SaleRow, over: object) =>
  staff('PUT', `/api/v2/sales/${stored.salesTransactionID}`, saleBody(over))
const join = (buyerID: number, customerID: number, more = {}) =>
  staff('PUT', `${path}/${buyerID}/customer`, { customerID, ...more })
const part = (buyerID: number, who = manager) => who('DELETE', `${path}/${buyerID}/customer`)
const summaryOf = async (customerID: number) =>
  (await staff('GET', `/api/v2/customers/${customerID}/summary`)).body.data
const balanceOf = async (customerID: number, query = '') =>
  (await staff('GET', `/api/v2/customers/${customerID}/statement${query}`)).body.data

test('a buyer is created with its audit row, and is joined to nobody', async () => {
  const { buyerID, ...row } = await createBuyer({ handle: ' @mina ', contact: 'sends by LBC', customerID: 1 })
  expect(row).toMatchObject({ platform: 'TikTok', handle: '@mina', customerID: null, customerName: null, status: true })
  const [trail] = await db
    .select()
    .from(audit)
    .where(sql`entity = 'buyer' and entity_id = ${buyerID}`)
  expect(trail).toMatchObject({ action: 'create', after: { handle: '@mina' } })
})

test.each(['@rosa', 'ROSA', ' @Rosa ', '@@rosa', 'rosa'])('%j is the same handle as Rosa', async (handle) => {
  if ((await db.$count(buyer, eq(buyer.handle, 'Rosa'))) === 0) await createBuyer({ handle: 'Rosa' })
  expect(normalizeHandle(handle)).toBe('rosa')
  const { status, body } = await staff('POST', path, { platform: 'TikTok', handle })
  expect([status, body]).toEqual([
    409,
    {
      success: false,
      code: 'record.exists',
      message: 'This platform already has a buyer with this handle',
      errors: [{ field: 'handle', message: 'This platform already has a buyer with this handle' }],
    },
  ])
})

test('the same handle on two platforms is two buyers', async () => {
  const [one, two] = [
    await createBuyer({ handle: 'maria s' }),
    await createBuyer({ handle: 'maria s', platform: 'LINE' }),
  ]
  expect(one.buyerID).not.toBe(two.buyerID)
})

test.each([
  [{ platform: 'Telegram' }, /^Platform must be one of: Facebook/],
  [{ platform: undefined }, 'Platform is required'],
  [{ handle: ' ' }, 'Handle is required'],
  [{ handle: ' @ ' }, 'Enter the name after the @'],
  [{ handle: 'x'.repeat(121) }, 'Handle must be at most 120 characters'],
  [{ handle: 7 }, 'Handle must be text'],
  [{ contact: 'x'.repeat(201) }, 'Contact must be at most 200 characters'],
])('%j is refused and nothing is written', async (wrong, message) => {
  const before = await db.$count(buyer)
  const { status, body } = await staff('POST', path, { platform: 'TikTok', handle: 'fine', ...wrong })
  expect(status).toBe(400)
  expect(body.message).toMatch(message)
  expect(await db.$count(buyer)).toBe(before)
})

test('a sale has a buyer without a customer, is found by the handle, and shows it', async () => {
  const { buyerID } = await createBuyer({ handle: '@opal.queen' })
  const sold = await sell({ buyerID, ...paidInFull })
  expect(sold).toMatchObject({
    customerID: null,
    customer: null,
    buyerID,
    buyer: { platform: 'TikTok', handle: '@opal.queen', contact: null },
  })
  const found = async (query: string) =>
    (await staff('GET', `/api/v2/sales?${query}`)).body.data.map((row: SaleRow) => row.transactionNumber)
  expect(await found('search=opal.q')).toEqual([sold.transactionNumber])
  expect(await found(`buyerID=${buyerID}`)).toEqual([sold.transactionNumber])
})

test('a typed buyer is created once: the same handle typed again is the same buyer', async () => {
  const typed = { platform: 'Facebook', handle: 'Typed Lim', contact: '0917' }
  const first = await sell({ buyer: typed })
  const again = await sell({ buyer: { ...typed, handle: '@typed  LIM', contact: null } })
  expect(again.buyerID).toBe(first.buyerID)
  expect(again.buyer).toEqual({ platform: 'Facebook', handle: 'Typed Lim', contact: '0917' })
})

test('two tills that type one new handle at once sell to one buyer', async () => {
  const buyers = Array.from({ length: 8 }, (_, n) => ({ platform: 'LINE', handle: n % 2 ? '@Race' : 'race' }))
  const sales = await Promise.all(buyers.map((buyer) => sell({ buyer })))
  expect(new Set(sales.map(({ buyerID }) => buyerID)).size).toBe(1)
  expect(await db.$count(buyer, sql`lower(ltrim(handle, '@')) = 'race'`)).toBe(1)
})

test('of several calls that create one handle at once exactly one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => staff('POST', path, { platform: 'Viber', handle: 'once' })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 7 }, () => 409),
  ])
})

test('a sale refuses an unknown, an inactive and a second buyer, and a buyer beside a customer', async () => {
  const { buyerID, handle } = await createBuyer()
  await staff('PUT', `${path}/${buyerID}`, { platform: 'TikTok', handle, status: false })
  const customerID = await createCustomer()
  const buyer = { platform: 'TikTok', handle }
  const before = await db.$count(sale)
  for (const [over, code, message] of [
    [{ buyerID: 99_999 }, 422, 'Buyer 99999 does not exist'],
    [{ buyerID }, 422, `Buyer ${handle} is inactive`],
    [{ buyer }, 422, `Buyer ${handle} is inactive`],
    [{ buyerID, buyer }, 400, 'Choose a buyer or enter a new one, not both'],
    [{ buyerID, customerID }, 400, 'Choose a customer or a buyer, not both'],
    [{ buyer: { platform: 'TikTok' } }, 400, 'Handle is required'],
    [{ buyer: { handle: 'a' } }, 400, 'Platform is required'],
    [{ buyerID: -1 }, 400, 'Buyer must be at least 1'],
  ] as const) {
    const { status, body } = await staff('POST', '/api/v2/sales', saleBody(over))
    expect([over, status, body.message]).toEqual([over, code, message])
  }
  expect(await db.$count(sale)).toBe(before)
})

test('joining gives the customer all sales of the buyer, and parting takes them back', async () => {
  const [customerID, { buyerID }] = [await createCustomer(), await createBuyer()]
  const completed = await sell({ buyerID, ...paidInFull })
  const open = await sell({ buyerID, payments: [{ paymentTypeID: 1, amount: 300 }] })
  const own = await sell({ customerID, ...paidInFull })
  const before = [await summaryOf(customerID), await balanceOf(customerID)]
  expect(before[0]).toMatchObject({ totalSales: 1, totalSpend: 1000, openBalance: 0 })

  const { status, body } = await join(buyerID, customerID)
  expect([status, body.data]).toMatchObject([
    200,
    { customerID, customerName: 'Ana Reyes', salesMoved: 2, salesLeft: 0 },
  ])
  expect(await saleOf(completed)).toMatchObject({ customerID, customer: { firstName: 'Ana' }, buyerID })
  expect(await summaryOf(customerID)).toMatchObject({ totalSales: 3, totalSpend: 2000, openSales: 1, openBalance: 700 })
  expect((await balanceOf(customerID)).balance).toBe(700)
  const listed = await staff('GET', `${path}?customerID=${customerID}`)
  expect(listed.body.data.map((row: BuyerRow) => row.buyerID)).toEqual([buyerID])
  const later = await sell({ buyerID })
  expect(later).toMatchObject({ customerID, buyerID })
  const [trail] = (await db.select().from(audit).where(eq(audit.action, 'join'))).slice(-1)
  expect(trail).toMatchObject({
    entity: 'buyer',
    before: { customerID: null },
    after: { customerID, sales: [completed.transactionNumber, open.transactionNumber] },
  })

  const parted = await part(buyerID)
  expect([parted.status, parted.body.data]).toMatchObject([
    200,
    { customerID: null, customerName: null, salesMoved: 3 },
  ])
  expect([await summaryOf(customerID), await balanceOf(customerID)]).toEqual(before)
  expect(await saleOf(later)).toMatchObject({ customerID: null, buyerID })
  expect(await saleOf(own)).toMatchObject({ customerID, buyerID: null })
})

test('staff join, managers part; twice, unknown and stale ones are refused', async () => {
  const [ana, bea] = [await createCustomer(), await createCustomer('Bea')]
  const { buyerID, updatedAt, handle } = await createBuyer()
  const refused = async (sent: ReturnType<typeof join>) => {
    const { status, body } = await sent
    return [status, body.message]
  }
  expect(await refused(part(buyerID))).toEqual([409, 'This buyer is not joined to a customer'])
  expect(await refused(join(buyerID, 99_999))).toEqual([422, 'Customer 99999 does not exist'])
  expect(await refused(join(99_999, ana))).toEqual([404, 'Buyer not found'])
  expect(await refused(join(buyerID, 0))).toEqual([400, 'Customer must be at least 1'])
  await staff('PUT', `${path}/${buyerID}`, { platform: 'TikTok', handle, remarks: 'nice' })
  expect((await refused(join(buyerID, ana, { updatedAt })))[0]).toBe(409)
  expect((await join(buyerID, ana)).status).toBe(200)
  expect(await refused(join(buyerID, ana))).toEqual([409, 'This buyer is joined to this customer already'])
  expect(await refused(join(buyerID, bea))).toEqual([
    409,
    'This buyer is joined to another customer: a manager parts them first',
  ])
  expect((await part(buyerID, staff)).status).toBe(403)
  expect((await part(99_999)).status).toBe(404)
  expect((await part(buyerID)).status).toBe(200)
})

test('a buyer is never joined by its name alone', async () => {
  const customerID = await createCustomer('Nomina')
  const { buyerID } = await createBuyer({ handle: 'Nomina Reyes', platform: 'Facebook' })
  await sell({ buyerID })
  expect(await summaryOf(customerID)).toMatchObject({ totalSales: 0 })
})

test('a changed sale keeps its buyer, takes another party, or loses both', async () => {
  const [one, two, customerID] = [await createBuyer(), await createBuyer(), await createCustomer()]
  const stored = await sell({ buyerID: one.buyerID })
  const changed = async (over: object) => {
    const { status, body } = await change(stored, over)
    expect([status, body.message]).toEqual([200, undefined])
    return [body.data.customerID, body.data.buyerID]
  }
  expect(await changed({})).toEqual([null, one.buyerID])
  expect(await changed({ customerID: null })).toEqual([null, one.buyerID])
  expect(await changed({ buyerID: two.buyerID })).toEqual([null, two.buyerID])
  expect(await changed({ customerID })).toEqual([customerID, null])
  expect(await changed({ buyer: { platform: 'TikTok', handle: one.handle } })).toEqual([null, one.buyerID])
  await join(one.buyerID, customerID)
  expect(await changed({ buyerID: one.buyerID })).toEqual([customerID, one.buyerID])
  expect(await changed({ customerID })).toEqual([customerID, one.buyerID])
  expect(await changed({ customerID, buyerID: null })).toEqual([customerID, null])
  expect(await changed({ buyerID: one.buyerID })).toEqual([customerID, one.buyerID])
  expect(await changed({ customerID: null, buyerID: null })).toEqual([null, null])
})

test('sales of closed days stay with the buyer alone, and a join of closed days is not undone', async () => {
  const { buyerID } = await createBuyer()
  const customerID = await createCustomer()
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const old = await sell({ buyerID, orderDate: day(40) })
  const recent = await sell({ buyerID, orderDate: day(5) })
  const close = async (closedUntil: string | null) => {
    const { status, body } = await admin('PUT', '/api/v1/settings/closed-until', { closedUntil })
    expect([status, body.message]).toEqual([200, undefined])
  }
  await close(day(20))
  const asOf = `?asOf=${day(20)}`
  const statement = await balanceOf(customerID, asOf)
  expect((await join(buyerID, customerID)).body.data).toMatchObject({ salesMoved: 1, salesLeft: 1 })
  expect([(await saleOf(old)).customerID, (await saleOf(recent)).customerID]).toEqual([null, customerID])
  expect(await balanceOf(customerID, asOf)).toEqual(statement)
  // An old sale can still be saved: its customer stays as it is.
  expect((await change(old, { buyerID, orderDate: day(40) })).body.data).toMatchObject({ customerID: null, buyerID })
  await close(day(3))
  const refused = await part(buyerID)
  expect([refused.status, refused.body.code]).toEqual([422, 'books.closed'])
  expect((await saleOf(recent)).customerID).toBe(customerID)
  await close(null)
  expect((await part(buyerID)).body.data).toMatchObject({ salesMoved: 1 })
  expect((await db.select().from(shopSetting))[0]!.closedUntil).toBeNull()
})

test('store credit keeps the customer of a joined sale', async () => {
  const [{ buyerID }, customerID] = [await createBuyer({ handle: 'Credit Uy' }), await createCustomer()]
  await manager('POST', `/api/v1/customers/${customerID}/credit`, { amount: 1000, reason: 'Goodwill' })
  const alone = await staff(
    'POST',
    '/api/v2/sales',
    saleBody({ buyerID, payments: [{ paymentTypeID: credit, amount: 1000 }], complete: true }),
  )
  expect([alone.status, alone.body.code]).toEqual([422, 'credit.customer_missing'])
  const completed = await sell({ buyerID, ...paidInFull })
  const refund = await manager('POST', `/api/v2/sales/${completed.salesTransactionID}/refunds`, {
    paymentTypeID: credit,
    customerID,
    reason: 'Too small',
    items: [{ salesItemID: completed.items[0]!.salesItemID, qty: 1, disposition: 'restock' }],
  })
  expect([refund.status, refund.body.message]).toEqual([422, 'Join the buyer Credit Uy to this customer first'])
  await join(buyerID, customerID)
  const paid = await sell({ buyerID, payments: [{ paymentTypeID: credit, amount: 1000 }], complete: true })
  const refused = await part(buyerID)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `Store credit or a trade-in belongs to ${paid.transactionNumber}, so its customer stays`,
  ])
  expect((await saleOf(completed)).customerID).toBe(customerID)
})

test('an exchange of a buyer’s sale is a sale of that buyer', async () => {
  const { buyerID, handle } = await createBuyer()
  const sold = await sell({ buyerID, ...paidInFull })
  await staff('PUT', `${path}/${buyerID}`, { platform: 'TikTok', handle, status: false })
  const { status, body } = await staff('POST', `/api/v1/sales/${sold.salesTransactionID}/exchanges`, {
    reason: 'Other size',
    returned: [{ salesItemID: sold.items[0]!.salesItemID, qty: 1 }],
    items: [{ itemID: ring.itemID, orderQty: 1 }],
  })
  expect([status, body.data]).toMatchObject([201, { buyerID, customerID: null }])
})

test('joining while sales of the buyer are saved leaves no sale behind', async () => {
  const [{ buyerID }, customerID] = [await createBuyer(), await createCustomer()]
  const open = await Promise.all([sell({ buyerID }), sell({ buyerID }), sell({ buyerID })])
  const statusOf = async (sent: ReturnType<typeof change>) => (await sent).status
  const create = () => statusOf(staff('POST', '/api/v2/sales', saleBody({ buyerID })))
  const pay = ({ salesTransactionID }: SaleRow) =>
    statusOf(staff('POST', `/api/v2/sales/${salesTransactionID}/payments`, { paymentTypeID: 1, amount: 1 }))
  const answers = await Promise.all([
    ...open.map((stored) => statusOf(change(stored, { buyerID, remarks: 'wrapped' }))),
    create(),
    statusOf(join(buyerID, customerID)),
    create(),
    ...open.map(pay),
    create(),
  ])
  expect(answers.filter((status) => status >= 300)).toEqual([])
  const rows = await db.select().from(sale).where(eq(sale.buyerID, buyerID))
  expect(rows.map((row) => row.customerID)).toEqual(Array.from({ length: 6 }, () => customerID))
})

test('of two joins at once to two customers one succeeds', async () => {
  const [{ buyerID }, ana, bea] = [await createBuyer(), await createCustomer(), await createCustomer('Bea')]
  await sell({ buyerID })
  const answers = await Promise.all([join(buyerID, ana), join(buyerID, bea)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('the database refuses a sale of a buyer with another customer, and a buyer that leaves its sales', async () => {
  const [{ buyerID }, ana, bea] = [await createBuyer(), await createCustomer(), await createCustomer('Bea')]
  await join(buyerID, ana)
  const { salesTransactionID } = await sell({ buyerID })
  const ofSale = eq(sale.salesTransactionID, salesTransactionID)
  const refusal = { cause: { code: '23001' } }
  await expect(db.update(sale).set({ customerID: bea }).where(ofSale)).rejects.toMatchObject(refusal)
  await expect(db.update(buyer).set({ customerID: bea }).where(eq(buyer.buyerID, buyerID))).rejects.toMatchObject(
    refusal,
  )
})

test('verify finds a sale with another customer than its buyer, and a guard that is off', async () => {
  const [{ buyerID }, ana, bea] = [await createBuyer(), await createCustomer(), await createCustomer('Bea')]
  await join(buyerID, ana)
  const { transactionNumber, salesTransactionID } = await sell({ buyerID })
  expect(await verifyBuyers({ db })).toEqual([])
  const guard = 'sales_transaction_keeps_buyer_customer'
  await db.execute(sql.raw(`alter table sales_transaction disable trigger ${guard}`))
  await db.update(sale).set({ customerID: bea }).where(eq(sale.salesTransactionID, salesTransactionID))
  expect(await verifyBuyers({ db })).toEqual([
    `Sale ${transactionNumber} is of buyer ${buyerID} and customer ${bea}, but the buyer is joined to ${ana}`,
    `The guard ${guard} of table sales_transaction is switched off`,
  ])
  await db.update(sale).set({ customerID: ana }).where(eq(sale.salesTransactionID, salesTransactionID))
  await db.execute(sql.raw(`alter table sales_transaction enable trigger ${guard}`))
  expect(await verifyBuyers({ db })).toEqual([])
})

conforms(shop, buyers, {
  fields: buyerFields,
  table: buyer,
  sample: (n) => ({
    platform: 'Instagram' as const,
    handle: `shine_${n}`,
    contact: `chat ${n}`,
    remarks: `remark ${n}`,
    status: n % 2 === 0,
  }),
  access: { read: 'staff', write: 'staff' },
  unique: { handle: 'This platform already has a buyer with this handle' },
  searched: ['handle', 'contact', 'remarks'],
})
