import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { connect } from '../../server/db/client.ts'
import { knownMigrations, migrate, missingMigrations, runMigration } from '../../server/db/migrate.ts'
import { firstStart } from '../../server/first-start.ts'
import { verifyMoney } from '../../server/money/verify.ts'
import { emptyDatabase } from '../support/databases.ts'

// Proves that the migration `money_ledger` moves every payment, change, refund and deposit to the centavo, with its
// moment, person and reference.

const migrations = await knownMigrations()
const at = migrations.findIndex(({ name }) => name.endsWith('_money_ledger'))
const shop = await emptyDatabase()
afterAll(shop.drop)

/** Sales of each kind: paid with change, canceled with its deposit returned or kept, refunded, and changed by hand. */
const earlierRows = `
  insert into user_account (first_name, last_name, role_id, username, email, password_hash) values
    ('Ana', 'Reyes', 1, 'ana', 'ana@shop.example', '-'), ('Ben', 'Cruz', 3, 'ben', 'ben@shop.example', '-');
  update shop_setting set time_zone = 'Asia/Manila';
  insert into sales_transaction (sales_transaction_id, transaction_number, location_id, transaction_type_id, order_date,
      total_items, total_quantity, subtotal, total_purchase, amount_paid, change, refunded_amount, completed_at, status, deposit)
    overriding system value values
    (1, 'SO-1', 1, 1, '2026-01-05', 1, 1, 1000, 1000.05, 1300, 299.95, 0, '2026-01-05 17:00Z', 'Completed', null),
    (2, 'SO-2', 1, 1, '2026-01-05', 1, 1, 1000, 1000, 400, 0, 400, null, 'Canceled', 'refund'),
    (3, 'SO-3', 1, 1, '2026-01-05', 1, 1, 1000, 1000, 500, 100, 0, null, 'Canceled', 'forfeit'),
    (4, 'SO-4', 1, 1, '2026-01-05', 1, 1, 1000, 1000, 1000, 0, 333.33, '2026-01-06 01:00Z', 'Completed', null),
    (5, 'SO-5', 1, 1, '2026-01-05', 1, 1, 1000, 1000, 1000, 0, 0, '2026-01-07 01:00Z', 'Completed', null),
    (6, 'SO-6', 1, 1, '2026-01-05', 1, 1, 1000, 1000, 0, 0, 0, null, 'Pending', null);
  insert into sales_payment (payment_id, sales_transaction_id, payment_type_id, amount, reference, paid_at, created_by_id)
    overriding system value values
    (7, 1, 1, 500, null, '2026-01-05 15:59:59Z', 2), (8, 1, 2, 300, 'GC-1', '2026-01-05 16:00Z', 2),
    (9, 1, 1, 500, null, '2026-01-05 17:00Z', 1),
    (11, 2, 2, 400, 'GC-2', '2026-01-06 01:00Z', 2), (12, 2, 1, -400, null, '2026-01-07 01:00Z', 1),
    (13, 3, 1, 500, null, '2026-01-06 01:00Z', 2), (14, 4, 1, 1000, null, '2026-01-06 01:00Z', 2);
  insert into sales_refund (sales_transaction_id, payment_type_id, reason, amount, created_by_id, created_at)
    values (4, 2, 'Too small', 333.33, 1, '2026-01-08 01:00Z');
  insert into audit (at, action, entity, entity_id, user_id) values
    ('2026-01-07 01:00Z', 'cancel', 'sale', 2, 1), ('2026-01-09 20:00Z', 'cancel', 'sale', 3, 1);`

test('moves the money of an earlier shop to the ledger', async () => {
  const client = new pg.Client(shop.url)
  await client.connect()
  await missingMigrations(client)
  for (const migration of migrations.slice(0, at)) {
    await client.query('begin')
    await runMigration(client, migration)
    await client.query('commit')
  }
  await client.query(`insert into location (location_name) values ('Main');
    insert into role (role_id, role_name) values (1, 'Admin'), (3, 'Staff');
    insert into shop_setting (default_location_id) values (1);
    insert into payment_type (payment_name, gives_change) values ('Cash', true), ('GCash', false);
    insert into transaction_type (transaction_name) values ('Walk-in'); ${earlierRows}`)
  await migrate(shop.url)

  const { rows } =
    await client.query(`select sales_transaction_id as sale, kind, payment_type_id as type, amount, day::text,
      to_char(at at time zone 'UTC', 'MM-DD HH24:MI') as at, created_by_id as by, reference, reason
    from money_entry order by sales_transaction_id, at, entry_id`)
  const entry = (sale: number, kind: string, type: number | null, amount: string, more: object) => ({
    sale,
    kind,
    type,
    amount,
    reference: null,
    reason: null,
    ...more,
  })
  const [night, morning] = [
    { day: '2026-01-06', at: '01-05 17:00' },
    { day: '2026-01-06', at: '01-06 01:00' },
  ]
  expect(rows).toEqual([
    // 16:00 UTC is midnight in Manila.
    entry(1, 'payment', 1, '500.00', { day: '2026-01-05', at: '01-05 15:59', by: 2 }),
    entry(1, 'payment', 2, '300.00', { day: '2026-01-06', at: '01-05 16:00', by: 2, reference: 'GC-1' }),
    entry(1, 'payment', 1, '500.00', { ...night, by: 1 }),
    entry(1, 'change', 1, '-299.95', { ...night, by: 1 }),
    entry(2, 'payment', 2, '400.00', { ...morning, by: 2, reference: 'GC-2' }),
    entry(2, 'deposit_returned', 1, '-400.00', { day: '2026-01-07', at: '01-07 01:00', by: 1 }),
    entry(3, 'payment', 1, '500.00', { ...morning, by: 2 }),
    entry(3, 'change', 1, '-100.00', { ...morning, by: 2 }),
    entry(3, 'deposit_kept', null, '400.00', { day: '2026-01-10', at: '01-09 20:00', by: 1 }),
    entry(4, 'payment', 1, '1000.00', { ...morning, by: 2 }),
    entry(4, 'refund', 2, '-333.33', { day: '2026-01-08', at: '01-08 01:00', by: 1, reason: 'Too small' }),
    // The shop had counted this as paid by hand.
    entry(5, 'payment', 1, '1000.00', {
      day: '2026-01-07',
      at: '01-07 01:00',
      by: null,
      reason: 'The sale counted this as paid without a payment',
    }),
  ])
  const { rows: keys } = await client.query(
    `select array_agg(entry_id order by entry_id) filter (where entry_id < 15) as kept, min(canceled_by_id) as by
      from money_entry join sales_transaction using (sales_transaction_id)`,
  )
  expect(keys).toEqual([{ kept: [7, 8, 9, 11, 12, 13, 14], by: 1 }])
  await client.end()

  const { db, pool } = connect(shop.url, 3)
  await firstStart(db, { email: 'first@shop.example' })
  expect(await verifyMoney({ db })).toEqual([])
  await pool.end()
})
