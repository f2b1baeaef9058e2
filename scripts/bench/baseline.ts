import { createHash } from 'node:crypto'

import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'

// The baseline that the app is compared with: the same endpoints on the same tables, written by hand with only Fastify
// and pg. Each statement is prepared once per connection. A sale and an adjustment are one transaction each, lock their
// rows in order, and leave the stock to the tables' triggers. The baseline has no access control, validation,
// idempotency keys, audit trail or messages.

const numeric: number = pg.types.builtins.NUMERIC

// JavaScript numbers are exact enough for a shop's amounts and quantities.
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === numeric ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const stamps = (table: string) => `${table}.created_by_id as "createdByID", ${table}.modified_by_id as "modifiedByID",
  ${table}.created_at as "createdAt", ${table}.updated_at as "updatedAt"`

const itemColumns = `item.item_id as "itemID", item_code as "itemCode", item_name as "itemName",
  item.category_id as "categoryID", category_name as "categoryName", barcode, item.description, grams,
  item.net_grams as "netGrams", uom, price, item_price_id as "itemPriceID",
  round(average_cost, 2) as cost, karat, metal, stone, size, certificate_number as "certificateNumber",
  lead_time_days as "leadTimeDays", item.status,
  item.on_site as "onSite", by_piece as "byPiece", ${stamps('item')},
  (select thumb_url from item_image i where i.item_id = item.item_id order by position, image_id limit 1) as image_url,
  (select json_build_object('x', focus_x, 'y', focus_y) from item_image i where i.item_id = item.item_id
    order by position, image_id limit 1) as image_focus, tax_class as "taxClass",
  (select coalesce(json_agg(json_build_object('id', image_id, 'url', url, 'thumb_url', thumb_url,
        'focus', json_build_object('x', focus_x, 'y', focus_y))
      order by position, image_id), '[]') from item_image i where i.item_id = item.item_id) as images,
  (select coalesce(json_agg(json_build_object('language', language, 'itemName', t.item_name, 'description', t.description)
      order by language), '[]') from item_translation t where t.item_id = item.item_id) as translations,
  (select coalesce(sum(quantity - reserved), 0) from inventory v join inventory_type y using (inventory_type_id)
    where v.item_id = item.item_id and sellable and y.status) as available`

const found = `where item.item_id = any(array(
    select item_id from item where item_name ilike $1 or item_code ilike $1 or barcode ilike $1 or description ilike $1
    union all select item_id from item join category using (category_id) where category_name ilike $1))`

const adjustmentColumns = `adjustment_id as "adjustmentID", a.inventory_id as "inventoryID",
  a.adjustment_type_id as "adjustmentTypeID", a.adjustment_reason_id as "adjustmentReasonID",
  quantity_adjusted as "quantityAdjusted", a.status, a.count_id as "countID", null as count,
  json_build_object('typeName', t.type_name) as "adjustmentType",
  json_build_object('reasonName', reason_name) as "adjustmentReason",
  json_build_object('quantity', quantity, 'reserved', reserved,
    'inventoryType', json_build_object('typeName', y.type_name),
    'location', json_build_object('locationName', location_name),
    'item', json_build_object('itemID', item.item_id, 'itemName', item_name, 'itemCode', item_code, 'uom', uom,
      'image_url', (select thumb_url from item_image i where i.item_id = item.item_id order by position, image_id limit 1)
    )) as inventory,
  (select trim(first_name || ' ' || last_name) from user_account where user_id = a.created_by_id) as "createdBy",
  (select trim(first_name || ' ' || last_name) from user_account where user_id = decided_by_id) as "decidedBy",
  decided_by_id as "decidedByID", decided_at as "decidedAt", ${stamps('a')}`

/** All statements by the name under which they are prepared. */
const statements = {
  page: `select ${itemColumns} from item join category using (category_id)
    where item.item_id = any(array(select item_id from item order by item_id desc limit $1 offset $2))
    order by item.item_id desc`,
  total: `select coalesce(sum(change), 0)::int as total from row_count where table_name = 'item'`,
  counted: 'select count(*)::int as total from item',
  search: `select ${itemColumns} from item join category using (category_id) ${found}
    order by item.item_id desc limit $2 offset $3`,
  found: `select count(*)::int as total from item ${found}`,
  item: `select ${itemColumns} from item join category using (category_id) where item.item_id = $1`,
  caller: `select user_id from session join user_account using (user_id)
    where token_hash = $1 and expires_at > now() and status`,

  // A sale uses up the oldest inventory type first; the locks follow the order of the rows' keys.
  lockStock: `select inventory_id, item_id, quantity - reserved as available, item_code, item_name, item.description, uom, price,
      average_cost, (select thumb_url from item_image i where i.item_id = item.item_id order by position, image_id limit 1)
        as image_url
    from inventory join item using (item_id) join inventory_type y using (inventory_type_id)
    where location_id = $1 and item_id = any($2::int[]) and sellable and y.status
    order by inventory_id for update of inventory`,
  insertSale: `with setting as (select time_zone from shop_setting), taken as (
      insert into document_number (kind, year, last)
        select 'SO', extract(year from now() at time zone time_zone), 1 from setting
        on conflict (kind, year) do update set last = document_number.last + 1 returning year, last)
    insert into sales_transaction (transaction_number, location_id, transaction_type_id, order_date, total_items,
        total_quantity, subtotal, total_purchase, amount_paid, change, transaction_date, completed_at, status, created_by_id)
      select 'SO-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0'), $1, $2,
        (now() at time zone time_zone)::date, $3, $4, $5::numeric, $5::numeric, $6, $7, now(), now(), 'Completed', 1
      from taken, setting
      returning sales_transaction_id as "salesTransactionID", transaction_number as "transactionNumber",
        order_date::text as "orderDate", transaction_date as "transactionDate", completed_at as "completedAt",
        ${stamps('sales_transaction')},
        (select location_name from location where location_id = $1) as location_name,
        (select transaction_name from transaction_type where transaction_type_id = $2) as transaction_name`,
  insertLines: `insert into sales_item (sales_transaction_id, item_id, price, order_qty, line_total, unit_cost)
    select $1, * from unnest($2::int[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[])
    returning sales_item_id`,
  insertPayment: `with paid as (
      insert into money_entry (day, location_id, kind, sales_transaction_id, payment_type_id, amount, created_by_id)
        values (current_date, 1, 'payment', $1, $2, $3, 1) returning entry_id, at),
    given as (
      insert into money_entry (day, location_id, kind, sales_transaction_id, payment_type_id, amount, payment_entry_id, created_by_id)
        select current_date, 1, 'change', $1, $2, -$4::numeric, entry_id, 1 from paid where $4::numeric > 0)
    select entry_id as "paymentID", at as "paidAt",
      (select payment_name from payment_type where payment_type_id = $2) as "paymentName" from paid`,
  insertMovements: `insert into stock_movement (inventory_id, sequence, quantity, quantity_after, unit_cost, kind,
      document_type, document_id, user_id)
    select id, 0, change, 0, cost, $1, $2, $3, 1
    from unnest($4::int[], $5::numeric[], $6::numeric[]) with ordinality as moves (id, change, cost, n) order by n`,

  insertAdjustment: `with a as (insert into inventory_adjustment
      (inventory_id, adjustment_type_id, adjustment_reason_id, quantity_adjusted, created_by_id)
      values ($1, 1, $2, $3, 1) returning *)
    select ${adjustmentColumns} from a join adjustment_type t using (adjustment_type_id)
      join adjustment_reason using (adjustment_reason_id) join inventory using (inventory_id)
      join inventory_type y using (inventory_type_id) join location using (location_id) join item using (item_id)`,
  lockAdjustment: `select quantity_adjusted, average_cost from inventory_adjustment
    join inventory using (inventory_id) join item using (item_id)
    where adjustment_id = $1 and inventory_id = $2 and inventory_adjustment.status = 'Pending'
    for update of inventory_adjustment, inventory`,
  decideAdjustment: `with a as (update inventory_adjustment
      set status = 'Completed', decided_by_id = 1, decided_at = now(), modified_by_id = 1, updated_at = now()
      where adjustment_id = $1 returning *)
    select ${adjustmentColumns} from a join adjustment_type t using (adjustment_type_id)
      join adjustment_reason using (adjustment_reason_id) join inventory using (inventory_id)
      join inventory_type y using (inventory_type_id) join location using (location_id) join item using (item_id)`,
}

type Row = Record<string, unknown>
type Stock = {
  inventory_id: number
  item_id: number
  available: number
  item_code: string
  item_name: string
  description: string | null
  uom: string
  price: number
  average_cost: number
  image_url: string | null
}
type SaleBody = {
  locationID: number
  transactionTypeID: number
  items: { itemID: number; orderQty: number }[]
  payments: [{ paymentTypeID: number; amount: number }]
}
type AdjustmentBody = { inventoryID: number; adjustmentReasonID: number; quantityAdjusted: number }

/**
 * Returns the baseline on this database, with the same number of connections as the app; `close` closes them too.
 * `authenticates` looks up the token of each request, the minimum for a server that is open to a network. `countsRows`
 * counts a list's rows; otherwise their number comes from `row_count`, as in the app.
 */
export function createBaseline(url: string, { authenticates = false, countsRows = false } = {}): FastifyInstance {
  const pool = new pg.Pool({ connectionString: url, max: 10, types })
  pool.on('error', () => {}) // the database closed an idle connection
  const run = async <R = Row>(db: pg.Pool | pg.PoolClient, name: keyof typeof statements, values: unknown[] = []) =>
    (await db.query({ name, text: statements[name], values })).rows as R[]

  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const answer = await work(client)
      await client.query('commit')
      return answer
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  const app = Fastify()
  app.addHook('onClose', () => pool.end())
  if (authenticates)
    app.addHook('onRequest', async ({ headers }, reply) => {
      const token = headers.authorization?.slice('Bearer '.length) ?? ''
      const [caller] = await run(pool, 'caller', [createHash('sha256').update(token).digest('hex')])
      if (!caller) await reply.code(401).send({ success: false })
    })

  app.get('/api/v1/items', async (request) => {
    const { page: text = '1', search = '' } = request.query as { page?: string; search?: string }
    const page = Number(text)
    const offset = (page - 1) * 10
    const pattern = `%${search}%`
    const [data, [counted]] = await Promise.all(
      search === ''
        ? [run(pool, 'page', [10, offset]), run(pool, countsRows ? 'counted' : 'total')]
        : [run(pool, 'search', [pattern, 10, offset]), run(pool, 'found', [pattern])],
    )
    return { success: true, data, meta: { page, pageSize: 10, total: counted!['total'] } }
  })

  app.get('/api/v1/items/:id', async (request) => {
    const [data] = await run(pool, 'item', [Number((request.params as { id: string }).id)])
    if (!data) throw new Error('There is no such item')
    return { success: true, data }
  })

  app.post('/api/v2/sales', async (request, reply) => {
    const body = request.body as SaleBody
    const data = await inTransaction((client) => sell((name, values) => run(client, name, values), body))
    return reply.code(201).send({ success: true, data })
  })

  app.post('/api/v1/inventory-adjustment', async (request, reply) => {
    const { inventoryID, adjustmentReasonID, quantityAdjusted } = request.body as AdjustmentBody
    const [data] = await run(pool, 'insertAdjustment', [inventoryID, adjustmentReasonID, quantityAdjusted])
    return reply.code(201).send({ success: true, data })
  })

  app.put('/api/v1/inventory-adjustment/:id/approve/:adjustmentID', async (request) => {
    const params = request.params as { id: string; adjustmentID: string }
    const [inventoryID, adjustmentID] = [Number(params.id), Number(params.adjustmentID)]
    const data = await inTransaction(async (client) => {
      const [waiting] = await run<{ quantity_adjusted: number; average_cost: number }>(client, 'lockAdjustment', [
        adjustmentID,
        inventoryID,
      ])
      if (!waiting) throw new Error('There is no such adjustment')
      const { quantity_adjusted, average_cost } = waiting
      const moves = [[inventoryID], [quantity_adjusted], [average_cost]]
      await run(client, 'insertMovements', ['adjustment', 'adjustment', adjustmentID, ...moves])
      return (await run(client, 'decideAdjustment', [adjustmentID]))[0]
    })
    return { success: true, data }
  })
  return app
}

/** Makes a paid and completed counter sale, and returns the whole sale. */
async function sell(
  run: <R = Row>(name: keyof typeof statements, values: unknown[]) => Promise<R[]>,
  { locationID, transactionTypeID, items, payments: [payment] }: SaleBody,
) {
  const stock = await run<Stock>('lockStock', [locationID, items.map(({ itemID }) => itemID)])
  const lines = items.map(({ itemID, orderQty }) => {
    const row = stock.find((of) => of.item_id === itemID && of.available >= orderQty)
    if (!row) throw new Error(`There is not enough of item ${itemID}`)
    return { ...row, orderQty, lineTotal: Math.round(row.price * orderQty * 100) / 100 }
  })
  const subtotal = lines.reduce((sum, line) => sum + Math.round(line.lineTotal * 100), 0) / 100
  const totalQuantity = lines.reduce((sum, line) => sum + line.orderQty, 0)
  const change = Math.round((payment.amount - subtotal) * 100) / 100
  const [made] = await run<Row & { salesTransactionID: number; location_name: string; transaction_name: string }>(
    'insertSale',
    [locationID, transactionTypeID, lines.length, totalQuantity, subtotal, payment.amount, change],
  )
  const { location_name: locationName, transaction_name: transactionName, ...sale } = made!
  const stored = await run<{ sales_item_id: number }>('insertLines', [
    sale.salesTransactionID,
    lines.map((line) => line.item_id),
    lines.map((line) => line.price),
    lines.map((line) => line.orderQty),
    lines.map((line) => line.lineTotal),
    lines.map((line) => line.average_cost),
  ])
  const [paid] = await run('insertPayment', [sale.salesTransactionID, payment.paymentTypeID, payment.amount, change])
  const moves = lines.toSorted((a, b) => a.inventory_id - b.inventory_id)
  await run('insertMovements', [
    'sale',
    'sale',
    sale.salesTransactionID,
    moves.map((line) => line.inventory_id),
    moves.map((line) => -line.orderQty),
    moves.map((line) => line.average_cost),
  ])
  return {
    ...sale,
    locationID,
    location: { locationName },
    transactionTypeID,
    transactionType: { transactionName },
    customerID: null,
    customer: null,
    expectedDeliverDate: null,
    items: lines.map((line, n) => ({
      salesItemID: stored[n]!.sales_item_id,
      itemID: line.item_id,
      itemCode: line.item_code,
      itemName: line.item_name,
      description: line.description,
      uom: line.uom,
      price: line.price,
      orderQty: line.orderQty,
      lineTotal: line.lineTotal,
      heldQty: 0,
      refundedQty: 0,
      image_url: line.image_url,
    })),
    payments: [{ ...paid, paymentTypeID: payment.paymentTypeID, amount: payment.amount, reference: null }],
    refunds: [],
    schedule: [],
    totalItems: lines.length,
    totalQuantity,
    subtotal,
    discount: 0,
    shippingFee: 0,
    totalPurchase: subtotal,
    amountPaid: payment.amount,
    balance: 0,
    change,
    refundedAmount: 0,
    holdUntil: null,
    status: 'Completed',
    remarks: null,
  }
}
