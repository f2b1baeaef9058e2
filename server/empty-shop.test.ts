// Proves that emptying the shop decides about every table, deletes all or nothing, and leaves a working shop.
import { join } from 'node:path'

import { eq, getTableName, sql } from 'drizzle-orm'
import { integer, pgTable, type PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

import { emptyDatabase } from '../tests/support/databases.ts'
import { testApp } from '../tests/support/fixtures.ts'
import { inOrder, referencesOf, rowFinder, rowGenerator } from '../tests/support/generated-rows.ts'
import { drawPicture, formOf } from '../tests/support/pictures.ts'
import { stockItem } from '../tests/support/stocked.ts'
import { backUp, restore } from './backup/backup.ts'
import { connect } from './db/client.ts'
import { fates } from './db/emptying.ts'
import { locks } from './db/locks.ts'
import { companyProfile, shopSetting } from './db/schema/company.ts'
import { customerCredit } from './db/schema/credit.ts'
import { rowCount } from './db/schema/shared.ts'
import { location } from './db/schema/stock.ts'
import { operationRun } from './db/schema/system.ts'
import { stockValue } from './db/schema/valuation.ts'
import { tables } from './db/tables.ts'
import { transact } from './db/transaction.ts'
import { profile } from './demo/people.ts'
import { type DemoRows, findLastKeys } from './demo/rows.ts'
import { pictureFolder } from './files/folder.ts'
import { openSession } from './http/session.ts'
import { bossIn, enqueue } from './jobs/boss.ts'
import { listDead } from './jobs/dead.ts'
import { shopContext } from './kernel/context.ts'
import { queueMail } from './mail/outbox.ts'
import { insertUser } from './people/users.operations.ts'
import { findAllContradictions } from './prove-books.ts'

const path = '/api/v1/empty-shop'
const undecided = (all: readonly PgTable[]) => all.filter((table) => !fates.has(table)).map(getTableName)
const countRows = async (db: Awaited<ReturnType<typeof testApp>>['db'], table: PgTable) => {
  const { rows } = await db.execute<{ rows: number }>(sql`select count(*)::int as rows from ${table}`)
  return rows[0]!.rows
}

test('every table has a fate, and no row that stays refers to one that goes', () => {
  expect(undecided([pgTable('live_order', { liveOrderID: integer('live_order_id').primaryKey() })])).toEqual([
    'live_order',
  ])
  expect(undecided(tables), 'Decide about these tables in server/db/emptying.ts').toEqual([])
  expect(fates.size).toBe(tables.length)
  const goesBefore = { emptied: 0, setting: 1, person: 2, kept: 3 } as const
  const dangling = tables.flatMap((table) =>
    referencesOf(table)
      .filter(({ to }) => goesBefore[fates.get(to)!] < goesBefore[fates.get(table)!])
      .map(({ column }) => `${getTableName(table)}.${column}`),
  )
  expect(dangling, 'These columns would refer to deleted rows').toEqual([])
})

test('only an administrator empties the shop, and only with its name', async () => {
  const { db, as } = await testApp()
  await stockItem(db, { quantity: 3 })
  await db.insert(companyProfile).values({ ...profile, companyName: 'Perlas' })
  const before = await db.execute<object>(sql`select count(*) from stock_movement`)
  for (const role of [2, 3] as const) expect((await as(role)('POST', path, { shopName: 'Perlas' })).status).toBe(403)
  expect((await as(null)('POST', path, { shopName: 'Perlas' })).status).toBe(401)
  const wrong = await as(1)('POST', path, { shopName: 'Alahas' })
  expect([wrong.status, wrong.body]).toEqual([
    422,
    {
      success: false,
      code: 'confirmation.mismatch',
      message: 'Type the shop’s name, Perlas, to empty the shop',
      errors: expect.anything(),
    },
  ])
  for (const body of [{}, { shopName: '' }, { shopName: 'Perlas', keepPeopleAndSettings: 'no' }, { shopName: 7 }])
    expect([body, (await as(1)('POST', path, body)).status]).toEqual([body, 400])
  expect((await db.execute<object>(sql`select count(*) from stock_movement`)).rows).toEqual(before.rows)
  expect((await as(1)('POST', path, { shopName: ' perlas' })).status).toBe(200)
  expect(await countRows(db, stockValue)).toBe(0)
})

/** Tables with only one row, and those that the database maintains. */
const single = new Set<PgTable>([shopSetting, companyProfile, rowCount, stockValue, customerCredit])

test.each([true, false])(
  'empties each table that it should; people and settings kept: %s',
  async (keepPeopleAndSettings) => {
    const { db, as, users } = await testApp()
    const admin = as(1)
    const made = await rowGenerator(db, users.get(1)!)((table) => !single.has(table), 'Made')
    expect(made.length + single.size).toBe(inOrder().length)
    const { status, body } = await admin('POST', path, { shopName: 'Alahas', keepPeopleAndSettings })
    expect([status, body.message]).toEqual([200, 'The shop is empty'])
    expect(body.data.rows).toBeGreaterThan(made.length / 2)

    const isThere = rowFinder(db)
    const stays = (table: PgTable) =>
      fates.get(table) === 'kept' || (keepPeopleAndSettings && fates.get(table) !== 'emptied')
    for (const one of made)
      expect([getTableName(one.table), await isThere(one)]).toEqual([getTableName(one.table), stays(one.table)])
    // The one row of the audit trail says who emptied the shop.
    const trail = await db.execute<object>(sql`select user_id, action, entity, after from audit`)
    expect(trail.rows).toEqual([
      { user_id: users.get(1), action: 'empty', entity: 'shop', after: { keepPeopleAndSettings } },
    ])
    expect((await admin('GET', '/api/v1/audit')).body.data[0]).toMatchObject({ entity: 'shop', action: 'empty' })
    const people = await db.execute<{ role_id: number }>(sql`select role_id from user_account`)
    expect(people.rows.length > 1).toBe(keepPeopleAndSettings)
    expect((await as(3)('GET', '/api/v1/items')).status).toBe(keepPeopleAndSettings ? 200 : 401)
    expect(await findAllContradictions(db)).toEqual([])
    expect(await db.select({ demo: shopSetting.demo }).from(shopSetting)).toEqual([{ demo: false }])
  },
)

test('deletes the jobs of the mails with the mails, also failed ones, and keeps the work that time triggers', async () => {
  const { db, as } = await testApp()
  const boss = bossIn(db)
  const fail = async (queue: 'mail' | 'scheduled') => {
    await db.execute(sql`update jobs.job set retry_limit = 0 where name = ${queue}`)
    const [job] = await boss.fetch(queue)
    await boss.fail(queue, job!.id, { message: 'Never right' })
  }
  const add = () =>
    queueMail(shopContext(db, new Date()), { kind: 'test', recipient: 'a@x.example', subject: 's', body: 'b' })
  await add()
  await fail('mail')
  await add()
  await enqueue(db, 'scheduled', { name: 'overdue' }, { key: 'overdue' })
  await fail('scheduled')
  expect((await listDead(db)).map(({ queue }) => queue).toSorted()).toEqual(['mail', 'scheduled'])
  expect((await as(1)('POST', path, { shopName: 'Alahas' })).status).toBe(200)
  expect((await listDead(db)).map(({ queue }) => queue)).toEqual(['scheduled'])
  expect(await boss.findJobs('mail')).toEqual([])
})

/** Sells one piece, completely paid, in the way of the till. */
const saleOf = (itemID: number) => ({
  locationID: 1,
  transactionTypeID: 1,
  items: [{ itemID, orderQty: 1 }],
  payments: [{ paymentTypeID: 1, amount: 1000 }],
  complete: true,
})

test('leaves a shop that sells with its first number, and can be backed up and restored', async () => {
  const { db, as, url, pictureStore, uploadsFolder } = await testApp()
  const admin = as(1)
  const sell = async (itemID: number) => (await admin('POST', '/api/v2/sales', saleOf(itemID))).body.data
  const { itemID } = await stockItem(db, { quantity: 5 })
  for (let n = 1; n <= 3; n++) expect((await sell(itemID)).transactionNumber).toMatch(new RegExp(`-00000${n}$`))
  await db.update(shopSetting).set({ closedUntil: '2001-01-01' })
  await db
    .insert(operationRun)
    .values({ kind: 'verify', startedAt: new Date(), endedAt: new Date(), result: 'succeeded', detail: 'Right' })
  expect((await admin('POST', path, { shopName: 'Alahas' })).status).toBe(200)

  expect((await admin('POST', '/api/v2/sales', saleOf(itemID))).status).toBe(422)
  for (const list of ['/api/v1/items', '/api/v2/customers', '/api/v2/sales'])
    expect([list, (await admin('GET', list)).body.meta.total]).toEqual([list, 0])
  expect((await admin('GET', '/api/v1/settings')).body.data.closedUntil).toBeNull()
  expect(await countRows(db, operationRun)).toBe(1)
  const next = await stockItem(db, { quantity: 5 })
  expect(next.itemID, 'an old link must not open a new item').toBeGreaterThan(itemID)
  expect((await sell(next.itemID)).transactionNumber).toMatch(/-000001$/)
  await expect(db.execute(sql`delete from money_entry`)).rejects.toMatchObject({
    cause: { message: 'rows of money_entry are never changed' },
  })
  expect(await findAllContradictions(db)).toEqual([])

  const file = join(uploadsFolder, '..', 'shop.tar.gz')
  await backUp(url, pictureStore, file)
  const other = await emptyDatabase()
  await restore(other.url, pictureFolder(uploadsFolder), file, {
    workFolder: join(uploadsFolder, '..'),
    overwrite: false,
    findProblems: findAllContradictions,
  })
  const restored = connect(other.url)
  try {
    const { rows } = await restored.db.execute<object>(sql`select count(*)::int as sales from sales_transaction`)
    expect(rows).toEqual([{ sales: 1 }])
  } finally {
    await restored.pool.end()
    await other.drop()
  }
})

test('removes the files of the pictures at once, and none that a row still names', async () => {
  const { db, as, pictureStore } = await testApp()
  const names = async () => {
    const found: string[] = []
    for await (const { name } of pictureStore.list()) found.push(name)
    return found
  }
  const { itemID } = await stockItem(db, {})
  const form = formOf({}, { 'red.png': await drawPicture('red'), 'blue.png': await drawPicture('blue') })
  const { body } = await as(3)('POST', `/api/v1/item-images/${itemID}`, form)
  const [kept] = body.data.images
  await db.execute(sql`update user_account set image_url = ${kept.url} where email = 'admin@alahas.test'`)
  // Each picture gets four sizes in the background. A size written after the removal waits for the daily cleanup.
  await expect.poll(async () => (await names()).length, { timeout: 10_000 }).toBe(10)
  expect((await as(1)('POST', path, { shopName: 'Alahas' })).status).toBe(200)
  const keptKey = kept.url.slice('/pictures/'.length, -'.webp'.length)
  const others = async () => (await names()).filter((name) => !name.startsWith(keptKey))
  await expect.poll(others, { timeout: 10_000 }).toEqual([])
  expect(await names()).toContain(`${keptKey}.webp`)
})

test('deletes the people and places of the demo shop, but none that the shop uses', async () => {
  const { db, as, users } = await testApp()
  const [from, profileAt] = [await findLastKeys(db), new Date('2026-01-02T03:04:05.678Z')]
  await db.insert(location).values([{ locationName: 'Nagoya' }, { locationName: 'Quezon City' }])
  const person = { lastName: 'Demo', passwordHash: '-', roleID: 3 as const }
  await insertUser(db, { ...person, firstName: 'Carmela', email: 'carmela@amihan.example' })
  const jonel = await insertUser(db, { ...person, firstName: 'Jonel', email: 'jonel@amihan.example' })
  await openSession(db, jonel.userID, 'tests')
  await db.insert(companyProfile).values({ ...profile, updatedAt: profileAt })
  const rows: DemoRows = {
    from,
    to: await findLastKeys(db),
    profileAt,
    numbers: [],
    countedUntil: '2026-01-01',
    ownCounts: [],
  }
  const [nagoya] = await db.select().from(location).where(eq(location.locationName, 'Nagoya'))
  await db.update(shopSetting).set({ demo: true, demoRows: rows, defaultLocationID: nagoya!.locationID })
  const { status, body } = await as(1)('POST', path, { shopName: profile.companyName })
  expect([status, body.success]).toEqual([200, true])

  const places = await db.select({ name: location.locationName }).from(location).orderBy(location.locationName)
  expect(places.map(({ name }) => name)).toEqual(['Main', 'Nagoya'])
  const people = await as(1)('GET', '/api/v1/users?search=amihan.example')
  expect(people.body.data.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Jonel'])
  expect((await as(1)('GET', '/api/v2/company-profile')).body.data).toBeNull()
  expect((await as(1)('GET', '/api/v1/demo')).body.data).toMatchObject({ state: 'absent', obstacle: null })
  expect((await as(1)('GET', '/api/v1/users')).body.meta.total).toBe(users.size + 2)
})

test('lets one of two administrators empty the shop, and none while the demo shop is loaded', async () => {
  const { db, as } = await testApp({ connections: 8 })
  const empty = () => as(1)('POST', path, { shopName: 'Alahas' })
  await stockItem(db, { quantity: 3 })
  await transact(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.demoShop})`)
    const { status, body } = await empty()
    expect([status, body.code]).toEqual([409, 'shop.emptying'])
    expect(body.message).toBe('The shop is being emptied, or its demo shop is being loaded or cleared, at this moment')
  })
  const both = await Promise.all([empty(), empty()])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('sales at the same time are kept whole or not at all, and a running report keeps its snapshot', async () => {
  const { db, as } = await testApp({ connections: 10 })
  const { itemID } = await stockItem(db, { quantity: 500 })
  const staff = as(3)
  const enough = new AbortController()
  const statuses = new Set<number>()
  let sold = 0
  const tills = [1, 2, 3, 4].map(async (till) => {
    for (let n = 0; !enough.signal.aborted; n++) {
      const { status } = await staff('POST', '/api/v2/sales', saleOf(itemID), { 'idempotency-key': `${till}-${n}` })
      statuses.add(status)
      if (status === 201) sold++
    }
  })
  await expect.poll(() => sold, { timeout: 10_000 }).toBeGreaterThan(20)
  const snapshot = transact(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    const count = async (table: string) =>
      (await tx.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)}`)).rows[0]!.n
    const sales = await count('sales_transaction')
    const { status } = await as(1)('POST', path, { shopName: 'Alahas' })
    return { status, sales, entries: await count('money_entry') }
  })
  const { status, sales, entries } = await snapshot
  expect(status).toBe(200)
  expect(sales).toBeGreaterThan(20)
  expect(entries, 'the report sees the entries of the sales that it saw').toBe(sales)
  await expect.poll(() => statuses.has(422), { timeout: 10_000 }).toBe(true)
  enough.abort()
  await Promise.all(tills)
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([201, 422])
  for (const table of ['sales_transaction', 'sales_item', 'money_entry', 'stock_movement', 'idempotency_key'])
    expect([table, (await db.execute<object>(sql`select from ${sql.identifier(table)}`)).rows.length]).toEqual([
      table,
      0,
    ])
  expect(await findAllContradictions(db)).toEqual([])
})
