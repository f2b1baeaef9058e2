// Proves that shops of earlier schemas get codes for the rows that the program refers to, even if the rows were
// renamed, and that the program then uses these rows. Also proves that earlier messages get their record and dedupe
// key.
import { tmpdir } from 'node:os'

import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { createApp } from '../../server/app.ts'
import { connect } from '../../server/db/client.ts'
import { migrate, missingMigrations, runMigration } from '../../server/db/migrate.ts'
import { notification } from '../../server/db/schema/messages.ts'
import { paymentType, transactionType } from '../../server/db/schema/sales.ts'
import { adjustmentReason, adjustmentType, inventoryType } from '../../server/db/schema/stock.ts'
import { pictureFolder } from '../../server/files/folder.ts'
import { shopContext } from '../../server/kernel/context.ts'
import { hashToken } from '../../server/kernel/tokens.ts'
import { announceDeliveries } from '../../server/sales/sale/deliveries.operations.ts'
import { emptyDatabase } from '../support/databases.ts'
import { stockItem } from '../support/stocked.ts'

const token = 'token-of-the-earlier-shop'.padEnd(43, 'x')
const drops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const drop of drops) await drop()
})

/** Creates a shop of the last schema without codes, filled by a first start, changed by `rows`, and then migrated. */
async function earlierShop(rows: string) {
  const { url, drop } = await emptyDatabase()
  drops.push(drop)
  const client = new pg.Client(url)
  await client.connect()
  for (const migration of await missingMigrations(client)) {
    if (migration.name.endsWith('_row_codes')) break
    await runMigration(client, migration)
  }
  await client.query(`
    insert into role (role_id, role_name) values (0, 'Unassigned'), (1, 'Admin'), (2, 'Manager'), (3, 'Staff');
    insert into user_account (first_name, last_name, role_id, username, email, password_hash)
      values ('Ana', 'Reyes', 1, 'ana', 'ana@shop.example', '-');
    insert into session (user_id, token_hash, expires_at) values (1, '${hashToken(token)}', now() + interval '1 day');
    insert into location (location_name) values ('Main');
    insert into shop_setting (default_location_id, time_zone) values (1, 'Asia/Manila');
    insert into inventory_type (type_name) values ('On hand');
    insert into adjustment_type (type_name, description) values ('Manual adjustment', '-');
    insert into adjustment_reason (reason_name, description)
      values ('Damaged', '-'), ('Lost', '-'), ('Found', '-'), ('Stock count', '-');
    insert into customer_type (type_name) values ('Walk-in');
    insert into payment_type (payment_name, gives_change) values ('Cash', true), ('Bank transfer', false);
    insert into transaction_type (transaction_name)
      values ('Walk-in'), ('Live selling'), ('Online'), ('Pre-order'), ('Made-to-order'), ('Layaway');
    ${rows}`)
  await client.end()
  await migrate(url)
  const { db, pool } = connect(url, 3)
  drops.unshift(() => pool.end())
  return { db, url }
}

type Shop = Awaited<ReturnType<typeof earlierShop>>
/** Returns the name of every row with a code. */
async function codes({ db }: Shop) {
  const rows = [
    ...(await db.select({ code: inventoryType.code, name: inventoryType.typeName }).from(inventoryType)),
    ...(await db.select({ code: adjustmentType.code, name: adjustmentType.typeName }).from(adjustmentType)),
    ...(await db.select({ code: adjustmentReason.code, name: adjustmentReason.reasonName }).from(adjustmentReason)),
    ...(await db.select({ code: paymentType.code, name: paymentType.paymentName }).from(paymentType)),
    ...(await db.select({ code: transactionType.code, name: transactionType.transactionName }).from(transactionType)),
  ]
  return Object.fromEntries(rows.flatMap(({ code, name }) => (code === null ? [] : [[code, name]])))
}

const renamed = `
  update inventory_type set type_name = 'Vitrine' where inventory_type_id = 1;
  update adjustment_type set type_name = 'By hand' where adjustment_type_id = 1;
  update adjustment_reason set reason_name = 'Bilang' where adjustment_reason_id = 4;
  update payment_type set payment_name = 'Pera' where payment_type_id = 1;
  update transaction_type set transaction_name = 'Hulugan' where transaction_type_id = 6;
  update transaction_type set transaction_name = 'Pasadya' where transaction_type_id = 5;`

/** A sale of item 1 with a return to the workshop. Its stock type is now called Pagawaan. */
const repaired = `
  insert into inventory_type (type_name, sellable, created_by_id) values ('Pagawaan', false, 1);
  insert into category (category_code, category_name) values ('RG', 'Rings');
  insert into item (item_code, item_name, category_id, grams, uom, price, average_cost)
    values ('RG-0', 'Halo ring', 1, 3, 'PCS', 1000, 600);
  insert into inventory (item_id, location_id, inventory_type_id) values (1, 1, 1), (1, 1, 2);
  insert into sales_transaction (transaction_number, location_id, transaction_type_id, order_date, total_items, total_quantity,
      subtotal, total_purchase, amount_paid, refunded_amount, completed_at, status)
    values ('SO-2025-000001', 1, 1, '2025-01-05', 1, 1, 1000, 1000, 1000, 1000, now(), 'Refunded');
  insert into sales_item (sales_transaction_id, item_id, price, order_qty, line_total, unit_cost) values (1, 1, 1000, 1, 1000, 600);
  insert into sales_refund (sales_transaction_id, payment_type_id, reason, amount) values (1, 1, 'Broken', 1000);
  insert into sales_refund_item (refund_id, sales_item_id, qty, amount, disposition) values (1, 1, 1, 1000, 'repair');
  insert into stock_movement (inventory_id, kind, document_type, document_id, quantity, unit_cost) values
    (1, 'opening', 'inventory', 1, 1, 600), (1, 'sale', 'sale', 1, -1, 600), (2, 'refund', 'sale', 1, 1, 600);`

test('a shop without renamed rows gets its codes by name', async () => {
  expect(await codes(await earlierShop(''))).toEqual({
    on_hand: 'On hand',
    manual: 'Manual adjustment',
    stock_count: 'Stock count',
    cash: 'Cash',
    layaway: 'Layaway',
    made_to_order: 'Made-to-order',
    store_credit: 'Store Credit',
    exchange: 'Exchange',
  })
})

test('a row that a user created under the original name wins over the renamed row', async () => {
  const shop = await earlierShop(`${renamed}
    insert into transaction_type (transaction_name, created_by_id) values ('layAway', 1);
    insert into inventory_type (type_name, sellable, created_by_id) values ('REPAIR', false, 1);`)
  expect(await codes(shop)).toMatchObject({ layaway: 'layAway', repair: 'REPAIR', cash: 'Pera' })
})

test('if neither name nor first key matches, the rows in use get the codes', async () => {
  const shop = await earlierShop(`${renamed} ${repaired}
    update payment_type set created_by_id = 1; update transaction_type set created_by_id = 1;
    update adjustment_reason set created_by_id = 1;
    update sales_transaction set transaction_type_id = 2;
    insert into sales_instalment (sales_transaction_id, due_date, amount) values (1, '2099-01-31', 1000);
    insert into stock_count (count_number, location_id, blind) values ('SC-2026-000001', 1, true);
    insert into inventory_adjustment (inventory_id, adjustment_type_id, adjustment_reason_id, quantity_adjusted, count_id)
      values (1, 1, 3, 2, 1);`)
  expect(await codes(shop)).toMatchObject({ layaway: 'Live selling', stock_count: 'Found', cash: 'Pera' })
})

test('the features work in a shop that has renamed every coded row', async () => {
  const shop = await earlierShop(`${renamed} ${repaired}`)
  const before = {
    on_hand: 'Vitrine',
    manual: 'By hand',
    stock_count: 'Bilang',
    cash: 'Pera',
    layaway: 'Hulugan',
    made_to_order: 'Pasadya',
  }
  const added = { repair: 'Pagawaan', store_credit: 'Store Credit', exchange: 'Exchange' }
  expect(await codes(shop)).toEqual({ ...before, ...added })

  const app = await createApp({ db: shop.db, pictureStore: pictureFolder(tmpdir()) })
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
    expect(answer.statusCode < 300, answer.body).toBe(true)
    return answer.json().data
  }
  // The endpoints return the codes and accept none.
  const types = await call('GET', '/api/v3/transaction/transaction-types')
  const layaway = types.find(({ code }: { code: string | null }) => code === 'layaway')
  expect(layaway.transactionName).toBe('Hulugan')
  const body = { transactionName: 'Pautang', description: null, code: null }
  expect(await call('PUT', `/api/v3/transaction/transaction-types/${layaway.transactionTypeID}`, body)).toMatchObject({
    transactionName: 'Pautang',
    code: 'layaway',
  })
  await expect(shop.db.update(transactionType).set({ code: null })).rejects.toMatchObject({
    cause: { message: 'the code of a row of transaction_type is never changed' },
  })

  const adjustment = { inventoryID: 1, adjustmentReasonID: 1, quantityAdjusted: 3 }
  const asked = await call('POST', '/api/v1/inventory-adjustment', adjustment)
  expect(asked.adjustmentType.typeName).toBe('By hand')
  await call('PUT', `/api/v1/inventory-adjustment/${asked.adjustmentID}/decline`)

  const sheet = await call('POST', '/api/v1/stock-counts', { locationID: 1 })
  const { lines } = await call('GET', `/api/v1/stock-counts/${sheet.countID}`)
  const line = lines.find(({ inventoryID }: { inventoryID: number }) => inventoryID === 1)
  await call('PUT', `/api/v1/stock-counts/${sheet.countID}/lines/${line.countLineID}`, { counted: 1 })
  expect(await call('PUT', `/api/v1/stock-counts/${sheet.countID}/finish`)).toMatchObject({ adjusted: 1 })
  const found = await call('GET', `/api/v1/inventory-adjustment?countID=${sheet.countID}`)
  expect(found[0]).toMatchObject({
    adjustmentReason: { reasonName: 'Bilang' },
    adjustmentType: { typeName: 'By hand' },
  })

  const { itemID } = await stockItem(shop.db, { quantity: 1 })
  const sale = await call('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
  })
  const items = [{ salesItemID: sale.items[0].salesItemID, qty: 1, disposition: 'repair' }]
  const refund = { paymentTypeID: 1, reason: 'Broken', items }
  await call('POST', `/api/v2/sales/${sale.salesTransactionID}/refunds`, refund)
  const stock = await call('GET', `/api/v1/inventory?itemID=${itemID}&sort=inventoryID`)
  const places = stock.map((row: { inventoryType: { typeName: string } }) => row.inventoryType.typeName)
  expect(new Set(places)).toEqual(new Set(['Vitrine', 'Pagawaan']))
  await app.close()
})

test('earlier messages get their record and dedupe key and are not sent again', async () => {
  const { db } = await earlierShop(`
    insert into sales_transaction (transaction_number, location_id, transaction_type_id, order_date, total_items, total_quantity,
        subtotal, total_purchase, expected_deliver_date, status)
      values ('SO-2026-000001', 1, 1, '2026-01-05', 1, 1, 1000, 1000, (now() at time zone 'Asia/Manila')::date, 'Pending'),
        ('SO-2026-000002', 1, 1, '2026-01-05', 1, 1, 1000, 1000, (now() at time zone 'Asia/Manila')::date, 'Pending');
    insert into notification (user_id, kind, message, link) values
      (1, 'deliveryDue', 'SO-2026-000001 is due on ' || to_char(now() at time zone 'Asia/Manila', 'FMDD Mon YYYY')
        || ': delivery from Main', '/sales?id=1'),
      (1, 'purchaseDue', 'PO-2025-000003 is due on 4 Sept 2025: delivery from Kofu', '/purchase-order?id=3'),
      (1, 'question', 'Yumi asks about the shop: Open?', '/messages?id=31'),
      (1, 'lowStock', 'Ring is low at Main: 1 left, to be reordered at 2', '/inventory?id=12');`)
  const told = await db.select().from(notification).orderBy(notification.notificationID)
  expect(told.slice(1).map(({ entity, entityID, dedupeKey }) => [entity, entityID, dedupeKey])).toEqual([
    ['purchaseOrder', 3, 'purchaseDue 3 2025-09-04'],
    ['question', 31, null],
    ['inventory', 12, null],
  ])
  await announceDeliveries(shopContext(db, new Date()))
  const due = await db.select().from(notification).where(eq(notification.kind, 'deliveryDue'))
  expect(due.map(({ entity, entityID }) => [entity, entityID])).toEqual([
    ['sale', 1],
    ['sale', 2],
  ])
})
