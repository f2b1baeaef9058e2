import { eq, getColumns, max } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

import type { ImportDraftRow } from '../../contract/imports/drafts.ts'
import { endpoints } from '../../contract/index.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'
import type { RoleID } from '../../contract/shared/permissions.ts'
import { z } from '../../contract/shared/zod.ts'
import { category, item } from '../../server/db/schema/catalogue.ts'
import { certificate, certificateRevocation } from '../../server/db/schema/certificates.ts'
import { companyProfile, shopSetting, shopTerms, savedView } from '../../server/db/schema/company.ts'
import { creditEntry } from '../../server/db/schema/credit.ts'
import { device, drawer, drawerCount, drawerMovement, drawerSession } from '../../server/db/schema/drawers.ts'
import { importBatch, importDraft, importMapping } from '../../server/db/schema/imports.ts'
import { reminder } from '../../server/db/schema/insight.ts'
import { apiToken, webhook } from '../../server/db/schema/integrations.ts'
import { live, liveBuyerMark, liveComment, livePiece } from '../../server/db/schema/live.ts'
import { question } from '../../server/db/schema/messages.ts'
import { moneyEntry, payAccount } from '../../server/db/schema/money.ts'
import { parcel } from '../../server/db/schema/order-links.ts'
import { user } from '../../server/db/schema/people.ts'
import { piece } from '../../server/db/schema/pieces.ts'
import { salePriceChoice } from '../../server/db/schema/price-locks.ts'
import { goldRate, itemPrice, repricing } from '../../server/db/schema/pricing.ts'
import { paymentProof } from '../../server/db/schema/proofs.ts'
import {
  supplier,
  purchaseOrder,
  purchaseOrderItem,
  receiving,
  receivingItem,
} from '../../server/db/schema/purchasing.ts'
import { saleRefund } from '../../server/db/schema/refunds.ts'
import {
  buyer,
  customer,
  customerType,
  paymentType,
  sale,
  saleItem,
  transactionType,
} from '../../server/db/schema/sales.ts'
import {
  location,
  inventoryType,
  adjustmentReason,
  adjustmentType,
  inventory,
  inventoryAdjustment,
  repairReturn,
  stockTransfer,
  stockTransferItem,
  stockCount,
  stockCountLine,
} from '../../server/db/schema/stock.ts'
import { taxRate } from '../../server/db/schema/tax.ts'
import { tradeIn, tradeInPiece } from '../../server/db/schema/trade-ins.ts'
import { stockRevaluation } from '../../server/db/schema/valuation.ts'
import { hashPassword } from '../../server/people/passwords.ts'
import { canariesOf } from '../support/canaries.ts'
import { conformingCalls } from '../support/conforming.ts'
import { testApp } from '../support/fixtures.ts'
import { formOf } from '../support/pictures.ts'
import { insertProof } from '../support/proofs.ts'
import { stockItem } from '../support/stocked.ts'

// A call must not write columns outside of its schema. Each call is sent every column of its tables that its schema
// lacks, and the stored rows must contain none of these values.

const { db, as, users } = await testApp()

/** The table that a call writes, and the column by which its rows are found. */
type Written = { table: PgTable; by: PgColumn }
type Sending = {
  body: object
  /** The parameters of the path, in order. */
  ids?: number[]
  /** The record's key, if the response does not contain it under its name. */
  key?: number
  by?: RoleID
}
type Case = Written & {
  send: () => Promise<Sending> | Sending
  /** Fields of the body that hold records of their own. */
  within?: Record<string, Written>
  /** Forged values where no `canary` fits: a document's status, a choice. */
  forged?: Record<string, unknown>
}

let made = 0
const name = (what: string) => `${what} ${++made}`
const stocked = (quantity = 10) => stockItem(db, { quantity })
/** Creates goods in repair and returns the key of their stock. */
async function stockedForRepair(): Promise<number> {
  const repair = { typeName: 'Repair', code: 'repair', sellable: false } as const
  await db.insert(inventoryType).values(repair).onConflictDoNothing()
  const [{ inventoryTypeID } = { inventoryTypeID: 0 }] = await db
    .select()
    .from(inventoryType)
    .where(eq(inventoryType.code, 'repair'))
  return (await stockItem(db, { quantity: 10, inventoryTypeID })).inventoryID
}
/** What each later step of a trade-in sends. */
const tradeInBodies = {
  offer: {},
  acceptance: { signed: true },
  decline: {},
  settlement: { to: 'money', paymentTypeID: 1 },
  return: {},
} as const
/** Takes a trade-in up to the step before this one, and returns its key. */
async function tradedIn(step: keyof typeof tradeInBodies): Promise<number> {
  const rates = await db.$count(goldRate, eq(goldRate.karat, '18K'))
  if (rates === 0) await db.insert(goldRate).values({ karat: '18K', sellPerGram: 2, buyPerGram: 1, fromAt: new Date() })
  const path = '/api/v1/trade-ins'
  const customerID = await madeBy('/api/v2/customers', personOf(), 'customerID')
  const pieces = [{ description: 'Chain', testedKarat: '18K', grossGrams: 2 }]
  const id = await madeBy(path, { customerID, locationID: 1, pieces }, 'tradeInID', step === 'return' ? 2 : 3)
  if (step === 'offer') return id
  await as(step === 'return' ? 2 : 3)('POST', `${path}/${id}/offer`, {})
  if (step === 'return' || step === 'settlement')
    await as(step === 'return' ? 2 : 3)('POST', `${path}/${id}/acceptance`, { signed: true })
  return id
}
/** What each decision about a payment proof sends. */
const proofBodies = {
  approve: { amount: 500, day: '2026-11-20', reference: '1001', isPart: true },
  reject: { reason: 'unreadable' },
  undo: { reason: 'wrong account' },
} as const
/** Stores a payment proof of a sale, approved if it is to be undone. Returns its key and that of an account. */
async function sentProof(step: keyof typeof proofBodies) {
  const { itemID } = await stocked()
  const sold = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }] }
  const salesTransactionID = await madeBy('/api/v2/sales', sold, 'salesTransactionID')
  const [type] = await db
    .insert(paymentType)
    .values({ paymentName: name('Transfer') })
    .returning()
  const { paymentTypeID } = type!
  const [account] = await db
    .insert(payAccount)
    .values({ kind: 'GCash', holder: 'Shop', number: name('09'), paymentTypeID, status: false })
    .returning()
  const id = await insertProof(db, salesTransactionID, { amount: 500 })
  const { payAccountID } = account!
  if (step === 'undo') await as(2)('PUT', `/api/v1/proofs/${id}/approve`, { ...proofBodies.approve, payAccountID })
  return { id, payAccountID }
}
/** Creates a sale by the rate whose kept price is over, and returns its key. */
async function soldAtOldPrice(): Promise<number> {
  const { itemID } = await stocked()
  const [rate] = await db
    .insert(goldRate)
    .values({ karat: '10K', sellPerGram: 20, buyPerGram: 1, fromAt: new Date() })
    .returning()
  const parts = { netGrams: 1, markupBasis: 0, makingPerGram: 0, makingPerPiece: 0, stones: 0, roundTo: 10 } as const
  const [price] = await db
    .insert(itemPrice)
    .values({ ...parts, itemID, goldRateID: rate!.goldRateID, karat: '10K', sellPerGram: 20, price: 20 })
    .returning()
  const sold = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1, price: 1100 }] }
  const { data } = (await as(3)('POST', '/api/v2/sales', { ...sold, payments: [{ paymentTypeID: 1, amount: 500 }] }))
    .body
  const id: number = data.salesTransactionID
  await db.update(saleItem).set({ itemPriceID: price!.itemPriceID }).where(eq(saleItem.salesTransactionID, id))
  await db.update(sale).set({ priceKeptUntil: '2020-01-01', keptPrice: 1100 }).where(eq(sale.salesTransactionID, id))
  return id
}
const day = '2026-11-20'

/** Turns the tax on and returns the key of the last rate. */
async function lastTaxRateID(): Promise<number> {
  await as(1)('PUT', '/api/v1/tax', { taxCountry: 'PH', taxRegistered: false })
  const [last] = await db.select({ id: max(taxRate.taxRateID) }).from(taxRate)
  return last!.id!
}

/** Keeps a file with one supplier as a draft, and returns it. */
async function draftOf(): Promise<ImportDraftRow> {
  const text = `Supplier name,Contact details,Email\n${name('Supplier')},1,s@shop.example\n`
  const form = formOf({ kind: 'suppliers' }, { 'suppliers.csv': new TextEncoder().encode(text) }, 'file')
  return (await as(3)('POST', '/api/v1/imports/drafts', form)).body.data
}

const counted = { counts: [{ currency: 'PHP', cash: [{ form: 'note', value: 1000, quantity: 1 }] }] }
/** Makes a drawer at a location of its own, so that the other cases take cash without one. */
const drawerOf = async () => ({
  drawerName: name('Drawer'),
  locationID: await madeBy('/api/v1/locations', { locationName: name('Kiosk') }, 'locationID'),
})
const newDrawer = async () => madeBy('/api/v1/drawers', await drawerOf(), 'drawerID', 2)
/** Opens a new drawer, counts it up to the wanted step, and returns the key of its session. */
async function openSessionOf(steps: ('counting' | 'count' | 'finished')[] = []): Promise<number> {
  const id = await madeBy(`/api/v1/drawers/${await newDrawer()}/sessions`, counted, 'drawerSessionID')
  for (const step of steps)
    await as(3)(
      step === 'count' ? 'POST' : 'PUT',
      `/api/v1/drawer-sessions/${id}/${step}`,
      step === 'count' ? counted : {},
    )
  return id
}
const forgedCount = { kind: 'opening', amount: 5, countedAt: '2020-01-01T00:00:00Z', countedByID: users.get(1)! }
const cashIn = { kind: 'cash_in', reason: 'bank', amount: 5 }
const forgedMovement = { correctsID: 1, at: '2020-01-01T00:00:00Z', createdByID: users.get(1)! }

const forgedLive = { status: 'Closed', startedAt: '2020-01-01T00:00:00Z', closedAt: '2020-01-01T00:00:00Z' }
const liveOf = () => ({
  liveName: name('Live'),
  platforms: ['TikTok'],
  plannedStart: '2026-12-04T11:00:00Z',
  expectedEnd: '2026-12-04T14:00:00Z',
  locationID: 1,
  transactionTypeID: 1,
})
const forgedCertificate = { certificateNumber: 'AC-9', code: 'X', itemName: 'Forged', issuedOn: '2020-01-01', unit: 77 }

/** Sells a piece and returns the keys of its sale and line. */
async function soldLine(): Promise<{ id: number; salesItemID: number }> {
  const sold = { ...(await saleOf()), payments: [{ paymentTypeID: 1, amount: 2000 }], complete: true }
  const { data } = (await as(3)('POST', '/api/v2/sales', sold)).body
  return { id: data.salesTransactionID, salesItemID: data.items[0].salesItemID }
}
async function certifiedLine(): Promise<number> {
  const { id, salesItemID } = await soldLine()
  const { body } = await as(3)('POST', `/api/v2/sales/${id}/certificates`, { lines: [{ salesItemID, count: 1 }] })
  return body.data[0].certificateID
}

const hookOf = () => ({ webhookName: name('Hook'), address: 'https://8.8.8.8/hook', events: ['sale.completed'] })
const forgedHook = { createdByID: users.get(2)!, modifiedByID: users.get(2)!, offReason: 'gone', failures: 3 }

const parcelOf = () => ({
  carrier: name('Carrier'),
  trackingNumber: name('N'),
  sentOn: day,
  trackingAddress: 'https://track.example',
  note: 'N',
})

/** Returns an account into which buyers pay, with the administrator's password. */
async function payAccountOf() {
  const currentPassword = 'right as rain'
  passwordHash ??= await hashPassword(currentPassword)
  await db
    .update(user)
    .set({ passwordHash })
    .where(eq(user.userID, users.get(1)!))
  return { kind: 'GCash', holder: 'Ana', number: String(9_170_000_000 + ++made), paymentTypeID: 3, currentPassword }
}
let passwordHash: string | undefined

const supplierOf = () => ({ supplierName: name('Supplier'), contactDetails: '1', email: 's@shop.example' })
const personOf = () => ({
  firstName: name('Ana'),
  lastName: 'Cruz',
  contactNo: name('1'),
  email: `c${++made}@shop.example`,
  customerTypeID: 1,
})
const userOf = () => ({ firstName: 'Ana', lastName: 'Cruz', username: `u${++made}`, email: `u${made}@shop.example` })
const itemOf = () => ({ itemCode: name('I'), itemName: 'Ring', categoryID: 1, grams: 1, uom: 'PCS', price: 9, cost: 5 })
const orderOf = async () => ({
  supplierID: await supplierID(),
  locationID: 1,
  orderDate: day,
  expectedDeliverDate: day,
  purchaseOrderItems: [{ itemID: (await stocked()).itemID, orderQty: 2, price: 5 }],
})
const saleOf = async () => ({
  locationID: 1,
  transactionTypeID: 1,
  items: [{ itemID: (await stocked()).itemID, orderQty: 2, price: 1000 }],
})
const receiptOf = { referenceNumber: 'DR-1', receivedDate: day }
const directOf = async () => ({ itemID: (await stocked()).itemID, uom: 'PCS', receivedQty: 2, unitCost: 5 })

/** Creates a record through its ordinary call and returns its key. */
async function madeBy(path: string, body: object, key: string, roleID: RoleID = 3): Promise<number> {
  const answer = await as(roleID)('POST', path, body)
  expect([path, answer.status]).toEqual([path, 201])
  return answer.body.data[key]
}
const supplierID = () => madeBy('/api/v2/suppliers', supplierOf(), 'supplierID')
await stocked()

/** Creates an order that can be received, and returns its only line. */
async function approved() {
  const poID = await madeBy('/api/v2/po/purchase-order-items', await orderOf(), 'poID')
  expect((await as(2)('PUT', `/api/v2/purchase-orders/${poID}/approve`, {})).status).toBe(200)
  const [line] = await db.select().from(purchaseOrderItem).where(eq(purchaseOrderItem.poID, poID))
  return { poID, line: line! }
}

/** Returns the cases of a record that is created at one path and changed at another with the same fields. */
function both(
  path: string,
  at: string,
  table: PgTable,
  by: PgColumn,
  bodyOf: () => object | Promise<object>,
  more: Omit<Case, 'table' | 'by' | 'send'> & { roleID?: RoleID } = {},
): Record<string, Case> {
  const { roleID = 3, ...rest } = more
  const key = Object.entries(getColumns(table)).find(([, column]) => column === by)![0]
  return {
    [`POST ${path}`]: { table, by, ...rest, send: async () => ({ body: await bodyOf(), by: roleID }) },
    [`PUT ${at}`]: {
      table,
      by,
      ...rest,
      send: async () => {
        const id = await madeBy(path, await bodyOf(), key, roleID)
        return { body: await bodyOf(), ids: [id], key: id, by: roleID }
      },
    },
  }
}

const company = { companyName: 'A', registrationNumber: '1', companyEmail: 'a@shop.example', companyPhone: '1' }
const orderLines = { purchaseOrderItems: { table: purchaseOrderItem, by: purchaseOrderItem.poID } }
const saleLines = {
  items: { table: saleItem, by: saleItem.salesTransactionID },
  payments: { table: moneyEntry, by: moneyEntry.salesTransactionID },
}

const cases: Record<string, Case> = {
  ...both('/api/v2/suppliers', '/api/v2/suppliers/:id', supplier, supplier.supplierID, supplierOf),
  ...both('/api/v1/categories', '/api/v1/categories/:id', category, category.categoryID, () => ({
    categoryCode: name('C'),
    categoryName: name('Rings'),
  })),
  ...both('/api/v1/locations', '/api/v1/locations/:id', location, location.locationID, () => ({
    locationName: name('L'),
  })),
  ...both('/api/v1/inventory-type', '/api/v1/inventory-type/:id', inventoryType, inventoryType.inventoryTypeID, () => ({
    typeName: name('T'),
  })),
  ...both(
    '/api/v1/adjustment-type',
    '/api/v1/adjustment-type/:id',
    adjustmentType,
    adjustmentType.adjustmentTypeID,
    () => ({ typeName: name('T'), description: 'D' }),
  ),
  ...both(
    '/api/v1/adjustment-reason',
    '/api/v1/adjustment-reason/:id',
    adjustmentReason,
    adjustmentReason.adjustmentReasonID,
    () => ({ reasonName: name('R'), description: 'D' }),
  ),
  ...both('/api/v1/reminders', '/api/v1/reminders/:id', reminder, reminder.reminderID, () => ({ text: 'Polish' })),
  ...both('/api/v1/saved-views', '/api/v1/saved-views/:id', savedView, savedView.viewID, () => ({
    viewName: name('View'),
    list: 'items',
    query: {},
    hidden: [],
  })),
  'PUT /api/v1/item-changes': {
    table: item,
    by: item.itemID,
    send: async () => {
      const { itemID } = await stocked()
      const change = { field: 'price', percent: 10, rounding: 'centavo' }
      return { body: { items: [{ itemID }], change }, key: itemID, by: 2 }
    },
  },
  ...both('/api/v2/customers', '/api/v2/customers/:id', customer, customer.customerID, personOf),
  ...both(
    '/api/v2/customer-types',
    '/api/v2/customer-types/:id',
    customerType,
    customerType.customerTypeID,
    () => ({ TypeName: name('T') }),
    { roleID: 2 },
  ),
  ...both(
    '/api/v3/transaction/payment-types',
    '/api/v3/transaction/payment-types/:id',
    paymentType,
    paymentType.paymentTypeID,
    () => ({ paymentName: name('P') }),
  ),
  ...both(
    '/api/v1/pay-accounts',
    '/api/v1/pay-accounts/:id',
    payAccount,
    payAccount.payAccountID,
    payAccountOf,
    // The administrator makes the call, so another user is the forged author.
    { roleID: 1, forged: { createdByID: users.get(2)!, modifiedByID: users.get(2)!, position: 77 } },
  ),
  ...both(
    '/api/v3/transaction/transaction-types',
    '/api/v3/transaction/transaction-types/:id',
    transactionType,
    transactionType.transactionTypeID,
    () => ({ transactionName: name('T') }),
  ),
  ...both('/api/v1/item-inventory', '/api/v1/items/:id', item, item.itemID, itemOf),
  'POST /api/v1/items/:id/revaluations': {
    table: stockRevaluation,
    by: stockRevaluation.revaluationID,
    send: async () => {
      const { itemID } = await stocked()
      return { ids: [itemID], body: { unitCost: 100 + ++made, reason: 'Gold went up' }, by: 2 }
    },
  },
  'POST /api/users/register': {
    table: user,
    by: user.userID,
    forged: { roleID: 1 },
    send: () => ({ body: { name: 'Ana Cruz', email: `r${++made}@shop.example`, password: 'secret1' } }),
  },
  'PUT /api/users/updateProfile': {
    table: user,
    by: user.userID,
    forged: { roleID: 1 },
    send: () => ({ body: { name: 'Ana Cruz', email: `p${++made}@shop.example` } }),
  },
  'POST /api/v1/users': {
    table: user,
    by: user.userID,
    send: () => ({ body: { ...userOf(), roleID: 3, password: 'secret1' }, by: 2 }),
  },
  'PUT /api/v1/users/:id': {
    table: user,
    by: user.userID,
    send: async () => {
      const id = await madeBy('/api/v1/users', { ...userOf(), roleID: 3, password: 'secret1' }, 'userID', 2)
      return { body: { ...userOf(), roleID: 3 }, ids: [id], by: 2 }
    },
  },
  'POST /api/v2/company-profile': {
    table: companyProfile,
    by: companyProfile.id,
    send: () => ({ body: company, key: 1, by: 2 }),
  },
  'PUT /api/v2/company-profile': {
    table: companyProfile,
    by: companyProfile.id,
    send: () => ({ body: company, key: 1, by: 2 }),
  },
  'PUT /api/v1/settings': {
    table: shopSetting,
    by: shopSetting.id,
    send: () => ({ body: { timeZone: 'Asia/Manila', defaultLocationID: 1, holdDays: 4 }, key: 1, by: 2 }),
  },
  'PUT /api/v1/settings/closed-until': {
    table: shopSetting,
    by: shopSetting.id,
    // The other cases have no record of so early a day.
    send: () => ({ body: { closedUntil: '1990-01-01' }, key: 1, by: 1 }),
    // The administrator makes the call, so another user is the forged author.
    forged: { createdByID: users.get(2)!, modifiedByID: users.get(2)! },
  },
  'PUT /api/v1/tax': {
    table: shopSetting,
    by: shopSetting.id,
    send: async () => {
      // Other cases have set values that the forged ones must differ from.
      await db.update(shopSetting).set({ hideCosts: false, remindOfBackups: true })
      return { body: { taxCountry: 'PH', taxRegistered: false }, key: 1, by: 1 }
    },
    forged: { createdByID: users.get(2)!, modifiedByID: users.get(2)! },
  },
  'POST /api/v1/api-tokens': {
    table: apiToken,
    by: apiToken.tokenID,
    send: () => ({ body: { tokenName: name('Token'), operations: ['itemsList'], days: 30 }, by: 1 }),
    forged: { userID: users.get(3)!, expiresAt: '2099-01-01T00:00:00.000Z' },
  },
  'POST /api/v1/webhooks': {
    table: webhook,
    by: webhook.webhookID,
    send: () => ({ body: hookOf(), by: 1 }),
    forged: forgedHook,
  },
  'PUT /api/v1/webhooks/:id': {
    table: webhook,
    by: webhook.webhookID,
    send: async () => {
      const { webhookID } = (await as(1)('POST', '/api/v1/webhooks', hookOf())).body.data
      return { body: { webhookName: name('Hook') }, ids: [webhookID], key: webhookID, by: 1 }
    },
    forged: forgedHook,
  },
  'POST /api/v1/tax/rates': {
    table: taxRate,
    by: taxRate.taxRateID,
    // The response has every rate, so the key is the one after the last.
    send: async () => ({
      body: { rateName: 'VAT', code: name('V'), kind: 'standard', percent: 13, fromDate: '2031-01-01' },
      key: (await lastTaxRateID()) + 1,
      by: 1,
    }),
    forged: { createdByID: users.get(2)!, modifiedByID: users.get(2)!, country: 'JP', untilDate: '2032-01-01' },
  },
  'PUT /api/v1/tax/rates/:id': {
    table: taxRate,
    by: taxRate.taxRateID,
    send: async () => {
      const id = await lastTaxRateID()
      return { body: { untilDate: '2999-01-01' }, ids: [id], key: id, by: 1 }
    },
    forged: {
      createdByID: users.get(2)!,
      modifiedByID: users.get(2)!,
      country: 'JP',
      fromDate: '2032-01-01',
      kind: 'reduced',
    },
  },
  'PUT /api/v1/settings/hide-costs': {
    table: shopSetting,
    by: shopSetting.id,
    send: () => ({ body: { hideCosts: true }, key: 1, by: 1 }),
    // The administrator makes the call, so another user is the forged author.
    forged: { createdByID: users.get(2)!, modifiedByID: users.get(2)! },
  },
  'PUT /api/v1/settings/gold-shown': {
    table: shopSetting,
    by: shopSetting.id,
    send: async () => {
      // Other cases have set values that the forged ones must differ from.
      await db.update(shopSetting).set({ hideCosts: false, remindOfBackups: true })
      return { body: { goldShown: 'gold' }, key: 1, by: 1 }
    },
    forged: { createdByID: users.get(2)!, modifiedByID: users.get(2)! },
  },
  'PUT /api/v1/settings/cash-out': {
    table: shopSetting,
    by: shopSetting.id,
    send: async () => {
      await db.update(shopSetting).set({ hideCosts: false, goldShown: 'nothing', remindOfBackups: true })
      return { body: { cashOutLimit: 9 }, key: 1, by: 2 }
    },
    forged: { createdByID: users.get(1)!, modifiedByID: users.get(1)! },
  },
  'PUT /api/v1/settings/price-kept-days': {
    table: shopSetting,
    by: shopSetting.id,
    send: async () => {
      await db.update(shopSetting).set({ hideCosts: false, goldShown: 'nothing', remindOfBackups: true })
      return { body: { priceKeptDays: 9 }, key: 1, by: 1 }
    },
    forged: { createdByID: users.get(2)!, modifiedByID: users.get(2)! },
  },
  'PUT /api/v1/settings/payment-proofs': {
    table: shopSetting,
    by: shopSetting.id,
    send: async () => {
      await db.update(shopSetting).set({ hideCosts: false, goldShown: 'nothing', remindOfBackups: true })
      return { body: { secondPersonFrom: 9, proofFileDays: 91 }, key: 1, by: 1 }
    },
    forged: { createdByID: users.get(2)!, modifiedByID: users.get(2)! },
  },
  'PUT /api/v1/settings/backup-reminder': {
    table: shopSetting,
    by: shopSetting.id,
    send: async () => {
      // The case of hidden costs has set a value that the forged one must differ from.
      await db.update(shopSetting).set({ hideCosts: false })
      return { body: { remindOfBackups: false }, key: 1, by: 1 }
    },
    forged: { createdByID: users.get(2)!, modifiedByID: users.get(2)! },
  },
  'POST /api/shop/questions': {
    table: question,
    by: question.questionID,
    // The response contains no key.
    send: () => ({ body: { name: 'Ana', email: 'a@shop.example', text: 'Which size?', language: 'en' }, key: 1 }),
  },
  'POST /api/v1/inventory': {
    table: inventory,
    by: inventory.inventoryID,
    send: async () => {
      const locationID = await madeBy('/api/v1/locations', { locationName: name('L') }, 'locationID')
      const { itemID } = await stocked()
      return { body: { itemID, locationID, inventoryTypeID: 1, quantity: 3, reOrderThreshold: 1 } }
    },
  },
  'PUT /api/v1/inventory/:id': {
    table: inventory,
    by: inventory.inventoryID,
    send: async () => {
      const { itemID, inventoryID } = await stocked()
      return { body: { itemID, locationID: 1, inventoryTypeID: 1, reOrderThreshold: 2 }, ids: [inventoryID] }
    },
  },
  ...both(
    '/api/v1/inventory-adjustment',
    '/api/v1/inventory-adjustment/:id',
    inventoryAdjustment,
    inventoryAdjustment.adjustmentID,
    async () => ({ inventoryID: (await stocked()).inventoryID, adjustmentReasonID: 1, quantityAdjusted: -1 }),
    { forged: { status: 'Completed' } },
  ),
  'PUT /api/v1/items/:id/pricing': {
    table: itemPrice,
    by: itemPrice.itemID,
    forged: { karat: '10K', sellPerGram: 1, price: 1 },
    send: async () => {
      const { itemID } = await stocked()
      await db.update(item).set({ karat: '24K' }).where(eq(item.itemID, itemID))
      await db.insert(goldRate).values({ karat: '24K', sellPerGram: 9, buyPerGram: 8, fromAt: new Date() })
      const body = { netGrams: 1, markup: 0, makingPerGram: 0, makingPerPiece: 0, stones: 0, roundTo: 10 }
      return { body, ids: [itemID], key: itemID, by: 2 }
    },
  },
  'PUT /api/v1/items/:id/pieces': {
    table: piece,
    by: piece.itemID,
    forged: { number: 'X-1', code: 'X' },
    send: async () => {
      const { itemID, inventoryID } = await stocked()
      const [row] = await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID))
      const body = { pieces: Array.from({ length: row!.quantity }, () => ({ inventoryID })) }
      return { body, ids: [itemID], key: itemID, by: 2 }
    },
  },
  'PUT /api/v1/pieces/:id': {
    table: piece,
    by: piece.pieceID,
    forged: { number: 'X-2', code: 'X', inventoryID: 1, serial: 77 },
    send: async () => {
      const { itemID } = await stocked(0)
      const [made] = await db
        .insert(piece)
        .values({ itemID, serial: 1, number: `P-${itemID}`, code: `C-${itemID}` })
        .returning()
      return { body: { note: 'Note' }, ids: [made!.pieceID] }
    },
  },
  'POST /api/v2/sales/:id/parcels': {
    table: parcel,
    by: parcel.parcelID,
    send: async () => ({ ids: [(await soldLine()).id], body: parcelOf() }),
  },
  'PUT /api/v2/sales/:id/parcels/:parcelID': {
    table: parcel,
    by: parcel.parcelID,
    send: async () => {
      const { id } = await soldLine()
      const { body } = await as(3)('POST', `/api/v2/sales/${id}/parcels`, parcelOf())
      return { ids: [id, body.data.parcelID], body: parcelOf() }
    },
  },
  'POST /api/v1/terms': {
    table: shopTerms,
    by: shopTerms.termsID,
    forged: { version: 77, createdAt: '2020-01-01T00:00:00Z' },
    send: async () => {
      const readVersion = await db.$count(shopTerms, eq(shopTerms.kind, 'return'))
      return { body: { kind: 'return', english: name('Terms'), tagalog: 'T', japanese: 'J', readVersion }, by: 2 }
    },
  },
  'POST /api/v1/gold-rates': {
    table: goldRate,
    by: goldRate.goldRateID,
    forged: { fromAt: '2020-01-01T00:00:00Z' },
    send: async () => {
      const body = { rates: [{ karat: '18K', sellPerGram: 2, buyPerGram: 1, latestID: null }] }
      // The response has every karat and no key of its own.
      const [last] = await db.select({ id: max(goldRate.goldRateID) }).from(goldRate)
      return { body, key: (last?.id ?? 0) + 1 }
    },
  },
  'POST /api/v1/repricings': {
    table: repricing,
    by: repricing.repricingID,
    forged: { items: 9, difference: 9, karats: ['10K'] },
    send: async () => {
      const { itemID } = await stocked()
      await db.update(item).set({ karat: '22K' }).where(eq(item.itemID, itemID))
      const enter = async (sellPerGram: number) =>
        (
          await db
            .insert(goldRate)
            .values({ karat: '22K', sellPerGram, buyPerGram: 8, fromAt: new Date(Date.now() + sellPerGram * 1000) })
            .returning()
        )[0]!.goldRateID
      await enter(900)
      const parts = { netGrams: 1, markup: 0, makingPerGram: 0, makingPerPiece: 0, stones: 0, roundTo: 10 }
      await as(2)('PUT', `/api/v1/items/${itemID}/pricing`, parts)
      const goldRateID = await enter(950)
      const [{ itemPriceID } = { itemPriceID: null }] = await db.select().from(item).where(eq(item.itemID, itemID))
      return { body: { prices: [itemPriceID], rates: [{ karat: '22K', goldRateID }] }, by: 2 }
    },
  },
  'PUT /api/v1/repricings/:id/undo': {
    table: repricing,
    by: repricing.repricingID,
    forged: { items: 9, difference: 9, karats: ['10K'] },
    send: async () => {
      const { repricingID } = (await db.select().from(repricing))[0]!
      return { body: { reason: 'wrong rate' }, ids: [repricingID], key: repricingID, by: 2 }
    },
  },
  'POST /api/v1/repair-returns': {
    table: repairReturn,
    by: repairReturn.repairReturnID,
    send: async () => ({
      body: { inventoryID: await stockedForRepair(), quantity: 2, outcome: 'shelf', cost: 5 },
      by: 2,
    }),
    forged: { shelfInventoryID: 1 },
  },
  ...both(
    '/api/v1/trade-ins',
    '/api/v1/trade-ins/:id',
    tradeIn,
    tradeIn.tradeInID,
    async () => ({
      customerID: await madeBy('/api/v2/customers', personOf(), 'customerID'),
      locationID: 1,
      pieces: [{ description: 'Chain', testedKarat: '18K', grossGrams: 2 }],
    }),
    {
      within: { pieces: { table: tradeInPiece, by: tradeInPiece.tradeInID } },
      forged: { status: 'Accepted', settled: 5, acceptedAt: '2020-01-01T00:00:00Z', tradeInNumber: 'TI-1' },
    },
  ),
  ...Object.fromEntries(
    (Object.keys(tradeInBodies) as (keyof typeof tradeInBodies)[]).map((step) => [
      `POST /api/v1/trade-ins/:id/${step}`,
      {
        table: tradeIn,
        by: tradeIn.tradeInID,
        forged: { status: 'Weighed', settled: 5, tradeInNumber: 'TI-1' },
        send: async () => {
          const id = await tradedIn(step)
          return { body: tradeInBodies[step], ids: [id], key: id, by: step === 'return' ? 2 : 3 }
        },
      } satisfies Case,
    ]),
  ),
  ...Object.fromEntries(
    (Object.keys(proofBodies) as (keyof typeof proofBodies)[]).map((step) => [
      `PUT /api/v1/proofs/:id/${step}`,
      {
        table: paymentProof,
        by: paymentProof.proofID,
        forged: {
          status: 'Withdrawn',
          language: 'ja',
          rejectReason: 'used_before',
          ...(step !== 'approve' && { day: '2020-01-01' }),
        },
        send: async () => {
          const { id, payAccountID } = await sentProof(step)
          return {
            body: step === 'approve' ? { ...proofBodies[step], payAccountID } : proofBodies[step],
            ids: [id],
            key: id,
            by: 2,
          }
        },
      } satisfies Case,
    ]),
  ),
  'POST /api/v1/devices': {
    table: device,
    by: device.deviceID,
    send: async () => ({ body: { deviceName: name('Device') }, by: 2 }),
  },
  'PUT /api/v1/devices/:id': {
    table: device,
    by: device.deviceID,
    send: async () => ({
      body: { deviceName: name('Device') },
      ids: [await madeBy('/api/v1/devices', { deviceName: name('Device') }, 'deviceID', 2)],
      by: 2,
    }),
  },
  'POST /api/v1/drawers': {
    table: drawer,
    by: drawer.drawerID,
    send: async () => ({ body: await drawerOf(), by: 2 }),
  },
  'PUT /api/v1/drawers/:id': {
    table: drawer,
    by: drawer.drawerID,
    send: async () => ({ body: { drawerName: name('Drawer') }, ids: [await newDrawer()], by: 2 }),
  },
  'POST /api/v1/drawers/:id/sessions': {
    table: drawerSession,
    by: drawerSession.drawerSessionID,
    forged: { number: 'Z-9999', status: 'Closed', closedAt: '2020-01-01T00:00:00Z', reason: 'unknown' },
    send: async () => ({ body: counted, ids: [await newDrawer()] }),
  },
  'POST /api/v1/drawer-sessions/:id/movements': {
    table: drawerMovement,
    by: drawerMovement.drawerSessionID,
    forged: forgedMovement,
    send: async () => ({ body: cashIn, ids: [await openSessionOf()] }),
  },
  'POST /api/v1/drawer-movements/:id/corrections': {
    table: drawerMovement,
    by: drawerMovement.correctsID,
    forged: { ...forgedMovement, correctsID: 99_999, amount: 5, reason: 'other', kind: 'cash_out' },
    send: async () => {
      const { data } = (await as(3)('POST', `/api/v1/drawer-sessions/${await openSessionOf()}/movements`, cashIn)).body
      const { movementID } = data.movements[0]
      return { body: { note: 'Typed twice' }, ids: [movementID], key: movementID }
    },
  },
  'POST /api/v1/drawer-sessions/:id/count': {
    table: drawerCount,
    by: drawerCount.drawerSessionID,
    forged: { ...forgedCount, kind: 'recount' },
    send: async () => ({ body: counted, ids: [await openSessionOf(['counting'])] }),
  },
  'POST /api/v1/drawer-sessions/:id/recount': {
    table: drawerCount,
    by: drawerCount.drawerSessionID,
    forged: { amount: 5, countedAt: '2020-01-01T00:00:00Z', countedByID: users.get(1)! },
    send: async () => ({ body: counted, ids: [await openSessionOf(['counting', 'count'])] }),
  },
  'PUT /api/v1/drawer-sessions/:id/close': {
    table: drawerSession,
    by: drawerSession.drawerSessionID,
    forged: { number: 'Z-9999', status: 'Open', closedAt: '2020-01-01T00:00:00Z', countingAt: '2020-01-01T00:00:00Z' },
    send: async () => {
      const id = await openSessionOf(['counting', 'count', 'finished'])
      return { body: {}, ids: [id], key: id }
    },
  },
  ...both('/api/v1/lives', '/api/v1/lives/:id', live, live.liveID, liveOf, { forged: forgedLive }),
  'PUT /api/v1/lives/:id/pieces': {
    table: live,
    by: live.liveID,
    within: { pieces: { table: livePiece, by: livePiece.liveID } },
    forged: forgedLive,
    send: async () => {
      const id = await madeBy('/api/v1/lives', liveOf(), 'liveID')
      return { body: { pieces: [{ itemID: (await stocked()).itemID }] }, ids: [id], key: id }
    },
  },
  'POST /api/v1/lives/:id/comments': {
    table: liveComment,
    by: liveComment.liveID,
    forged: { orderSource: 'platform', outcome: 'again', writtenAt: '2020-01-01T00:00:00Z', onShowID: 9 },
    send: async () => {
      const id = await madeBy('/api/v1/lives', liveOf(), 'liveID')
      await as(3)('PUT', `/api/v1/lives/${id}/start`)
      return { body: { text: '1 ana' }, ids: [id], key: id }
    },
  },
  'POST /api/v1/lives/:id/pasted-comments': {
    table: liveComment,
    by: liveComment.liveID,
    forged: { orderSource: 'platform', outcome: 'claim', place: 7, onShowID: 9, enteredByID: 1 },
    send: async () => {
      const id = await madeBy('/api/v1/lives', liveOf(), 'liveID')
      await as(3)('PUT', `/api/v1/lives/${id}/start`)
      return { body: { platform: 'TikTok', comments: [{ name: 'ana', text: 'mine' }] }, ids: [id], key: id }
    },
  },
  'POST /api/v1/live-buyers/:id/marks': {
    table: liveBuyerMark,
    by: liveBuyerMark.buyerID,
    forged: { markedAt: '2020-01-01T00:00:00Z', endedAt: '2020-01-01T00:00:00Z', markedByID: 1 },
    send: async () => {
      const id = await madeBy('/api/v1/buyers', { platform: 'TikTok', handle: name('h') }, 'buyerID')
      return { body: { mark: 'not served', reason: 'Never paid' }, ids: [id], key: id, by: 2 }
    },
  },
  'PUT /api/v1/live-buyers/:id/marks/:markID/end': {
    table: liveBuyerMark,
    by: liveBuyerMark.buyerID,
    forged: { markedAt: '2020-01-01T00:00:00Z', endedAt: '2020-01-01T00:00:00Z', endedByID: 1, mark: 'deposit first' },
    send: async () => {
      const id = await madeBy('/api/v1/buyers', { platform: 'TikTok', handle: name('h') }, 'buyerID')
      const mark = { mark: 'not served', reason: 'Never paid' }
      const { body } = await as(2)('POST', `/api/v1/live-buyers/${id}/marks`, mark)
      return { body: { reason: 'Paid at last' }, ids: [id, body.data.marks[0].markID], key: id, by: 2 }
    },
  },
  'POST /api/v1/stock-transfers': {
    table: stockTransfer,
    by: stockTransfer.transferID,
    within: { items: { table: stockTransferItem, by: stockTransferItem.transferID } },
    send: async () => ({
      body: {
        fromLocationID: 1,
        toLocationID: await madeBy('/api/v1/locations', { locationName: name('L') }, 'locationID'),
        items: [{ itemID: (await stocked()).itemID, inventoryTypeID: 1, quantity: 2 }],
      },
    }),
  },
  'POST /api/v1/stock-counts': {
    table: stockCount,
    by: stockCount.countID,
    forged: { status: 'Completed' },
    send: () => ({ body: { locationID: 1 } }),
  },
  'POST /api/v1/stock-counts/:id/lines': {
    table: stockCountLine,
    by: stockCountLine.countID,
    send: async () => {
      const id = await madeBy('/api/v1/stock-counts', { locationID: 1 }, 'countID')
      return { body: { itemID: (await stocked()).itemID }, ids: [id], key: id }
    },
  },
  'PUT /api/v1/stock-counts/:id/lines/:lineID': {
    table: stockCountLine,
    by: stockCountLine.countLineID,
    send: async () => {
      const countID = await madeBy('/api/v1/stock-counts', { locationID: 1 }, 'countID')
      const [line] = await db.select().from(stockCountLine).where(eq(stockCountLine.countID, countID))
      return { body: { counted: 4 }, ids: [countID, line!.countLineID], key: line!.countLineID }
    },
  },
  'POST /api/v2/po/purchase-order-items': {
    table: purchaseOrder,
    by: purchaseOrder.poID,
    within: orderLines,
    forged: { status: 'Received' },
    send: async () => ({ body: await orderOf() }),
  },
  'PUT /api/v2/purchase-orders/:id': {
    table: purchaseOrder,
    by: purchaseOrder.poID,
    within: orderLines,
    forged: { status: 'Received' },
    send: async () => {
      const id = await madeBy('/api/v2/po/purchase-order-items', await orderOf(), 'poID')
      return { body: await orderOf(), ids: [id] }
    },
  },
  'POST /api/v2/purchase-order-items': {
    table: purchaseOrderItem,
    by: purchaseOrderItem.poItemID,
    send: async () => {
      const poID = await madeBy('/api/v2/po/purchase-order-items', await orderOf(), 'poID')
      return { body: { poID, itemID: (await stocked()).itemID, uom: 'PCS', unitCost: 5, orderQty: 2 } }
    },
  },
  'PUT /api/v2/purchase-order-items/:id': {
    table: purchaseOrderItem,
    by: purchaseOrderItem.poItemID,
    send: async () => {
      const poID = await madeBy('/api/v2/po/purchase-order-items', await orderOf(), 'poID')
      const [line] = await db.select().from(purchaseOrderItem).where(eq(purchaseOrderItem.poID, poID))
      const { poItemID, itemID } = line!
      return { body: { poID, itemID, uom: 'PCS', unitCost: 5, orderQty: 3 }, ids: [poItemID], key: poItemID }
    },
  },
  'POST /api/v2/po-receiving': {
    table: receiving,
    by: receiving.poReceivingID,
    within: { items: { table: receivingItem, by: receivingItem.poReceivingID } },
    send: async () => {
      const { poID, line } = await approved()
      const { poItemID, itemID } = line
      return { body: { ...receiptOf, poID, items: [{ poItemID, itemID, uom: 'PCS', receivedQty: 2, unitCost: 10 }] } }
    },
  },
  'PUT /api/v2/po-receiving/:id': {
    table: receiving,
    by: receiving.poReceivingID,
    within: { items: { table: receivingItem, by: receivingItem.poReceivingID } },
    forged: { status: 'Completed' },
    send: async () => {
      const { poID, line } = await approved()
      const id = await madeBy('/api/v2/po-receiving', { ...receiptOf, poID }, 'poReceivingID')
      const { poItemID, itemID } = line
      return {
        body: { ...receiptOf, items: [{ poItemID, itemID, uom: 'PCS', receivedQty: 2, unitCost: 10 }] },
        ids: [id],
      }
    },
  },
  'POST /api/v2/po-receiving-items': {
    table: receivingItem,
    by: receivingItem.poReceivingItemID,
    send: async () => ({ body: await directOf() }),
  },
  'PUT /api/v2/po-receiving-items/:id': {
    table: receivingItem,
    by: receivingItem.poReceivingItemID,
    send: async () => {
      const body = await directOf()
      return { body, ids: [await madeBy('/api/v2/po-receiving-items', body, 'poReceivingItemID')] }
    },
  },
  'POST /api/v2/sales': {
    table: sale,
    by: sale.salesTransactionID,
    within: saleLines,
    forged: { status: 'Refunded', deposit: 'forfeit' },
    send: async () => ({ body: { ...(await saleOf()), payments: [{ paymentTypeID: 1, amount: 5 }] } }),
  },
  'PUT /api/v2/sales/:id': {
    table: sale,
    by: sale.salesTransactionID,
    within: { items: saleLines.items },
    forged: { status: 'Completed', deposit: 'forfeit' },
    send: async () => {
      const id = await madeBy('/api/v2/sales', await saleOf(), 'salesTransactionID')
      return { body: await saleOf(), ids: [id] }
    },
  },
  'POST /api/v2/sales/:id/lines': {
    table: saleItem,
    by: saleItem.salesTransactionID,
    send: async () => {
      const id = await madeBy('/api/v2/sales', await saleOf(), 'salesTransactionID')
      const { items } = await saleOf()
      return { body: items[0]!, ids: [id], key: id }
    },
  },
  'PUT /api/v2/sales/:id/lines/:salesItemID': {
    table: saleItem,
    by: saleItem.salesItemID,
    send: async () => {
      const { data } = (await as(3)('POST', '/api/v2/sales', await saleOf())).body
      const [line] = data.items
      return { body: { orderQty: 1 }, ids: [data.salesTransactionID, line.salesItemID], key: line.salesItemID }
    },
  },
  'PUT /api/v2/sales/:id/hold': {
    table: sale,
    by: sale.salesTransactionID,
    forged: { status: 'Completed', holdUntil: '2030-01-01T00:00:00.000Z' },
    send: async () => ({
      body: { days: 2 },
      ids: [await madeBy('/api/v2/sales', await saleOf(), 'salesTransactionID')],
    }),
  },
  'POST /api/v2/sales/:id/payments': {
    table: moneyEntry,
    by: moneyEntry.salesTransactionID,
    send: async () => {
      const id = await madeBy('/api/v2/sales', await saleOf(), 'salesTransactionID')
      return { body: { paymentTypeID: 1, amount: 5 }, ids: [id], key: id }
    },
  },
  'PUT /api/v2/sales/:id/price': {
    table: salePriceChoice,
    by: salePriceChoice.salesTransactionID,
    forged: { keptUntil: '2030-01-01', nextUntil: '2031-01-01', createdByID: users.get(1)! },
    send: async () => {
      const id = await soldAtOldPrice()
      return { body: { choice: 'reprice', reason: 'As agreed' }, ids: [id], key: id, by: 2 }
    },
  },
  'POST /api/v2/sales/:id/payments/:paymentID/corrections': {
    table: moneyEntry,
    by: moneyEntry.salesTransactionID,
    send: async () => {
      const sold = { ...(await saleOf()), payments: [{ paymentTypeID: 1, amount: 500 }] }
      const { data } = (await as(3)('POST', '/api/v2/sales', sold)).body
      return {
        body: { paymentTypeID: 2, reason: 'Card, not cash' },
        ids: [data.salesTransactionID, data.payments[0].paymentID],
        key: data.salesTransactionID,
      }
    },
  },
  'POST /api/v2/sales/:id/payments/:paymentID/reversal': {
    table: moneyEntry,
    by: moneyEntry.salesTransactionID,
    send: async () => {
      const sold = { ...(await saleOf()), payments: [{ paymentTypeID: 1, amount: 500 }] }
      const { data } = (await as(2)('POST', '/api/v2/sales', sold)).body
      return {
        body: { reason: 'Never came' },
        ids: [data.salesTransactionID, data.payments[0].paymentID],
        key: data.salesTransactionID,
        by: 2,
      }
    },
  },
  'POST /api/v2/sales/:id/certificates': {
    table: certificate,
    by: certificate.salesItemID,
    forged: forgedCertificate,
    send: async () => {
      const { id, salesItemID } = await soldLine()
      return { body: { lines: [{ salesItemID }] }, ids: [id], key: salesItemID }
    },
  },
  'POST /api/v1/pieces/:id/certificates': {
    table: certificate,
    by: certificate.certificateID,
    forged: forgedCertificate,
    send: async () => {
      const { itemID, inventoryID } = await stocked(1)
      const { body } = await as(2)('PUT', `/api/v1/items/${itemID}/pieces`, { pieces: [{ inventoryID }] })
      return { body: {}, ids: [body.data.pieces[0].pieceID] }
    },
  },
  'PUT /api/v1/certificates/:id/revoke': {
    table: certificateRevocation,
    by: certificateRevocation.certificateID,
    forged: { revokedByID: users.get(3)!, revokedOn: '2020-01-01' },
    send: async () => ({ body: { reason: 'lost' }, ids: [await certifiedLine()], by: 2 }),
  },
  'POST /api/v1/certificates/:id/reissue': {
    table: certificate,
    by: certificate.certificateID,
    forged: forgedCertificate,
    send: async () => ({ body: { reason: 'lost' }, ids: [await certifiedLine()], by: 2 }),
  },
  'POST /api/v2/sales/:id/refunds': {
    table: saleRefund,
    by: saleRefund.salesTransactionID,
    send: async () => {
      const sold = { ...(await saleOf()), payments: [{ paymentTypeID: 1, amount: 2000 }], complete: true }
      const id = await madeBy('/api/v2/sales', sold, 'salesTransactionID')
      return { body: { paymentTypeID: 1, reason: 'Broken' }, ids: [id], key: id, by: 2 }
    },
  },
  'POST /api/v1/sales/:id/exchanges': {
    table: saleRefund,
    by: saleRefund.salesTransactionID,
    send: async () => {
      const sold = { ...(await saleOf()), payments: [{ paymentTypeID: 1, amount: 2000 }], complete: true }
      const { data } = (await as(3)('POST', '/api/v2/sales', sold)).body
      const returned = [{ salesItemID: data.items[0].salesItemID, qty: 2 }]
      const { items } = await saleOf()
      const id = data.salesTransactionID
      return { body: { reason: 'Other size', returned, items }, ids: [id], key: id }
    },
  },
  'PUT /api/v1/buyers/:id/customer': {
    table: buyer,
    by: buyer.buyerID,
    send: async () => {
      const id = await madeBy('/api/v1/buyers', { platform: 'LINE', handle: name('H') }, 'buyerID')
      const customerID = await madeBy('/api/v2/customers', personOf(), 'customerID')
      return { body: { customerID }, ids: [id], key: id }
    },
  },
  'POST /api/v1/customers/:id/credit': {
    table: creditEntry,
    by: creditEntry.customerID,
    send: async () => {
      const id = await madeBy('/api/v2/customers', personOf(), 'customerID')
      return { body: { amount: 5, reason: 'Goodwill' }, ids: [id], key: id, by: 2 }
    },
  },
  'POST /api/v1/customers/:id/credit/payments': {
    table: moneyEntry,
    by: moneyEntry.customerID,
    send: async () => {
      const id = await madeBy('/api/v2/customers', personOf(), 'customerID')
      return { body: { amount: 5, paymentTypeID: 1, locationID: 1, reason: 'More than owed' }, ids: [id], key: id }
    },
  },
  'POST /api/v1/customers/:id/credit/payouts': {
    table: moneyEntry,
    by: moneyEntry.customerID,
    send: async () => {
      const id = await madeBy('/api/v2/customers', personOf(), 'customerID')
      await as(2)('POST', `/api/v1/customers/${id}/credit`, { amount: 5, reason: 'Goodwill' })
      const body = { amount: 5, paymentTypeID: 1, locationID: 1, reason: 'The piece is gone' }
      return { body, ids: [id], key: id, by: 2 }
    },
  },
  'POST /api/v1/customers/:id/credit/:entryID/corrections': {
    table: creditEntry,
    by: creditEntry.customerID,
    send: async () => {
      const id = await madeBy('/api/v2/customers', personOf(), 'customerID')
      const given = await as(2)('POST', `/api/v1/customers/${id}/credit`, { amount: 5, reason: 'Goodwill' })
      return { body: { reason: 'Wrong customer' }, ids: [id, given.body.data.entries[0].entryID], key: id, by: 2 }
    },
  },
  'PUT /api/v1/imports/drafts/:id/mapping': {
    table: importDraft,
    by: importDraft.importDraftID,
    send: async () => {
      const { importDraftID, mapping } = await draftOf()
      return { body: { mapping }, ids: [importDraftID] }
    },
  },
  'PUT /api/v1/imports/drafts/:id/encoding': {
    table: importDraft,
    by: importDraft.importDraftID,
    send: async () => {
      // No valid UTF-8, so that the file can be read in several encodings.
      const bytes = Uint8Array.from('Supplier name\nCaf\u00e9\n', (character) => character.charCodeAt(0))
      const form = formOf({ kind: 'suppliers' }, { 'suppliers.csv': bytes }, 'file')
      const { importDraftID } = (await as(3)('POST', '/api/v1/imports/drafts', form)).body.data
      return { body: { encoding: 'Mac Roman' }, ids: [importDraftID] }
    },
  },
  'PUT /api/v1/imports/drafts/:id/fixes': {
    table: importDraft,
    by: importDraft.importDraftID,
    send: async () => ({ body: { fixes: [] }, ids: [(await draftOf()).importDraftID] }),
  },
  'POST /api/v1/imports/drafts/:id/import': {
    table: importBatch,
    by: importBatch.importID,
    send: async () => {
      const { importDraftID } = await draftOf()
      expect((await as(3)('POST', `/api/v1/imports/drafts/${importDraftID}/check`, {})).status).toBe(200)
      return { body: {}, ids: [importDraftID] }
    },
  },
  'POST /api/v1/imports/mappings': {
    table: importMapping,
    by: importMapping.importMappingID,
    send: async () => ({
      body: { mappingName: name('Mapping'), importDraftID: (await draftOf()).importDraftID },
    }),
  },
  'PUT /api/v1/imports/mappings/:id': {
    table: importMapping,
    by: importMapping.importMappingID,
    send: async () => {
      const saved = { mappingName: name('Mapping'), importDraftID: (await draftOf()).importDraftID }
      const id = await madeBy('/api/v1/imports/mappings', saved, 'importMappingID')
      return { body: { mappingName: name('Mapping') }, ids: [id] }
    },
  },
}

/** Calls that store nothing of their body, or only a confirmation. */
const others = [
  'POST /api/v1/login',
  'POST /api/v1/sign-in-link',
  'PUT /api/v1/users/:id/password',
  'POST /api/v1/demo/clear',
  'POST /api/v1/sales/:id/messages',
  'PUT /api/v1/customers/:id/messages',
  'PUT /api/v1/message-digest',
  // The key of a drawer for the caller's own session; server/drawers/drawers.test.ts covers it.
  'PUT /api/v1/own-drawer',
  // PINs are stored as hashes of the caller's own; server/devices/*.test.ts covers them.
  'POST /api/v1/device/switch',
  'POST /api/v1/device/approvals',
  'PUT /api/v1/own-pin',
  'PUT /api/v1/settings/messages',
  'PUT /api/v1/settings/message-templates',
  'POST /api/v1/settings/message-templates/reset',
  'POST /api/v1/settings/test-mail',
  // An order has only keys; server/sales/pay-accounts/pay-accounts.test.ts covers it.
  'PUT /api/v1/pay-accounts/order',
  'POST /api/v1/system/jobs/retry',
  'POST /api/v1/system/jobs/give-up',
  'POST /api/v1/empty-shop',
  'POST /api/shop/visits',
  'PUT /api/v1/questions/:id/answered',
  'PUT /api/v1/item-images/:itemID/order',
  'PUT /api/v1/item-images/:itemID/:imageID/focus',
  'PUT /api/v1/pieces/:id/images/order',
  'PUT /api/v1/pieces/:id/images/:imageID/focus',
  'PUT /api/v2/customers/:id/anonymise',
  'PUT /api/v1/buyers/:id/anonymise',
  'PUT /api/v2/purchase-orders/:id/close',
  'PUT /api/v1/saved-views/default',
  'POST /api/v1/item-changes/preview',
  // A move to a stored piece; server/live/lives/lives.test.ts covers it.
  'PUT /api/v1/lives/:id/show',
  // What a person types is told and not stored; server/live/claims/typing.test.ts covers it.
  'PUT /api/v1/lives/:id/typing',
  // Choices about stored comments and claims; server/live/claims/claims.test.ts covers them.
  'PUT /api/v1/live-comments/:id/decision',
  // The preview stores nothing, and accepting names stored comments; server/live/paste/paste.test.ts covers them.
  'POST /api/v1/lives/:id/paste-preview',
  // The secret of an overlay, which reads.
  'POST /api/v1/live-overlay',
  'PUT /api/v1/lives/:id/accepted-comments',
  'PUT /api/v1/live-claims/:id/place',
  'PUT /api/v1/live-claims/:id/withdrawal',
  // A cart is of whoever tells of it; server/sales/carts/carts.test.ts covers that.
  'PUT /api/v1/carts',
  'POST /api/v1/labels',
  'POST /api/v1/labels/preview',
  // An import writes the content of its file; server/imports/imports.test.ts covers its unknown columns.
  'POST /api/v1/imports',
  'POST /api/v1/imports/check',
  'POST /api/v1/imports/picture-names',
  // A draft has the cells of its file, and corrections of them; server/imports/drafts/drafts.test.ts covers both.
  'POST /api/v1/imports/drafts',
  'PUT /api/v1/imports/drafts/:id/rows',
]

const callOf = (e: Endpoint) => `${e.method} ${e.path}`
const taking = endpoints.filter((e) => fieldsOf(e.body).length > 0)

test('every call with a body has a case', () => {
  const tried = new Set([...Object.keys(cases), ...others])
  expect(
    taking.map(callOf).filter((call) => !tried.has(call) && !conformingCalls.has(call)),
    'Add the call to cases in tests/security/forged-fields.test.ts, or test its resource with conforms',
  ).toEqual([])
  expect([...tried].filter((call) => !taking.some((e) => callOf(e) === call))).toEqual([])
})

test.each(taking.filter((e) => callOf(e) in cases).map((e) => [callOf(e), e] as const))(
  '%s writes no field that it does not take',
  async (call, e) => {
    const { table, by, send, within = {}, forged = {} } = cases[call]!
    const { body, ids = [], key, by: roleID = 3 } = await send()
    const extra = { ...canariesOf(table, fieldsOf(e.body), users.get(1)!), ...forged }
    const inside = Object.entries(within).map(([field, written]) => {
      const lines = (body as Record<string, object[]>)[field]!
      const unknown = canariesOf(written.table, fieldsOf(e.body, field), users.get(1)!)
      return { ...written, field, unknown, lines: lines.map((line) => ({ ...line, ...unknown })) }
    })
    const sent = { ...extra, ...body, ...Object.fromEntries(inside.map(({ field, lines }) => [field, lines])) }

    let n = 0
    const path = e.path.replaceAll(/:\w+/g, () => String(ids[n++]))
    const answer = await as(roleID)(e.method, path, sent)
    expect([answer.status, answer.body.errors]).toEqual([e.status ?? 200, undefined])

    const name = Object.entries(getColumns(table)).find(([, column]) => column === by)![0]
    const found = key ?? answer.body.data?.[name] ?? answer.body[name]
    await expectNone({ table, by }, found, extra, roleID)
    for (const { field: _, unknown, ...written } of inside) await expectNone(written, found, unknown, roleID)
  },
)

async function expectNone({ table, by }: Written, found: number, extra: object, roleID: RoleID) {
  const rows = (await db.select().from(table).where(eq(by, found))) as Record<string, unknown>[]
  expect(rows.length).toBeGreaterThan(0)
  expect(Object.keys(extra).length).toBeGreaterThan(0)
  for (const row of rows) {
    for (const [field, value] of Object.entries(extra)) expect([field, plain(row[field])]).not.toEqual([field, value])
    // The author is the signed-in user, or empty.
    const people = [row['createdByID'], row['modifiedByID']].filter((id) => typeof id === 'number')
    expect(people.filter((id) => id !== users.get(roleID))).toEqual([])
  }
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

/** Returns the fields of a body, or of the records in one of its fields. */
function fieldsOf(schema: z.ZodType | undefined, field?: string): string[] {
  if (!schema) return []
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json
  return Object.keys((field === undefined ? whole : (whole.properties?.[field]?.items ?? {})).properties ?? {})
}
type Json = { properties?: Record<string, Json>; items?: Json }
