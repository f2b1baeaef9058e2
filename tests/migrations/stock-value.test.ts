import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { connect } from '../../server/db/client.ts'
import { knownMigrations, migrate, missingMigrations, runMigration } from '../../server/db/migrate.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'
import { emptyDatabase } from '../support/databases.ts'

// Proves that the migration `stock_value` gives a shop of version 1.0.0 the values that its report showed, to the centavo,
// and that the ledger adds up to them.

const migrations = await knownMigrations()
const at = migrations.findIndex(({ name }) => name.endsWith('_stock_value'))
const shop = await emptyDatabase()
afterAll(shop.drop)

/**
 * Three items: one whose typed cost and return made report and ledger differ, one that agrees, and one without stock. The
 * first sold three of ten from two rows, of which one came back and one was scrapped.
 */
const earlierRows = `
  insert into category (category_code, category_name) values ('RG', 'Rings');
  insert into item (item_code, item_name, category_id, grams, uom, price, average_cost) values
    ('RG-1', 'Band', 1, 1, 'PCS', 100, 33.333333), ('RG-2', 'Signet', 1, 1, 'PCS', 100, 20), ('RG-3', 'Stud', 1, 1, 'PCS', 100, 5);
  insert into inventory (item_id, location_id, inventory_type_id) values (1, 1, 1), (1, 1, 2), (2, 1, 1);
  insert into stock_movement (inventory_id, sequence, kind, document_type, document_id, quantity, quantity_after, unit_cost) values
    (1, 0, 'opening', 'inventory', 1, 2, 0, 11.11), (2, 0, 'opening', 'inventory', 2, 8, 0, 11.11),
    (3, 0, 'opening', 'inventory', 3, 4, 0, 20);
  insert into sales_transaction (transaction_number, location_id, transaction_type_id, order_date, total_items,
      total_quantity, subtotal, total_purchase, status, completed_at)
    values ('SO-2026-000001', 1, 1, '2026-01-05', 1, 3, 0, 0, 'Completed', '2026-01-05');
  insert into sales_item (sales_transaction_id, item_id, price, order_qty, line_total, unit_cost) values (1, 1, 0, 3, 0, 11.115);
  insert into sales_refund (sales_transaction_id, payment_type_id, reason, amount) values (1, 1, 'Too small', 0);
  insert into sales_refund_item (refund_id, sales_item_id, qty, amount, disposition)
    values (1, 1, 1, 0, 'restock'), (1, 1, 1, 0, 'scrap');
  insert into stock_movement (inventory_id, sequence, kind, document_type, document_id, quantity, quantity_after, unit_cost) values
    (1, 0, 'sale', 'sale', 1, -2, 0, 11.115), (2, 0, 'sale', 'sale', 1, -1, 0, 11.115),
    (1, 0, 'refund', 'sale', 1, 1, 0, 11.115);`

test('gives an earlier shop the values of its report, and books what the ledger lacks', async () => {
  const client = new pg.Client(shop.url)
  await client.connect()
  await missingMigrations(client)
  for (const migration of migrations.slice(0, at)) {
    await client.query('begin')
    await runMigration(client, migration)
    await client.query('commit')
  }
  await client.query(`insert into location (location_name) values ('Main');
    insert into inventory_type (type_name) values ('On hand'), ('Display');
    insert into shop_setting (default_location_id) values (1);
    insert into payment_type (payment_name) values ('Cash');
    insert into transaction_type (transaction_name) values ('Walk-in'); ${earlierRows}`)
  const rows = async (query: string) => (await client.query(query)).rows
  const report = await rows(
    'select item_id, round(sum(quantity) * average_cost, 2) as value from inventory join item using (item_id) group by item_id, average_cost order by item_id',
  )
  await migrate(shop.url)

  const values = await rows('select * from stock_value order by item_id')
  expect(values).toEqual([
    { item_id: 1, quantity: '8.000', value: '266.67' },
    { item_id: 2, quantity: '4.000', value: '80.00' },
    { item_id: 3, quantity: '0.000', value: '0.00' },
  ])
  expect(values.slice(0, 2).map(({ item_id, value }) => ({ item_id, value }))).toEqual(report)
  // The line cost 33.35 (3 × 11.115, rounded half up). A third of it came back, and a third was scrapped.
  expect(await rows('select cost from sales_item')).toEqual([{ cost: '33.35' }])
  expect(await rows('select disposition, cost from sales_refund_item order by disposition')).toEqual([
    { disposition: 'restock', cost: '11.12' },
    { disposition: 'scrap', cost: '11.11' },
  ])
  expect(
    await rows('select kind, inventory_id as row, value from stock_movement order by inventory_id, sequence'),
  ).toEqual([
    { kind: 'opening', row: 1, value: '22.22' },
    { kind: 'sale', row: 1, value: '-22.23' },
    { kind: 'refund', row: 1, value: '11.12' },
    { kind: 'revaluation', row: 1, value: '177.80' },
    { kind: 'opening', row: 2, value: '88.88' },
    { kind: 'sale', row: 2, value: '-11.12' },
    { kind: 'opening', row: 3, value: '80.00' },
  ])
  expect(await rows('select item_id, cost_before, cost_after, difference from stock_revaluation')).toEqual([
    { item_id: 1, cost_before: '33.333333', cost_after: '33.333333', difference: '177.80' },
  ])
  await client.end()
  const { db, pool } = connect(shop.url, 1)
  expect(await verifyStock({ db })).toEqual([])
  await pool.end()
})
