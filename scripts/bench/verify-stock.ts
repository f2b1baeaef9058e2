// Measures `npm run verify:stock` on a million movements of every kind of document, on its own PostgreSQL. Prints the
// time. Exits 1 where it took more than 30 seconds or found a contradiction.
import { performance } from 'node:perf_hooks'

import type pg from 'pg'

import { connect } from '../../server/db/client.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'
import { postLedger } from './ledger.ts'
import { withOwnPlace } from './own-shop.ts'

const limit = 30

/** Inserts 10,000 items at two locations, and documents of every kind that moved them. */
const documents = [
  `insert into category (category_code, category_name) values ('RG', 'Rings')`,
  `insert into location (location_name) values ('Branch')`,
  `insert into item (item_code, item_name, category_id, grams, uom, price, average_cost)
    select 'RG-' || n, 'Ring ' || n, 1, 3.2, case when n % 10 = 0 then 'BULK' else 'PCS' end, 1000, 600
    from generate_series(1, 10000) n`,
  `insert into inventory (item_id, location_id, inventory_type_id)
    select item_id, location_id, 1 from item, location order by location_id, item_id`,
  `insert into sales_transaction (transaction_number, location_id, transaction_type_id, order_date, total_items,
      total_quantity, subtotal, total_purchase, status)
    select 'SO-' || n, 1, 1, '2026-01-01', 3, 3, 3000, 3000, 'Completed' from generate_series(1, 200000) n`,
  // 7919 is prime, so a sale's three lines have different items, and every item sells equally often.
  `insert into sales_item (sales_transaction_id, item_id, price, order_qty, line_total, unit_cost, cost)
    select n, 1 + (n * 3 + k) * 7919::bigint % 10000, 1000, 1, 1000, 600, 600
    from generate_series(1, 200000) n, generate_series(0, 2) k`,
  `insert into sales_refund (sales_transaction_id, payment_type_id, reason, amount)
    select n, 1, 'Bench', 1000 from generate_series(1, 10000) n`,
  `insert into sales_refund_item (refund_id, sales_item_id, qty, amount, cost, disposition)
    select refund_id, min(sales_item_id), 1, 1000, 600, 'restock' from sales_refund join sales_item using (sales_transaction_id)
    group by 1`,
  `insert into sales_transaction (transaction_number, location_id, transaction_type_id, order_date, total_items,
      total_quantity, subtotal, total_purchase, status)
    select 'SO-P' || n, 1, 1, '2026-01-01', 1, 1, 1000, 1000, 'Pending' from generate_series(1, 20000) n`,
  `insert into sales_item (sales_transaction_id, item_id, price, order_qty, line_total)
    select sales_transaction_id, 1 + sales_transaction_id % 10000, 1000, 1, 1000
    from sales_transaction where status = 'Pending'`,
  `insert into inventory_adjustment (inventory_id, adjustment_type_id, adjustment_reason_id, quantity_adjusted, status)
    select 1 + n % 10000, 1, 1, 1, 'Completed' from generate_series(1, 90000) n`,
  `insert into supplier (supplier_name, contact_details, email) values ('Kofu', '1', 'kofu@bench.test')`,
  `insert into purchase_order (po_number, supplier_id, location_id, order_date, expected_deliver_date, status, total_cost)
    select 'PO-' || n, 1, 1, '2026-01-01', '2026-01-01', 'Received', 12000 from generate_series(1, 10000) n`,
  `insert into purchase_order_item (po_id, item_id, uom, unit_cost, order_qty, received_qty)
    select n, 1 + (n * 10 + k) % 10000, 'PCS', 600, 2, 2
    from generate_series(1, 10000) n, generate_series(0, 9) k`,
  `insert into po_receiving (po_id, location_id, received_date, received_by_id, total_qty, total_cost, status)
    select n, 1, '2026-01-01', 1, 20, 12000, 'Completed' from generate_series(1, 10000) n`,
  `insert into po_receiving_item
      (po_receiving_id, po_item_id, item_id, uom, received_qty, unit_cost, stock_qty, stock_unit_cost)
    select po_receiving_id, po_item_id, item_id, 'PCS', 2, 600, 2, 600
    from po_receiving join purchase_order_item using (po_id)`,
  `insert into stock_transfer (transfer_number, from_location_id, to_location_id)
    select 'ST-' || n, 1, 2 from generate_series(1, 10000) n`,
  `insert into stock_transfer_item (transfer_id, item_id, inventory_type_id, quantity)
    select n, 1 + (n * 10 + k) % 10000, 1, 1 from generate_series(1, 10000) n, generate_series(0, 9) k`,
]

let movements: number | null = 0
async function fill(client: pg.Client) {
  for (const statement of documents) await client.query(statement)
  await postLedger(client)
  await client.query('vacuum analyze')
  movements = (await client.query('select from stock_movement')).rowCount
}

await withOwnPlace(async ({ newShop }) => {
  const { db, pool } = connect(await newShop(fill), 2)
  const start = performance.now()
  const problems = await db.transaction(async (tx) => {
    await tx.execute('set local statement_timeout = 0')
    return verifyStock({ db: tx })
  })
  const seconds = (performance.now() - start) / 1000
  await pool.end()
  console.log(`${movements?.toLocaleString('en-US')} movements proved in ${seconds.toFixed(1)} s`)
  for (const problem of problems.slice(0, 10)) console.error(problem)
  if (problems.length > 0 || seconds > limit) {
    console.error(`Expected no contradiction (there are ${problems.length}), in at most ${limit} s.`)
    process.exitCode = 1
  }
})
