// Fills the new, empty shop of DATABASE_URL or DATA_DIR with two years of trade, to try its screens at size: `node
// scripts/bench/large-shop.ts [sale lines]`. The benchmarks call `fillLargeShop` on their own shops.
import { pathToFileURL } from 'node:url'

import pg from 'pg'

import { readConfig } from '../../server/kernel/config.ts'
import { openShop } from '../database.ts'
import { addCustomers } from './customers-seed.ts'
import { postLedger } from './ledger.ts'

/** The size of a shop; `saleLines` is the number of lines in all sales, three in a sale on average. */
export type ShopSize = { saleLines: number; items: number; customers: number }

export const largeShop: ShopSize = { saleLines: 1_000_000, items: 10_000, customers: 100_000 }

/**
 * Fills a migrated database after its first start with two years of trade until now: documents in every status, the
 * ledger, visits, searches, messages, reminders and an audit trail. The same size gives the same shop except for the
 * time of day, and `verifyStock` finds no error in it. Needs a superuser's single connection without a statement
 * timeout. A million lines take about two minutes.
 */
export async function fillLargeShop(client: Pick<pg.ClientBase, 'query'>, size: ShopSize = largeShop) {
  const { rows } = await client.query(`select exists (select from item) or exists (select from customer)
    or exists (select from sales_transaction) or (select count(*) from location) > 1 as used`)
  if (rows[0].used) throw new Error('Only a new shop can be filled: this one has records of its own')
  for (const statement of masters(size)) await client.query(statement)
  await addCustomers(client, size.customers)
  for (const statement of [...drafts(size), ...sales, ...purchases(size), ...stock(size), ...people])
    await client.query(statement)
  await postLedger(client)
  // PostgreSQL would vacuum and analyze by itself, but too late for the measurement.
  for (const statement of [...thresholds, 'vacuum analyze']) await client.query(statement)
}

const masters = ({ items }: ShopSize) => [
  `insert into location (location_name) values ('Cebu'), ('Nagoya')`,
  `insert into category (category_code, category_name)
    select upper(left(name, 2)) || n, name from unnest(array['Rings', 'Earrings', 'Pendants', 'Chains', 'Bracelets', 'Bangles',
      'Brooches', 'Loose stones', 'Findings', 'Sets']) with ordinality as c (name, n) order by n`,
  `insert into supplier (supplier_name, contact_details, email)
    select 'Supplier ' || n, '+63 2 5555 ' || lpad(n::text, 4, '0'), 'orders' || n || '@supplier.example'
    from generate_series(1, 40) n order by n`,
  `insert into item (item_code, item_name, category_id, barcode, description, grams, uom, price, average_cost, karat, metal)
    select left(category_name, 2) || '-' || lpad(n::text, 6, '0'), karat || ' ' || metal || ' ' || category_name || ' ' || n,
      category_id, (4900000000000 + n)::text, 'Handmade, number ' || n, 1 + n % 90 / 10.0,
      case when n % 10 = 0 then 'BULK' when n % 7 = 0 then 'PAIR' else 'PCS' end,
      500 + n * 7919::bigint % 49500 + 0.5, (500 + n * 7919::bigint % 49500) * 0.6, karat, metal
    from generate_series(1, ${items}) n
    join category on category_id = 1 + n % 10,
      lateral (select (array['24K', '22K', '21K', '18K', '14K', '10K'])[1 + n % 6] as karat,
        (array['Gold', 'White gold', 'Rose gold'])[1 + n % 3] as metal) made
    order by n`,
  `insert into inventory (item_id, location_id, inventory_type_id)
    select item_id, location_id, 1 from item, location order by location_id, item_id`,
]

/**
 * Drafts the sales before their numbers and totals are computed. A sale has one to five lines of different items; 7919
 * is prime, so every item sells equally often. The sale's number `n` decides everything else, and higher numbers are
 * newer.
 */
const drafts = ({ saleLines, items, customers }: ShopSize) => {
  const count = Math.ceil(saleLines / 3)
  return [
    `create temp table draft_line as
      select n, k, item_id, price, qty, round(price * qty, 2) as line_total, average_cost
      from generate_series(1, ${count}) n, generate_series(0, n % 5) k,
        lateral (select *, case uom when 'BULK' then 12.5 else 1 + (n + k) % 7 / 6 end as qty
          from item where item_id = 1 + (n * 5::bigint + k) * 7919 % ${items}) sold`,
    `create temp table draft_sale as
      select *, subtotal - discount + shipping_fee as total,
        (row_number() over (partition by extract(year from at at time zone 'Asia/Tokyo') order by n))::text as number,
        extract(year from at at time zone 'Asia/Tokyo')::int as year
      from (select n, count(*)::int as lines, sum(qty) as quantity, sum(line_total) as subtotal,
          max(line_total) filter (where k = 0) as first_line
        from draft_line group by 1) added,
      lateral (select
        date_trunc('second', now()) - interval '2 years' * (1 - n / ${count}.0) as at,
        case
          when n % 100 = 3 and n > ${count} * 0.75 then 'Processing'
          when n % 100 = 5 then 'Pending'
          when n % 100 in (11, 12) then 'Canceled'
          when n % 100 = 17 then 'Refunded'
          else 'Completed'
        end as status,
        case when n % 100 between 40 and 44 then round(subtotal * 0.05, 2) else 0 end as discount,
        case when n % 6 = 2 and n % 100 not in (17, 23) then 350 else 0 end as shipping_fee,
        case when n % 4 > 0 then 1 + floor((${customers} - 1) * power(n * 104729::bigint % 100003 / 100003.0, 2))::int end
          as customer_id) decided`,
  ]
}

const sales = [
  // Triggers stay on, because they may maintain data that is derived from sales. The entries of the money ledger come
  // later, so the comparison with them is off until then.
  'alter table sales_transaction disable trigger sales_transaction_new_sums',
  `insert into sales_transaction (transaction_number, location_id, transaction_type_id, customer_id, order_date,
      total_items, total_quantity, subtotal, discount, shipping_fee, total_purchase, amount_paid, change, refunded_amount,
      transaction_date, hold_until, completed_at, status, created_by_id, created_at, updated_at)
    select 'SO-' || year || '-' || lpad(number, greatest(6, length(number)), '0'), 1 + n % 3,
      case status when 'Processing' then 6 else 1 + n % 3 end, customer_id, (at at time zone 'Asia/Tokyo')::date,
      lines, quantity, subtotal, discount, shipping_fee, total,
      case status
        when 'Processing' then round(total * 0.3, 2)
        when 'Completed' then case when n % 4 = 0 then ceil(total / 100) * 100 else total end
        when 'Refunded' then total
        else 0
      end,
      case when status = 'Completed' and n % 4 = 0 then ceil(total / 100) * 100 - total else 0 end,
      case when status = 'Refunded' then total
        when status = 'Completed' and n % 100 = 23 then first_line
        else 0 end,
      at, case status when 'Pending' then at + interval '3 days' end,
      case when status in ('Completed', 'Refunded')
        then least(at + case when n % 10 = 0 then interval '2 days' else interval '0' end, now()) end,
      status, 1, at, at
    from draft_sale order by n`,
  `insert into document_number (kind, year, last) select 'SO', year, count(*) from draft_sale group by year`,
  `set session_replication_role = 'replica'`,
  `insert into sales_item (sales_transaction_id, item_id, price, order_qty, line_total, unit_cost, cost)
    select n, item_id, price, qty, line_total, handed_over, round(qty * handed_over, 2)
    from draft_line join draft_sale using (n),
      lateral (select case when status in ('Completed', 'Refunded') then average_cost end as handed_over) costs
    order by n, k`,
  'analyze',
  `insert into money_entry (kind, sales_transaction_id, location_id, payment_type_id, amount, at, day, created_by_id)
    select 'payment', sales_transaction_id, location_id, 1 + sales_transaction_id % 4, amount_paid, at,
      (at at time zone 'Asia/Tokyo')::date, 1
    from (select *, coalesce(completed_at, transaction_date) as at from sales_transaction where amount_paid > 0) paid
    order by sales_transaction_id`,
  `insert into money_entry (kind, sales_transaction_id, location_id, payment_type_id, amount, at, day, created_by_id,
      payment_entry_id)
    select 'change', sales_transaction_id, e.location_id, payment_type_id, -change, at, day, 1, entry_id
    from money_entry e join sales_transaction using (sales_transaction_id) where change > 0 order by entry_id`,
  `insert into sales_instalment (sales_transaction_id, due_date, amount, told_at)
    select sales_transaction_id, order_date + k * 30,
      case k when 3 then total_purchase - 2 * round(total_purchase / 3, 2) else round(total_purchase / 3, 2) end,
      case when order_date + k * 30 < current_date then now() end
    from sales_transaction, generate_series(1, 3) k where status = 'Processing'`,
  `insert into sales_refund (sales_transaction_id, payment_type_id, reason, amount, created_by_id, created_at)
    select sales_transaction_id, 1, 'Changed their mind', refunded_amount, 1, least(completed_at + interval '5 days', now())
    from sales_transaction where refunded_amount > 0 order by sales_transaction_id`,
  `insert into money_entry (kind, sales_transaction_id, location_id, payment_type_id, amount, at, day, created_by_id, refund_id, reason)
    select 'refund', sales_transaction_id, location_id, payment_type_id, -amount, r.created_at,
      (r.created_at at time zone 'Asia/Tokyo')::date, 1, refund_id, reason
    from sales_refund r join sales_transaction using (sales_transaction_id) order by refund_id`,
  `insert into sales_refund_item (refund_id, sales_item_id, qty, amount, cost, disposition)
    select refund_id, sales_item_id, order_qty, line_total, cost, 'restock'
    from (select *, row_number() over (partition by refund_id order by sales_item_id) as k
      from sales_refund join sales_transaction using (sales_transaction_id) join sales_item using (sales_transaction_id)) back
    where status = 'Refunded' or k = 1`,
  `insert into audit (at, user_id, action, entity, entity_id, after)
    select transaction_date, 1, 'create', 'sale', sales_transaction_id,
      jsonb_build_object('transactionNumber', transaction_number, 'totalPurchase', total_purchase, 'status', status)
    from sales_transaction order by sales_transaction_id`,
  'alter table sales_transaction enable trigger sales_transaction_new_sums',
  'drop table draft_line, draft_sale',
]

/** Creates orders of five items. Nine of ten are delivered; the newest wait for approval or delivery. */
const purchases = ({ saleLines, items }: ShopSize) => {
  const count = Math.ceil(saleLines / 100)
  return [
    `insert into purchase_order (po_number, supplier_id, location_id, order_date, expected_deliver_date, status, total_cost,
        created_by_id, created_at)
      select 'PO-' || extract(year from at) || '-' || lpad(n::text, greatest(6, length(n::text)), '0'), 1 + n % 40, 1 + n % 3,
        at::date, at::date + 14,
        case when n % 30 = 1 then 'Canceled' when n <= ${count} * 0.98 then 'Received'
          else (array['Pending', 'Approved', 'Partially Received', 'Received'])[1 + n % 4] end, 0, 1, at
      from generate_series(1, ${count}) n,
        lateral (select now() - interval '2 years' * (1 - n / ${count}.0) as at) made order by n`,
    `insert into document_number (kind, year, last)
      select 'PO', extract(year from order_date), max(right(po_number, 6)::int) from purchase_order group by 2`,
    `insert into purchase_order_item (po_id, item_id, uom, unit_cost, order_qty, received_qty)
      select po_id, item_id, uom, round(average_cost, 2), 20,
        case when status = 'Received' or status = 'Partially Received' and k < 2 then 20 else 0 end
      from purchase_order, generate_series(0, 4) k,
        lateral (select item_id, uom, average_cost from item where item_id = 1 + (po_id * 5::bigint + k) * 7919 % ${items}) ordered
      order by po_id, k`,
    `update purchase_order set total_cost = cost
      from (select po_id, sum(round(unit_cost * order_qty, 2)) as cost from purchase_order_item group by 1) lines
      where lines.po_id = purchase_order.po_id`,
    `insert into po_receiving (po_id, location_id, reference_number, received_date, received_by_id, status, completed_at,
        created_by_id, created_at)
      select po_id, location_id, 'DR-' || po_id, least(expected_deliver_date, current_date), 1,
        case status when 'Approved' then 'Pending' else 'Completed' end,
        case when status <> 'Approved' then least(created_at + interval '14 days', now()) end, 1,
        least(created_at + interval '14 days', now())
      from purchase_order where status in ('Received', 'Partially Received') or status = 'Approved' and po_id % 8 = 1
      order by po_id`,
    `insert into po_receiving_item (po_receiving_id, po_item_id, item_id, uom, received_qty, unit_cost, stock_qty, stock_unit_cost)
      select po_receiving_id, po_item_id, item_id, case uom when 'BULK' then 'grams' else uom end, 20, unit_cost, 20, unit_cost
      from po_receiving r join purchase_order_item using (po_id) where received_qty > 0 or status = 'Pending'
      order by po_item_id`,
    `update po_receiving set total_qty = qty, total_cost = cost
      from (select po_receiving_id, sum(stock_qty) as qty, sum(round(unit_cost * received_qty, 2)) as cost
        from po_receiving_item group by 1) lines
      where lines.po_receiving_id = po_receiving.po_receiving_id`,
  ]
}

const stock = ({ saleLines, items }: ShopSize) => {
  const [adjustments, transfers] = [Math.ceil(saleLines / 50), Math.ceil(saleLines / 200)]
  return [
    `insert into inventory_adjustment (inventory_id, adjustment_type_id, adjustment_reason_id, quantity_adjusted, status,
        decided_by_id, decided_at, created_by_id, created_at)
      select 1 + n * 7919::bigint % ${items * 3}, 1, 1 + n % 4, case n % 3 when 0 then 1 else -1 end, status,
        case when status <> 'Pending' then 1 end, case when status <> 'Pending' then at end, 1, at
      from generate_series(1, ${adjustments}) n, lateral (select now() - interval '2 years' * (1 - n / ${adjustments}.0) as at,
        case when n > ${adjustments} * 0.999 then 'Pending' when n % 10 = 1 then 'Rejected' else 'Completed' end as status) made
      order by n`,
    `insert into stock_transfer (transfer_number, from_location_id, to_location_id, created_by_id, created_at)
      select 'ST-' || extract(year from at) || '-' || lpad(n::text, greatest(6, length(n::text)), '0'), 1, 2 + n % 2, 1, at
      from generate_series(1, ${transfers}) n,
        lateral (select now() - interval '2 years' * (1 - n / ${transfers}.0) as at) made order by n`,
    `insert into document_number (kind, year, last)
      select 'ST', extract(year from created_at), max(right(transfer_number, 6)::int) from stock_transfer group by 2`,
    `insert into stock_transfer_item (transfer_id, item_id, inventory_type_id, quantity)
      select transfer_id, 1 + (transfer_id * 3::bigint + k) * 7919 % ${items}, 1, 1
      from stock_transfer, generate_series(0, 2) k order by 1`,
  ]
}

const people = [
  `insert into daily_count (day, kind, subject, count)
    select day::date, kind, subject, 1 + (extract(doy from day)::int * 31 + length(subject) * 7) % 40
    from generate_series(current_date - 729, current_date, interval '1 day') day,
      (values ('visit', '/'), ('visit', '/shop'), ('visit', '/about'), ('visit', '/contact'), ('visit', '/services'),
        ('search', 'shop'), ('search', 'back-office')) of (kind, subject)`,
  `insert into notification (user_id, kind, message, entity, entity_id, link, created_at, read_at)
    select 1, 'holdLapsed', 'The hold of sale ' || transaction_number || ' has lapsed', 'sale', sales_transaction_id, '/sales?id=' || sales_transaction_id,
      hold_until, case when hold_until < now() - interval '2 days' then hold_until end
    from sales_transaction where status = 'Pending' and hold_until < now() order by sales_transaction_id`,
  `insert into reminder (text, due_date, done, created_by_id)
    select 'Call about order ' || n, current_date + n - 30, n < 25, 1 from generate_series(1, 40) n order by n`,
]

/** Sets the thresholds so that one stock row in a hundred is low. */
const thresholds = [
  `update inventory set re_order_threshold = case when inventory_id % 100 = 0 then ceil(quantity)::int else 2 end`,
]

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const saleLines = Number(process.argv[2] ?? largeShop.saleLines)
  const share = saleLines / largeShop.saleLines
  const { url, close } = await openShop(readConfig(process.env))
  const client = new pg.Client(url)
  await client.connect()
  await client.query('set statement_timeout = 0')
  await fillLargeShop(client, {
    saleLines,
    items: Math.max(100, Math.ceil(largeShop.items * share)),
    customers: Math.max(100, Math.ceil(largeShop.customers * share)),
  })
  await client.end()
  await close()
  console.log(`Filled with ${saleLines.toLocaleString('en-US')} sale lines.`)
}
