import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { ProofListRow } from '../../contract/proofs/proofs.ts'
import { toCentavos } from '../../contract/shared/money.ts'
import { reconcileBooks } from '../../scripts/books/reconciliation.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { createApp } from '../app.ts'
import { readSettings } from '../company/settings.ts'
import { shopContext } from '../kernel/context.ts'
import { shopDay, shopDayBounds } from '../kernel/shop-days.ts'
import { verifyProofs } from '../sales/proofs/verify.ts'
import { lapseHolds } from '../sales/sale/holds.operations.ts'
import { runScheduledWork } from '../scheduled-work.ts'
import { verifyStock } from '../stock/ledger/verify.ts'
import { createDemoLoader, type LoadDemo } from './load.ts'
import { findDemoRows, findObstacle } from './rows.ts'

// All tests share one shop, which is loaded once and cleared at the end, so their order matters.
let load: LoadDemo
const shown: string[] = []
const picture = (name: string) => ({
  url: `/pictures/${name}.webp`,
  thumb_url: `/pictures/${name}-small.webp`,
  focusX: 40,
  focusY: 30,
  focusFrom: 'picture' as const,
})
const { as, db, pictureStore, users } = await testApp({ connections: 8, loadDemo: (how) => load(how) })
load = createDemoLoader(
  db,
  (inside, clock) => createApp({ db: inside, pictureStore, clock }),
  {
    store: async () => [
      [picture('first'), picture('second')],
      [picture('newer')],
      ...Array.from({ length: 17 }, () => []),
      // RG-020 is kept by piece.
      [picture('ring'), picture('ring-side')],
    ],
    privateStore: pictureStore,
    show: (path) => shown.push(path),
  },
  (inside) => runScheduledWork({ db: inside }),
)
const admin = as(1)
const path = '/api/v1/demo'

const one = async (query: ReturnType<typeof sql>) => (await db.execute<Record<string, unknown>>(query)).rows[0]!
const state = async () => (await admin('GET', path)).body.data
async function loaded() {
  for (;;) {
    const now = await state()
    if (now.state !== 'loading') return now
    await new Promise((done) => setTimeout(done, 500))
  }
}

test('lets only an administrator load the demo into an empty shop', async () => {
  expect(await state()).toEqual({ state: 'absent', progress: null, obstacle: null, failure: null })
  expect((await as(2)('POST', path)).status).toBe(403)
  const refused = await admin('POST', `${path}/clear`, { shopName: 'Alahas' })
  expect([refused.status, refused.body.message]).toEqual([409, 'The demo shop is not in this shop'])
})

test('refuses to load the demo while another transaction writes to the shop', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const writing = db.transaction(async (tx) => {
    await tx.execute(sql`insert into supplier (supplier_name, contact_details, email) values ('S', '1', 's@x.example')`)
    begin()
    await written
  })
  await begun
  expect((await admin('POST', path)).body.data.state).toBe('loading')
  write()
  await writing
  const reason = 'The demo shop can be loaded into an empty shop only: this one has a supplier'
  expect(await loaded()).toEqual({ state: 'absent', progress: null, obstacle: reason, failure: reason })
  const refused = await admin('POST', path)
  expect([refused.status, refused.body.message]).toEqual([409, reason])
  await db.execute(sql`delete from supplier`)
})

test('leaves nothing of an aborted load', async () => {
  const signal = AbortSignal.abort(new Error('cut short'))
  await expect(load({ by: null, say: () => {}, signal })).rejects.toThrow('cut short')
  expect(await state()).toMatchObject({ state: 'absent', obstacle: null })
  expect(await one(sql`select count(*)::int as places from location`)).toEqual({ places: 1 })
  expect(shown).toEqual([])
})

test('loads once for several requests', { timeout: 900_000 }, async () => {
  const began = await Promise.all([admin('POST', path), admin('POST', path)])
  expect(began.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await state()).toMatchObject({ state: 'loading', obstacle: expect.stringContaining('at this moment') })
  expect(await loaded()).toEqual({ state: 'loaded', progress: null, obstacle: null, failure: null })
  expect(shown).toEqual(['/pictures/ring.webp', '/pictures/newer.webp', '/pictures/first.webp'])
})

test('has exactly the figures of the demo shop', async () => {
  const figures = sql`select
    (select count(*)::int from customer) as customers,
    (select count(*)::int from sales_transaction where status = 'Completed') as "paidOrders",
    (select sum(total_purchase - refunded_amount) from sales_transaction where status = 'Completed') as "totalSales",
    (select sum(count)::int from daily_count where kind = 'visit') as visits,
    (select sum(count)::int from daily_count where kind = 'search') as searches,
    (select count(*)::int from notification where user_id = ${users.get(1)} and read_at is null) as unread,
    (select count(*)::int from item) as items, (select count(*)::int from category) as categories,
    (select count(*)::int from location) as locations, (select count(*)::int from supplier) as suppliers,
    (select count(*)::int from item_translation) as translations`
  expect(await one(figures)).toEqual({
    customers: 100,
    paidOrders: 1074,
    totalSales: '6742000.00',
    visits: 3944,
    searches: 14721,
    unread: 12,
    items: 150,
    categories: 10,
    locations: 3,
    suppliers: 8,
    translations: 300,
  })
  // Compute the same sum from the rows of the refunds.
  const money = sql`select sum(total_purchase) - (select sum(amount) from sales_refund join sales_transaction s
      using (sales_transaction_id) where s.status in ('Completed', 'Refunded')) as total
    from sales_transaction where status in ('Completed', 'Refunded')`
  expect(await one(money)).toEqual({ total: '6742000.00' })
  const newest = await admin('GET', '/api/v2/sales?pageSize=3')
  expect(newest.body.data.map(({ status }: { status: string }) => status)).toEqual([
    'Completed',
    'Pending',
    'Processing',
  ])
})

test('keeps twenty pieces by number, and prices plain pieces by a rate that has risen since', async () => {
  expect(await one(sql`select count(*)::int as pieces from piece`)).toEqual({ pieces: 20 })
  // The first piece of each such item with pictures has one of its own.
  const own = sql`select number, url from piece_image join piece using (piece_id)`
  expect((await db.execute<{ number: string; url: string }>(own)).rows).toEqual([
    { number: 'RG-020-001', url: '/pictures/ring-side.webp' },
  ])
  const { status, body } = await admin('GET', '/api/v1/repricings/summary')
  expect(status).toBe(200)
  const { items, fixed, up, down, same, belowFloor, notReckoned } = body.data
  expect([items > 30, items + fixed, belowFloor, notReckoned]).toEqual([true, 150, 0, 0])
  expect([up + down + same, up > down]).toEqual([items, true])
  const [row] = (await admin('GET', '/api/v1/repricings/preview?pageSize=1')).body.data
  expect(row).toMatchObject({ state: 'ready', markup: 0, roundTo: 10 })
})

test('keeps the prices of one layaway and of paid baskets, and leaves one to a manager because its day is over', async () => {
  const kept = sql`select price_kept_until >= current_date as running,
      exists (select from live_basket b where b.sales_transaction_id = s.sales_transaction_id) as live, count(*)::int as sales
    from sales_transaction s where price_kept_until is not null group by 1, 2 order by 1, 2`
  expect((await db.execute<{ running: boolean; live: boolean; sales: number }>(kept)).rows).toEqual([
    { running: false, live: false, sales: 1 },
    { running: true, live: false, sales: 1 },
    { running: true, live: true, sales: 5 },
  ])
  const { body } = await admin('GET', '/api/v2/sales?priceLapsed=true')
  expect(body.data).toHaveLength(1)
  const { data } = (await admin('GET', `/api/v2/sales/${body.data[0].salesTransactionID}`)).body
  expect(data.priceLapse.today).toBeGreaterThan(data.priceLapse.was)
  expect((await readSettings(db)).priceKeptDays).toBe(null)
})

test('has books that agree in every month, and the same figures on the dashboard', async () => {
  const read = async (address: string) => {
    const { status, body } = await admin('GET', address)
    expect([address, status]).toEqual([address, 200])
    return body
  }
  const { paidOrder, totalSales } = (await read('/api/v1/dashboard')).data
  expect([paidOrder.value, totalSales.value]).toEqual([1074, 6_742_000])
  const { timeZone } = await readSettings(db)
  const rows = await reconcileBooks(db, read, timeZone, shopDay(timeZone, new Date()))
  expect(new Set(rows.map(({ month }) => month)).size).toBeGreaterThan(11)
  expect(rows.filter(({ reports, ledgers }) => toCentavos(reports) !== toCentavos(ledgers))).toEqual([])
  for (const figure of ['Refunds by their own day', 'Deposits kept', 'Deposits held at the end'])
    expect([figure, rows.some((row) => row.figure === figure && row.reports > 0)]).toEqual([figure, true])
})

test('leaves scheduled work nothing to report on the day of the load', async () => {
  const inbox = () =>
    one(sql`select count(*)::int as told, count(*) filter (where user_id = ${users.get(1)} and read_at is null)::int as unread,
      (select count(*)::int from audit) as changes from notification`)
  const before = await inbox()
  expect(before).toMatchObject({ unread: 12 })
  await runScheduledWork({ db })
  const { timeZone } = await readSettings(db)
  const today = shopDay(timeZone, new Date())
  await lapseHolds(shopContext(db, new Date(shopDayBounds(timeZone, today).before.getTime() - 1)))
  expect(await inbox()).toEqual(before)
})

test('has plausible messages: of several kinds, in chronological order, and still true', async () => {
  const unread = await admin('GET', '/api/v1/notifications?unread=true&pageSize=20')
  const kinds = unread.body.data.map(({ kind }: { kind: string }) => kind)
  expect(new Set(kinds)).toEqual(
    new Set([
      'question',
      'adjustmentWaiting',
      'purchaseWaiting',
      'purchaseDue',
      'holdLapsed',
      'layawayOverdue',
      'lowStock',
      'proofSent',
    ]),
  )
  const moments = unread.body.data.map(({ createdAt }: { createdAt: string }) => createdAt)
  expect(moments).toEqual(moments.toSorted().toReversed())
  expect(new Set(moments.map((at: string) => at.slice(0, 10))).size).toBeGreaterThan(3)
})

test('has a document in every status', async () => {
  const statuses = async (table: string) =>
    (
      await db.execute<{ status: string }>(sql`select distinct status from ${sql.identifier(table)} order by 1`)
    ).rows.map(({ status }) => status)
  expect(await statuses('sales_transaction')).toEqual(['Canceled', 'Completed', 'Pending', 'Processing', 'Refunded'])
  expect(await statuses('purchase_order')).toEqual([
    'Approved',
    'Canceled',
    'Partially Received',
    'Pending',
    'Received',
  ])
  expect(await statuses('po_receiving')).toEqual(['Canceled', 'Completed', 'Pending'])
  expect(await statuses('inventory_adjustment')).toEqual(['Completed', 'Pending', 'Rejected'])
  expect(await statuses('trade_in')).toEqual(['Declined', 'Offered', 'Weighed'])
  expect(await statuses('stock_count')).toEqual(['Completed', 'Pending'])
  const overdue = await admin('GET', '/api/v2/sales?overdue=true')
  expect(overdue.body.meta.total).toBe(1)
})

test('keeps the year in order: every moment and number belongs to its day', async () => {
  const moments = await one(sql`select
    (select count(*)::int from sales_transaction where created_at <> transaction_date) as "saved at another time",
    (select count(*)::int from sales_transaction where order_date <> (transaction_date at time zone 'Asia/Tokyo')::date)
      as "of another day",
    (select count(*)::int from sales_transaction where split_part(transaction_number, '-', 2)::int
      <> extract(year from transaction_date at time zone 'Asia/Tokyo')) as "numbered in another year",
    (select count(*)::int from purchase_order where created_at > order_date + interval '1 day') as "ordered later",
    (select count(*)::int from stock_movement m join sales_transaction s on s.sales_transaction_id = m.document_id
      where m.document_type = 'sale' and m.kind = 'sale' and m.at <> s.completed_at) as "moved at another time",
    (select count(*)::int from (select transaction_date < lag(transaction_date) over (order by sales_transaction_id) as earlier
      from sales_transaction) as in_order where earlier) as "out of order",
    (select count(*)::int from audit where entity = 'customer' and at > now() - interval '10 minutes') as "entered today",
    (select count(*)::int from item where created_at > now() - interval '1 year') as "new items",
    (select count(*)::int from inventory where updated_at > now() - interval '5 minutes') as "moved just now",
    (select count(*)::int from session where agent = 'Demo shop') as "still signed in"`)
  expect(Object.entries(moments).filter(([, count]) => count !== 0)).toEqual([])
})

test('has payment proofs in every state, with the warnings of the queue', async () => {
  const { body } = await admin('GET', '/api/v1/proofs?pageSize=100')
  const rows = body.data as ProofListRow[]
  const count = (of: string) => rows.filter(({ status }) => status === of).length
  expect([count('Approved'), count('Rejected'), count('Withdrawn')]).toEqual([6, 2, 1])
  expect(rows.filter(({ status }) => status === 'Sent' || status === 'Taken')).toHaveLength(9)
  const warned = rows.flatMap(({ flags }) => flags.map(({ kind }) => kind))
  for (const kind of ['reference used', 'picture', 'short', 'several', 'hold over']) expect(warned).toContain(kind)
  expect(rows.flatMap(({ flags }) => flags).find(({ kind }) => kind === 'picture')).toMatchObject({ isAlarm: true })
  const states = sql`select count(*) filter (where undone_at is not null)::int as undone,
    count(*) filter (where taken_by_id is not null)::int as taken,
    count(*) filter (where day <> ((sent_at - interval '4 minutes') at time zone 'Asia/Tokyo')::date)::int as "of another day",
    (select sum(amount)::float8 from credit_entry where kind = 'paid in') as credit,
    (select count(*)::int from payment_proof p join sales_transaction using (sales_transaction_id)
      join user_account u on u.user_id = sales_transaction.created_by_id, shop_setting
      where p.status = 'Sent' and u.role_id = 1 and p.amount >= second_person_from) as "needs another person",
    (select count(*)::int from order_link where first_seen_at is not null) as links,
    (select count(*)::int from proof_file where print is not null) as pictures from payment_proof`
  expect(await one(states)).toEqual({
    undone: 1,
    taken: 1,
    'of another day': 0,
    credit: 500,
    'needs another person': 1,
    links: 13,
    pictures: 19,
  })
  expect(await verifyProofs({ db })).toEqual([])
})

test('has two lives past and one planned, and the records replay to the same winners', async () => {
  const read = async (address: string) => {
    const { status, body } = await admin('GET', `/api/v1/lives${address}`)
    expect([address, status]).toEqual([address, 200])
    return body.data
  }
  type Live = { liveID: number; status: string; plannedStart: string; pieceCount: number }
  const lives: Live[] = await read('?sort=plannedStart')
  expect(lives.map(({ status }) => status).toSorted()).toEqual(['Closed', 'Closed', 'Planned'])
  const planned = lives.find(({ status }) => status === 'Planned')!
  expect([Date.parse(planned.plannedStart) > Date.now(), planned.pieceCount]).toEqual([true, 27])
  const [claims, fates] = [new Set<string>(), new Set<string>()]
  for (const { liveID, pieceCount } of lives.filter(({ status }) => status === 'Closed')) {
    const { agrees, differences, steps } = await read(`/${liveID}/record`)
    expect([agrees, differences, steps.length > pieceCount]).toEqual([true, [], true])
    const recap = await read(`/${liveID}/recap`)
    expect(recap.comments).toBeGreaterThan(100)
    expect([recap.unread > 0, recap.neverClaimed.length > 0, recap.unsentBaskets]).toEqual([true, true, 0])
    expect(recap.secondsToDecision.half).toBeLessThan(900)
    for (const { status } of await read(`/${liveID}/claims`)) claims.add(status)
    for (const { saleStatus, balance, totalPurchase } of await read(`/${liveID}/baskets`))
      fates.add(`${saleStatus} ${balance === 0 ? 'paid' : balance < totalPurchase ? 'in part' : 'unpaid'}`)
  }
  expect(claims).toEqual(new Set(['won', 'waiting', 'passed', 'refused', 'withdrawn', 'lapsed', 'invoiced']))
  expect(fates).toEqual(
    new Set(['Completed paid', 'Processing paid', 'Processing in part', 'Pending unpaid', 'Canceled paid']),
  )
  const found = sql`select
    (select count(*)::int from live_claim where reason like '%sold otherwise%') as "without stock",
    (select count(*)::int from live_comment where outcome = 'again') as "said twice",
    (select count(*)::int from live_buyer_mark where ended_at is null) as marks,
    (select count(*)::int from buyer where customer_id is not null) as joined,
    (select count(*)::int from live_basket join sales_transaction using (sales_transaction_id)
      join order_link using (sales_transaction_id)
      where status = 'Pending' and hold_until > now() and revoked_at is null) as "open pages",
    (select count(*)::int from live_basket join parcel using (sales_transaction_id)) as parcels,
    (select count(*)::int from live_step where at >= date_trunc('day', now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo') as "steps of today"`
  expect(await one(found)).toEqual({
    'without stock': 0,
    'said twice': 3,
    marks: 2,
    joined: 4,
    'open pages': 3,
    parcels: 10,
    'steps of today': 0,
  })
})

test('has a correct ledger', async () => {
  expect(await verifyStock({ db })).toEqual([])
})

test('lets nobody sign in as one of its people', async () => {
  const { body } = await admin('GET', '/api/v1/users?search=amihan.example')
  expect(body.data).toHaveLength(3)
  for (const { email } of body.data) {
    const { status } = await as(null)('POST', '/api/v1/login', { email, password: 'amihan' })
    expect(status).toBe(401)
  }
})

test('still forbids ordinary code to delete from the ledger and the audit trail', async () => {
  for (const table of ['stock_movement', 'audit', 'live_show', 'live_step'])
    await expect(db.execute(sql`delete from ${sql.identifier(table)}`)).rejects.toMatchObject({
      cause: { message: `rows of ${table} are never changed` },
    })
})

test('refuses to clear the demo after anybody changes its documents', async () => {
  const rows = (await findDemoRows(db))!
  const undo = new Error('undone')
  const after = (change: ReturnType<typeof sql>) =>
    new Promise<string | null>((told, failed) => {
      db.transaction(async (tx) => {
        await tx.execute(change)
        told(await findObstacle(tx, rows))
        throw undo
      }).catch((error: unknown) => error === undo || failed(error))
    })
  const did = (entity: string, entityID = 1, userID: number | null = 1) =>
    sql`insert into audit (user_id, action, entity, entity_id) values (${userID}, 'update', ${entity}, ${entityID})`
  expect(await after(did('sale'))).toBe('a sale of the demo that somebody has changed')
  expect(await after(did('stockCountLine'))).toBe('a stock count of the demo that somebody has changed')
  expect(await after(did('inventory', rows.to['inventory']))).toBe('stock of the demo that somebody has changed')
  // Changes by the demo itself, and changes of other records, block nothing.
  expect(await after(did('sale', 1, null))).toBeNull()
  expect(await after(did('item'))).toBeNull()
})

test('clears the demo after its name is typed, and keeps the shop’s own records', { timeout: 120_000 }, async () => {
  const clear = (shopName: string) => admin('POST', `${path}/clear`, { shopName })
  const misnamed = await clear('Amihan')
  expect([misnamed.status, misnamed.body.message]).toEqual([
    422,
    'Type the shop’s name, Amihan Jewelry Supplies, to clear the demo shop',
  ])
  const asked =
    'The demo shop can no longer be cleared: there is a question that is the shop’s own. “Empty shop” in Settings throws everything away'
  await db.execute(sql`insert into question (name, email, text, language) values ('A', 'a@x.example', 'Open?', 'en')`)
  const refused = await clear('Amihan Jewelry Supplies')
  expect([refused.status, refused.body.message]).toEqual([409, asked])
  expect((await state()).obstacle).toBe(asked)
  // The database function itself refuses too, for any caller.
  await expect(db.execute(sql`select clear_demo_shop()`)).rejects.toMatchObject({
    cause: { message: 'the shop has documents of its own' },
  })
  await db.execute(sql`delete from question where name = 'A'`)

  const categories = await admin('GET', '/api/v1/categories?pageSize=100')
  const nagoya = await admin('GET', '/api/v1/locations?search=Nagoya')
  const own = await admin('POST', '/api/v1/item-inventory', {
    itemCode: 'OWN-1',
    itemName: 'Own ring',
    categoryID: categories.body.data.find(({ categoryCode }: { categoryCode: string }) => categoryCode === 'RG')
      .categoryID,
    grams: 2,
    uom: 'PCS',
    price: 5000,
    cost: 3000,
    locationID: nagoya.body.data[0].locationID,
    quantity: 4,
  })
  expect(own.status).toBe(201)
  const bought = { firstName: 'Own', lastName: 'Customer', contactNo: '1', email: 'own@x.example', customerTypeID: 1 }
  expect((await admin('POST', '/api/v2/customers', bought)).status).toBe(201)

  const both = await Promise.all([clear('amihan jewelry supplies '), clear('Amihan Jewelry Supplies')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // The transaction that clears does not report itself as another one.
  const [cleared, other] = both.toSorted((a, b) => a.status - b.status)
  expect(cleared!.body.data.state).toBe('absent')
  expect(other!.body.message).toMatch(/^The demo shop is (being loaded or cleared at this moment|not in this shop)$/)
  expect(await state()).toMatchObject({ state: 'absent', obstacle: expect.stringContaining('this one has an item') })

  const names = async (table: string, column: string) =>
    (
      await db.execute<{ name: string }>(
        sql`select ${sql.identifier(column)} as name from ${sql.identifier(table)} order by 1`,
      )
    ).rows.map(({ name }) => name)
  expect(await names('item', 'item_name')).toEqual(['Own ring'])
  expect(await names('customer', 'last_name')).toEqual(['Customer'])
  expect(await names('category', 'category_name')).toEqual(['Rings'])
  expect(await names('location', 'location_name')).toEqual(['Main', 'Nagoya'])
  for (const table of [
    'supplier',
    'sales_transaction',
    'purchase_order',
    'notification',
    'question',
    'daily_count',
    'order_link',
    'payment_proof',
    'proof_file',
    'money_entry',
    'credit_entry',
    'live',
    'live_piece',
    'live_show',
    'live_comment',
    'live_claim',
    'live_basket',
    'live_step',
    'live_buyer_mark',
    'buyer',
  ])
    expect(await one(sql`select count(*)::int as rows from ${sql.identifier(table)}`), table).toEqual({ rows: 0 })
  expect((await admin('GET', '/api/v2/company-profile')).body.data).toBeNull()
  expect((await admin('GET', '/api/v1/users?search=amihan.example')).body.data).toEqual([])
  expect((await admin('GET', '/api/v2/customers')).body.meta.total).toBe(1)
  expect((await readSettings(db)).secondPersonFrom).toBeNull()
  expect(await verifyStock({ db })).toEqual([])
  const trail = await db.execute<{ action: string }>(
    sql`select action from audit where entity = 'demo' and user_id = ${users.get(1)} order by audit_id`,
  )
  expect(trail.rows.map(({ action }) => action)).toEqual(['load', 'clear'])
})

test('leaves a working shop that starts with its first number', async () => {
  const [{ itemID }] = (await admin('GET', '/api/v1/items')).body.data
  const nagoya = await admin('GET', '/api/v1/locations?search=Nagoya')
  const { status, body } = await admin('POST', '/api/v2/sales', {
    locationID: nagoya.body.data[0].locationID,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 5000 }],
    complete: true,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.data.transactionNumber).toMatch(/-000001$/)
  expect(await verifyStock({ db })).toEqual([])
  await expect(db.execute(sql`delete from stock_movement`)).rejects.toThrow('Failed query')
})
