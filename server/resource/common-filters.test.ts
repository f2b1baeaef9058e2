// Proves through HTTP that every list and every export filters by day, creator and last modifier, and refuses a period
// that ends before it begins.
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { endpoints } from '../../contract/index.ts'
import { fillShop } from '../../tests/support/busy-shop.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { isList } from '../../tests/support/lists.ts'
import { stockItem } from '../../tests/support/stocked.ts'

const { db, url, as, users } = await testApp()
const admin = as(1)
const sql = new pg.Pool({ connectionString: url, max: 2 })
afterAll(() => sql.end())
await fillShop({ db, as }, sql)
const { itemID, inventoryID } = await stockItem(db, { quantity: 1 })
await admin('PUT', `/api/v1/inventory/${inventoryID}`, { reOrderThreshold: 5 })
const setUp: [path: string, status: number][] = []
for (const [path, body] of [
  ['/api/v1/inventory-adjustment', { inventoryID, adjustmentTypeID: 1, adjustmentReasonID: 1, quantityAdjusted: 1 }],
  [`/api/v1/items/${itemID}/revaluations`, { unitCost: 700, reason: 'Gold went up' }],
  ['/api/v1/stock-counts', { locationID: 1 }],
  ['/api/v1/reminders', { text: 'Call Ana' }],
  ['/api/v1/gold-rates', { rates: [{ karat: '18K', sellPerGram: 6710, buyPerGram: 6260, latestID: null }] }],
  [
    '/api/v1/trade-ins',
    { customerID: 1, locationID: 1, pieces: [{ description: 'Chain', testedKarat: '18K', grossGrams: 1 }] },
  ],
  [
    '/api/v1/lives',
    {
      liveName: 'Friday',
      platforms: ['TikTok'],
      plannedStart: '2026-12-04T11:00:00Z',
      expectedEnd: '2026-12-04T14:00:00Z',
      locationID: 1,
      transactionTypeID: 1,
    },
  ],
  ['/api/shop/questions', { name: 'Ana', email: 'ana@x.example', text: 'Is it gold?' }],
] as const)
  setUp.push([path, (await admin('POST', path, body)).status])
setUp.push([
  '/api/v1/drawers',
  (await admin('POST', '/api/v1/drawers', { drawerName: 'Counter', locationID: 1 })).status,
])
const counted = { counts: [{ currency: 'PHP', cash: [] }] }
setUp.push(['/api/v1/drawers/1/sessions', (await admin('POST', '/api/v1/drawers/1/sessions', counted)).status])
const single = await stockItem(db, { quantity: 1 })
const kept = await admin('PUT', `/api/v1/items/${single.itemID}/pieces`, {
  pieces: [{ inventoryID: single.inventoryID }],
})
const ofPiece = `/api/v1/pieces/${kept.body.data.pieces[0].pieceID}/certificates`
setUp.push([ofPiece, (await admin('POST', ofPiece, {})).status])
const { rows: hooks } = await sql.query<{ id: number }>(`insert into webhook (webhook_name, address, events, secret)
  values ('Books', 'https://books.example', '{sale.completed}', 'x') returning webhook_id as id`)
await sql.query(
  `insert into webhook_delivery (webhook_id, event_id, type, entity, happened_at) values ($1, 1, 'sale.completed', 'sale', now())`,
  [hooks[0]!.id],
)
await sql.query(`update item set karat = '18K', grams = 3 where item_id = $1`, [itemID])
const parts = { netGrams: 2, markup: 0, makingPerGram: 0, makingPerPiece: 0, stones: 0, roundTo: 10 }
await admin('PUT', `/api/v1/items/${itemID}/pricing`, parts)
await sql.query(`insert into gold_rate (karat, sell_per_gram, buy_per_gram, from_at)
  values ('18K', 6800, 6300, now() + interval '1 second')`)
const { ready, rates } = (await admin('GET', '/api/v1/repricings/summary')).body.data
const seen = rates.map(({ karat, goldRateID }: { karat: string; goldRateID: number }) => ({ karat, goldRateID }))
const batch = (await admin('POST', '/api/v1/repricings', { prices: ready, rates: seen })).body.data.repricingID
await sql.query(`insert into pay_account (kind, holder, number, payment_type_id, position)
  values ('GCash', 'Demo only', '0900 000 0000', 1, 1)`)
await sql.query(`with link as (
    insert into order_link (sales_transaction_id, token_hash, code_hash, created_at)
      select min(sales_transaction_id), 'a', 'b', now() from sales_transaction returning *)
  insert into payment_proof (sales_transaction_id, order_link_id, language, sent_at, amount, day, reference)
    select sales_transaction_id, order_link_id, 'en', now(), 100, '2026-11-20', '1001' from link`)
await sql.query(`insert into import (kind, file_name, rows, record_ids) values ('items', 'a.csv', 0, '{}')`)

/** A record whose own rows a list shows: its key, and the column with it if the rows have one. */
type Owner = { column?: string; id: number }
/**
 * Where a list's rows come from: their table, and the columns of the key, the day, the creator and the modifier. `of` is
 * the record in the list's address.
 */
type Source = {
  table: string
  key: string
  day?: string
  creator?: string | null
  modifier?: string | null
  of?: Owner
}
const sources: Record<string, Source> = {
  '/api/v1/categories': { table: 'category', key: 'category_id' },
  '/api/v1/certificates': { table: 'certificate', key: 'certificate_id', day: 'issued_on', modifier: 'created_by_id' },
  '/api/v1/gold-rates': { table: 'gold_rate', key: 'gold_rate_id', day: 'from_at', modifier: 'created_by_id' },
  '/api/v1/items': { table: 'item', key: 'item_id' },
  '/api/v1/audit': { table: 'audit', key: 'audit_id', day: 'at', creator: 'user_id', modifier: 'user_id' },
  '/api/v1/imports': { table: 'import', key: 'import_id' },
  '/api/v1/dashboard/customers': { table: 'customer', key: 'customer_id' },
  '/api/v1/reminders': { table: 'reminder', key: 'reminder_id' },
  '/api/v1/notifications': { table: 'notification', key: 'notification_id', creator: null, modifier: null },
  '/api/v1/questions': { table: 'question', key: 'question_id', creator: null, modifier: 'answered_by_id' },
  '/api/v1/users': { table: 'user_account', key: 'user_id' },
  '/api/v2/purchase-order-items': { table: 'purchase_order_item', key: 'po_item_id' },
  '/api/v2/purchase-orders': { table: 'purchase_order', key: 'po_id', day: 'order_date' },
  '/api/v2/po-receiving-items': { table: 'po_receiving_item', key: 'po_receiving_item_id' },
  '/api/v2/po-receiving': { table: 'po_receiving', key: 'po_receiving_id', day: 'received_date' },
  '/api/v2/po-receiving/orders': { table: 'purchase_order', key: 'po_id', day: 'order_date' },
  '/api/v1/buyers': { table: 'buyer', key: 'buyer_id' },
  '/api/v2/suppliers': { table: 'supplier', key: 'supplier_id' },
  '/api/v2/customer-types': { table: 'customer_type', key: 'customer_type_id' },
  '/api/v2/customers': { table: 'customer', key: 'customer_id' },
  '/api/v3/transaction/payment-types': { table: 'payment_type', key: 'payment_type_id' },
  '/api/v2/sales': { table: 'sales_transaction', key: 'sales_transaction_id', day: 'transaction_date' },
  '/api/v3/transaction/transaction-types': { table: 'transaction_type', key: 'transaction_type_id' },
  '/api/v1/adjustment-reason': { table: 'adjustment_reason', key: 'adjustment_reason_id' },
  '/api/v1/adjustment-type': { table: 'adjustment_type', key: 'adjustment_type_id' },
  '/api/v1/inventory-adjustment': { table: 'inventory_adjustment', key: 'adjustment_id' },
  '/api/v1/inventory-type': { table: 'inventory_type', key: 'inventory_type_id' },
  '/api/v1/inventory': { table: 'inventory', key: 'inventory_id' },
  '/api/v1/inventory/:id/movements': {
    table: 'stock_movement',
    key: 'sequence',
    day: 'at',
    creator: 'user_id',
    modifier: 'user_id',
    of: { column: 'inventory_id', id: inventoryID },
  },
  '/api/v1/items/:id/revaluations': {
    table: 'stock_revaluation',
    key: 'revaluation_id',
    modifier: 'created_by_id',
    of: { column: 'item_id', id: itemID },
  },
  '/api/v1/webhooks/:id/deliveries': {
    table: 'webhook_delivery',
    key: 'delivery_id',
    day: 'happened_at',
    creator: 'user_id',
    modifier: 'user_id',
    of: { column: 'webhook_id', id: hooks[0]!.id },
  },
  '/api/v1/repricings': { table: 'repricing', key: 'repricing_id', modifier: 'created_by_id' },
  '/api/v1/repricings/preview': { table: 'item', key: 'item_id' },
  '/api/v1/repricings/:id/items': {
    table: 'item_price',
    key: 'item_price_id',
    modifier: 'created_by_id',
    of: { id: batch },
  },
  '/api/v1/pieces': { table: 'piece', key: 'piece_id' },
  '/api/v1/pay-accounts': { table: 'pay_account', key: 'pay_account_id' },
  '/api/v1/proofs': {
    table: 'payment_proof',
    key: 'proof_id',
    day: 'sent_at',
    creator: null,
    modifier: 'decided_by_id',
  },
  '/api/v1/locations': { table: 'location', key: 'location_id' },
  '/api/v1/low-stock': { table: 'inventory', key: 'inventory_id' },
  '/api/v1/repair-returns': { table: 'stock_repair_return', key: 'repair_return_id' },
  '/api/v1/stock-counts': { table: 'stock_count', key: 'count_id' },
  '/api/v1/lives': { table: 'live', key: 'live_id' },
  '/api/v1/drawer-sessions': { table: 'drawer_session', key: 'drawer_session_id' },
  '/api/v1/trade-ins': { table: 'trade_in', key: 'trade_in_id' },
  '/api/v1/stock-transfers': { table: 'stock_transfer', key: 'transfer_id' },
}
const lists = endpoints.filter(isList)
const reader = users.get(0)!
const addressOf = (path: string) => path.replace(':id', String(sources[path]!.of?.id))

/** Changes a stored row past the triggers that keep the ledger and the audit trail final. */
async function change(statement: string, values: unknown[]) {
  const client = await sql.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const { rowCount } = await client.query(statement, values)
    await client.query('commit')
    return rowCount
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

test('every list has its source in this test', () => {
  expect(setUp).toEqual(setUp.map(([path]) => [path, 201]))
  expect(Object.keys(sources).toSorted()).toEqual(lists.map(({ path }) => path).toSorted())
})

test.each(lists.map(({ path, query }) => [path, query] as const))(
  '%s filters by day and person',
  async (path, query) => {
    const {
      table,
      key,
      of,
      day = 'created_at',
      creator = 'created_by_id',
      modifier = 'modified_by_id',
    } = sources[path]!
    const [keyField] = (query.shape['sort'] as { unwrap(): { options: string[] } }).unwrap().options as [string]
    const address = addressOf(path)
    const read = async (asked: string) => (await admin('GET', `${address}?${asked}`)).body
    const { data, meta } = await read('')
    expect(meta.total).toBeGreaterThan(0)
    const id = data[0][keyField]
    const own = of?.column ? ` and ${of.column} = $2` : ''
    const values = of?.column ? [id, of.id] : [id]
    // 00:30 on 3 February in the shop's time zone, Tokyo.
    const at =
      (day === 'issued_on' || day.endsWith('_date')) && day !== 'transaction_date'
        ? '2001-02-03'
        : '2001-02-02T15:30:00Z'
    expect(await change(`update ${table} set ${day} = '${at}' where ${key} = $1${own}`, values)).toBe(1)
    const ids = async (asked: string) => (await read(asked)).data.map((row: Record<string, unknown>) => row[keyField])
    expect(await ids('from=2001-02-03&to=2001-02-03')).toEqual([id])
    expect(await ids('from=2001-02-02&to=2001-02-02')).toEqual([])
    expect(await ids('to=2001-02-03')).toEqual([id])
    expect((await read('from=2001-02-04')).meta.total).toBe(meta.total - 1)

    for (const [filter, column] of [
      ['createdByID', creator],
      ['modifiedByID', modifier],
    ] as const) {
      expect(await ids(`${filter}=${reader}`)).toEqual([])
      if (column === null) continue
      await change(`update ${table} set ${column} = ${reader} where ${key} = $1${own}`, values)
      expect(await ids(`${filter}=${reader}`)).toEqual([id])
      await change(`update ${table} set ${column} = null where ${key} = $1${own}`, values)
    }
  },
)

test.each(lists.map(({ path }) => path))('%s refuses a period that ends before it begins', async (path) => {
  expect(await admin('GET', `${addressOf(path)}?from=2026-11-21&to=2026-11-20`)).toMatchObject({
    status: 400,
    body: {
      code: 'period.reversed',
      message: 'The period ends before it begins',
      errors: [{ field: 'to', message: 'The period ends before it begins' }],
    },
  })
})

test.each([
  ['items', 'item', 'item_id'],
  ['customers', 'customer', 'customer_id'],
  ['buyers', 'buyer', 'buyer_id'],
  ['suppliers', 'supplier', 'supplier_id'],
  ['stock', 'inventory', 'inventory_id'],
])('the file of the %s takes the same filters', async (kind, table, key) => {
  const read = (query: string) => admin('GET', `/api/v1/exports/${kind}?${query}`)
  await change(
    `update ${table} set created_at = '2003-02-02T15:30:00Z', created_by_id = $1
      where ${key} = (select min(${key}) from ${table})`,
    [reader],
  )
  expect((await read('from=2003-02-03&to=2003-02-03')).body.data).toEqual({ rows: 1 })
  expect((await read(`from=2003-02-03&to=2003-02-03&createdByID=${reader}`)).body.data).toEqual({ rows: 1 })
  expect((await read(`modifiedByID=${reader}`)).body.data).toEqual({ rows: 0 })
  expect(await read('from=2026-11-21&to=2026-11-20')).toMatchObject({ status: 400, body: { code: 'period.reversed' } })
})

test('the period of the sales means the day of the transaction, of the order or of the completion', async () => {
  const { rows } = await sql.query(`select sales_transaction_id as id from sales_transaction
    where status = 'Completed' order by 1 desc limit 1`)
  await sql.query(
    `update sales_transaction set order_date = '2002-01-01', transaction_date = '2002-01-03T00:00:00Z',
        completed_at = '2002-01-05T00:00:00Z'
      where sales_transaction_id = $1`,
    [rows[0].id],
  )
  const found = async (query: string) =>
    (await admin('GET', `/api/v2/sales?${query}`)).body.data.map(
      ({ salesTransactionID }: { salesTransactionID: number }) => salesTransactionID,
    )
  const days = { '2002-01-01': '&dateOf=ordered', '2002-01-03': '', '2002-01-05': '&dateOf=completed' }
  for (const [day, dateOf] of Object.entries(days))
    for (const other of Object.values(days))
      expect([day, other, await found(`from=${day}&to=${day}${other}`)]).toEqual([
        day,
        other,
        other === dateOf ? [rows[0].id] : [],
      ])
  expect(await admin('GET', '/api/v2/sales?completedFrom=2026-11-21&completedTo=2026-11-20')).toMatchObject({
    status: 400,
    body: { code: 'period.reversed', errors: [{ field: 'completedTo' }] },
  })
})
