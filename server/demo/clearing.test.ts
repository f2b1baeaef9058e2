// Proves on every table of the schema that clearing deletes the demo's rows and no others, and that the shop can
// continue with its own. The demo here is one row in each table, so that no table is missed.
import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { itemImage, itemTranslation } from '../db/schema/catalogue.ts'
import { companyProfile, shopSetting } from '../db/schema/company.ts'
import { customerCredit } from '../db/schema/credit.ts'
import { user } from '../db/schema/people.ts'
import { rowCount } from '../db/schema/shared.ts'
import { stockMovement } from '../db/schema/stock.ts'
import { tables } from '../db/schema/tables.ts'
import { taxRate } from '../db/schema/tax.ts'
import { stockValue } from '../db/schema/valuation.ts'
import { type DemoRows, documents, findLastKeys, findLastNumbers, findTakenNumbers, findObstacle } from './rows.ts'

const { db, users } = await testApp()

const referencesOf = (table: PgTable) =>
  getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference()
    return { column: columns[0]!.name, to: foreignTable }
  })

/** Returns the tables in an order in which each follows the tables that it refers to. */
function inOrder(): PgTable[] {
  const ordered: PgTable[] = []
  const add = (table: PgTable) => {
    if (ordered.includes(table)) return
    for (const { to } of referencesOf(table)) if (to !== table && to !== user) add(to)
    ordered.push(table)
  }
  ;[user, ...tables].forEach(add)
  return ordered
}

/**
 * The documents with their parts, which are the tables that refer to a document. One document of the shop's own blocks
 * the clearing.
 */
const documentTables = new Set(documents.map(([table]) => table))
for (const table of inOrder())
  if (referencesOf(table).some(({ column, to }) => documentTables.has(to) && isRequired(table, column)))
    documentTables.add(table)

function isRequired(table: PgTable, column: string) {
  return Object.values(getTableColumns(table)).some(({ name, notNull }) => name === column && notNull)
}

/** Tables with only one row, and those that the database maintains. */
const single = new Set<PgTable>([shopSetting, companyProfile, rowCount, stockValue, customerCredit])
/** Values for columns where a check constraint would refuse a generated value. */
const fitting: Record<string, Record<string, unknown>> = {
  stock_transfer: { to_location_id: 1 },
  stock_repair_return: { outcome: 'scrap' },
  sales_refund_item: { disposition: 'restock' },
  // A kept deposit needs no payment type, and is in no sum of its sale.
  money_entry: { kind: 'deposit_kept', amount: 1 },
  document_number: { year: 2026 },
  credit_entry: { reason: 'Goodwill' },
  tax_entry: { tax: 0, base: 1, amount: 1 },
  // An exchange of nothing needs no money entries.
  sales_exchange: { amount: 0 },
}

type Made = { table: PgTable; is: SQL }
/** Inserts a generated row into each wanted table. Its foreign keys refer to the other generated rows. */
async function insertInto(wanted: (table: PgTable) => boolean, mark: string): Promise<Made[]> {
  const keys = new Map<PgTable, unknown>([[user, users.get(1)]])
  const made: Made[] = []
  for (const table of inOrder()) {
    const name = getTableName(table)
    const references = referencesOf(table)
    const values = Object.values(getTableColumns(table)).flatMap((column): [string, unknown][] => {
      const reference = references.find((one) => one.column === column.name)
      if (fitting[name]?.[column.name] !== undefined) return [[column.name, fitting[name][column.name]]]
      if (column.generatedIdentity || !column.notNull || column.hasDefault) return []
      if (reference) return [[column.name, keys.get(reference.to) ?? 1]]
      return [[column.name, generateValue(column, `${mark} ${name}`)]]
    })
    if (!wanted(table)) continue
    const { rows } = await db.execute<{ row: string }>(
      sql`insert into ${table} (${list(values.map(([column]) => sql.identifier(column)))})
        values (${list(values.map(([, value]) => sql`${value}`))}) returning to_jsonb(${table})::text as row`,
    )
    const row = rows[0]!.row
    const [key] = Object.values(getTableColumns(table)).filter(({ primary }) => primary)
    const value: unknown = key && JSON.parse(row)[key.name]
    keys.set(table, value)
    made.push({ table, is: key ? sql`${key} = ${value}` : sql`to_jsonb(${table}) = ${row}::jsonb` })
  }
  return made
}

const list = (parts: SQL[] | ReturnType<typeof sql.identifier>[]) => sql.join([...parts], sql`, `)

let count = 10
/** Generates a value of the column's type. Numbers and dates are unique. */
function generateValue(column: PgColumn, text: string) {
  count++
  const type = column.getSQLType()
  if (column.enumValues?.[0]) return column.enumValues[0]
  if (column.dimensions > 0 || type === 'jsonb') return '{}'
  if (type === 'integer' || type === 'bigint') return count
  if (type.startsWith('numeric')) return 1
  if (type === 'boolean') return true
  if (type === 'date') return new Date(Date.UTC(2999, 0, count)).toISOString().slice(0, 10)
  return type === 'text' ? `${text} ${count}` : new Date().toISOString()
}

const isThere = async ({ table, is }: Made) =>
  (await db.execute<object>(sql`select from ${table} where ${is}`)).rows.length > 0

test('deletes the demo’s rows from every table, and keeps the shop’s own', async () => {
  const [from, before] = [await findLastKeys(db), await findLastNumbers(db)]
  const tracked = new Set(Object.keys(from))
  // The rates are the shop's own; taxes of the demo's sales refer to them.
  await insertInto((table) => table === taxRate, 'Shop')
  const isDemos = (table: PgTable) =>
    tracked.has(getTableName(table)) ||
    documentTables.has(table) ||
    [itemImage, itemTranslation, stockMovement].some((part) => part === table)
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

  const isOwn = (table: PgTable) => !documentTables.has(table) && !single.has(table)
  const own = await insertInto(isOwn, 'Own')
  expect(own.length + documentTables.size + single.size).toBe(tables.length)
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
