// Proves on every table of the schema that clearing deletes the demo's rows and no others, and that the shop can
// continue with its own. The demo here is one row in each table, so that no table is missed.
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { type Made, inOrder, referencesOf, rowFinder, rowGenerator } from '../../tests/support/generated-rows.ts'
import { itemImage, itemTranslation } from '../db/schema/catalogue.ts'
import { companyProfile, shopSetting } from '../db/schema/company.ts'
import { customerCredit } from '../db/schema/credit.ts'
import { drawerCount, drawerMovement, drawerReport, drawerSession } from '../db/schema/drawers.ts'
import { apiToken } from '../db/schema/integrations.ts'
import { liveBasket, liveBuyerMark, liveClaim, liveComment, livePiece, liveShow, liveStep } from '../db/schema/live.ts'
import { messageTemplate } from '../db/schema/mail.ts'
import { moneyEntry } from '../db/schema/money.ts'
import { piece } from '../db/schema/pieces.ts'
import { rowCount } from '../db/schema/shared.ts'
import { stockMovement } from '../db/schema/stock.ts'
import { taxRate } from '../db/schema/tax.ts'
import { scrapItem } from '../db/schema/trade-ins.ts'
import { stockValue } from '../db/schema/valuation.ts'
import { tables } from '../db/tables.ts'
import { type DemoRows, documents, findLastKeys, findLastNumbers, findTakenNumbers, findObstacle } from './rows.ts'

const { db, users } = await testApp()
const insertInto = rowGenerator(db, users.get(1)!)
const isThere = rowFinder(db)

/**
 * The documents with their parts, which are the tables that refer to a document. A money entry refers to one of two. One
 * document of the shop's own blocks the clearing.
 */
const documentTables = new Set<PgTable>([...documents.map(([table]) => table), moneyEntry])
for (const table of inOrder())
  if (referencesOf(table).some(({ column, to }) => documentTables.has(to) && isRequired(table, column)))
    documentTables.add(table)

function isRequired(table: PgTable, column: string) {
  return Object.values(getTableColumns(table)).some(({ name, notNull }) => name === column && notNull)
}

/** The tables of lives, whose rows belong to a live or mark a buyer. */
const liveTables = [livePiece, liveShow, liveComment, liveBasket, liveClaim, liveStep, liveBuyerMark] as const
const isOfLives = (table: PgTable) => liveTables.some((part) => part === table)

/** The tables of a drawer's session. A demo has none, and one of the shop's own blocks the clearing. */
const ofSessions = new Set<PgTable>([drawerSession, drawerCount, drawerMovement, drawerReport])

/** Tables with only one row, or one for each karat, and those that the database maintains. */
const single = new Set<PgTable>([
  shopSetting,
  companyProfile,
  rowCount,
  stockValue,
  customerCredit,
  messageTemplate,
  scrapItem,
])
test('deletes the demo’s rows from every table, and keeps the shop’s own', async () => {
  const [from, before] = [await findLastKeys(db), await findLastNumbers(db)]
  const tracked = new Set(Object.keys(from))
  // The rates and the API tokens are the shop's own; taxes of the demo's sales and its audit rows refer to them.
  await insertInto((table) => table === taxRate || table === apiToken, 'Shop')
  const isDemos = (table: PgTable) =>
    !ofSessions.has(table) &&
    (tracked.has(getTableName(table)) ||
      documentTables.has(table) ||
      isOfLives(table) ||
      [itemImage, itemTranslation, stockMovement, piece].some((part) => part === table))
  const demos = await insertInto(isDemos, 'Demo')
  await db.execute(sql`insert into document_number (kind, year, last) values ('SO', 2026, 3)`)
  const rows: DemoRows = {
    from,
    to: await findLastKeys(db),
    profileAt: null,
    numbers: findTakenNumbers(before, await findLastNumbers(db)),
    countedUntil: '2026-01-06',
    ownCounts: [{ day: '2026-01-05', kind: 'visit', subject: '/shop', count: 2 }],
  }
  await db.execute(sql`insert into daily_count (day, kind, subject, count) values ('2026-01-05', 'visit', '/shop', 14)`)
  await db.update(shopSetting).set({ demo: true, demoRows: rows })

  const isOwn = (table: PgTable) => !documentTables.has(table) && !single.has(table) && !ofSessions.has(table)
  const own = await insertInto(isOwn, 'Own')
  expect(own.length + documentTables.size + single.size + ofSessions.size).toBe(tables.length)
  expect(await findObstacle(db, rows)).toBeNull()
  await db.execute(sql`select clear_demo_shop()`)

  const named = (made: Made[]) => made.map(({ table }) => getTableName(table))
  const lost = []
  for (const made of own) if (!(await isThere(made))) lost.push(made)
  expect(named(lost), 'clear_demo_shop() took out the shop’s own rows of these tables').toEqual([])
  const left = []
  for (const made of demos) if (await isThere(made)) left.push(made)
  expect(named(left), 'clear_demo_shop() leaves the demo’s rows of these tables: take them out there').toEqual([])
  const { rows: numbers } = await db.execute<{ kind: string }>(sql`select kind from document_number`)
  expect(numbers).toEqual([{ kind: expect.stringContaining('Own') }])
  const { rows: visits } = await db.execute<{ count: number }>(
    sql`select count from daily_count where day < '2026-02-01'`,
  )
  expect(visits).toEqual([{ count: 2 }])

  // After the clearing, every table accepts the shop's next row, and the first document gets the first number.
  expect(await insertInto((table) => isOwn(table), 'Next')).toHaveLength(own.length)
})

/** Lets all rows be the demo's. */
async function markAllAsDemo(): Promise<DemoRows> {
  const to = await findLastKeys(db)
  const from = Object.fromEntries(Object.keys(to).map((name) => [name, 0]))
  const rows: DemoRows = { from, to, profileAt: null, numbers: [], countedUntil: '2026-01-06', ownCounts: [] }
  await db.update(shopSetting).set({ demo: true, demoRows: rows })
  expect(await findObstacle(db, rows)).toBeNull()
  return rows
}

test('a session of a drawer keeps the demo shop', async () => {
  const rows = await markAllAsDemo()
  // The refusal also takes the session back, which nothing else deletes.
  const refused = db.transaction(async (tx) => {
    await tx.execute(sql`insert into drawer_session (number, drawer_id) select 'Z-0001', min(drawer_id) from drawer`)
    expect(await findObstacle(tx, rows)).toBe('a session of a drawer that is the shop’s own')
    await tx.execute(sql`select clear_demo_shop()`)
  })
  await expect(refused).rejects.toMatchObject({
    cause: { message: 'the shop has sessions of drawers of its own' },
  })
})

test('money that a customer paid into store credit keeps the demo shop', async () => {
  const rows = await markAllAsDemo()
  await db.execute(sql`insert into money_entry (day, location_id, kind, customer_id, payment_type_id, amount, reason)
    select current_date, min(location_id), 'credit_paid_in', (select min(customer_id) from customer), 1, 5, 'Too much'
      from location`)
  expect(await findObstacle(db, rows)).toBe('money of store credit that is the shop’s own')
  await expect(db.execute(sql`select clear_demo_shop()`)).rejects.toMatchObject({
    cause: { message: 'the shop has money of store credit of its own' },
  })
})
