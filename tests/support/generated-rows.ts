// Inserts a generated row into each table of the schema, for tests that walk over all of them.
import { randomUUID } from 'node:crypto'

import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'

import { user } from '../../server/db/schema/people.ts'
import { tables } from '../../server/db/tables.ts'
import type { Db } from '../../server/kernel/database.ts'

/** Returns the columns of a table that refer to other tables. */
export const referencesOf = (table: PgTable) =>
  getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference()
    return { column: columns[0]!.name, to: foreignTable }
  })

/** Returns the tables in an order in which each follows the tables that it refers to. */
export function inOrder(): PgTable[] {
  const ordered: PgTable[] = []
  const add = (table: PgTable) => {
    if (ordered.includes(table)) return
    for (const { to } of referencesOf(table)) if (to !== table && to !== user) add(to)
    ordered.push(table)
  }
  ;[user, ...tables].forEach(add)
  return ordered
}

/** The item that is generated after its price: an item refers to its price, and the price names it without a foreign key. */
const nextItem = sql`(select coalesce(max(item_id), 0) + 1 from item)`

/** Values for columns where a check constraint would refuse a generated value. */
const fitting: Record<string, Record<string, unknown>> = {
  stock_transfer: { to_location_id: 1 },
  trade_in_piece: { gross_grams: 2, stone_grams: 1, loss_basis: 0, counted_grams: 1 },
  // The item keeps the scrap of its karat.
  item: { uom: 'BULK', price: 0, on_site: false, karat: '24K' },
  stock_repair_return: { outcome: 'scrap' },
  // A certificate is of a piece, or of a unit of the first generated line.
  certificate: { sales_item_id: 1, unit: 1 },
  sales_refund_item: { disposition: 'restock' },
  sales_price_choice: { choice: 'keep', was: 1, today: 1, chosen: 1 },
  // A kept deposit needs no payment type, and is in no sum of its sale.
  money_entry: { kind: 'deposit_kept', amount: 1 },
  document_number: { year: 2026 },
  drawer_movement: { reason: 'bank' },
  message_digest: { hour: 8 },
  event: { type: 'shop.emptied', entity: 'shop' },
  api_token: { operations: '{salesList}', expires_at: '2999-01-01T00:00:00Z' },
  webhook: { events: '{sale.completed}' },
  question: { email: 'visitor@alahas.test' },
  credit_entry: { reason: 'Goodwill' },
  // Only a completed sale has taxes, and they add up to its total.
  sales_transaction: { status: 'Completed' },
  tax_entry: { tax: 0, base: 1, amount: 1 },
  pay_account: { kind: 'GCash', position: 1 },
  proof_file: { position: 1 },
  proof_likeness: { difference: 1, boxes: '[]' },
  // A gram at one peso, rounded up to ten.
  item_price: {
    item_id: nextItem,
    karat: '24K',
    markup_basis: 0,
    making_per_gram: 0,
    making_per_piece: 0,
    stones: 0,
    round_to: 10,
    price: 10,
  },
  repricing_item: { item_id: sql`(select item_id from item_price order by item_price_id desc limit 1)` },
  live: { platforms: '{TikTok}', expected_end: '2999-01-01T00:00:00Z' },
  live_piece: { number: 1 },
  // An exchange of nothing needs no money entries.
  sales_exchange: { amount: 0 },
}

/** Columns that may be empty, but not in a generated row. */
const needed: Record<string, string[]> = { money_entry: ['sales_transaction_id'] }

export type Made = { table: PgTable; is: SQL }
/**
 * Returns the function that inserts a generated row into each wanted table. Its foreign keys refer to the other
 * generated rows, and to this user.
 */
export const rowGenerator = (db: Db, userID: number) => async (wanted: (table: PgTable) => boolean, mark: string) => {
  const keys = new Map<PgTable, unknown>([[user, userID]])
  const made: Made[] = []
  for (const table of inOrder()) {
    const name = getTableName(table)
    const references = referencesOf(table)
    const values = Object.values(getTableColumns(table)).flatMap((column): [string, unknown][] => {
      const reference = references.find((one) => one.column === column.name)
      if (fitting[name]?.[column.name] !== undefined) return [[column.name, fitting[name][column.name]]]
      const isWanted = column.notNull || needed[name]?.includes(column.name)
      if (column.generatedIdentity || !isWanted || column.hasDefault) return []
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
  if (column.dimensions > 0 || type === 'jsonb') return '{}'
  if (column.enumValues?.[0]) return column.enumValues[0]
  if (type === 'integer' || type === 'bigint') return count
  if (type.startsWith('numeric')) return 1
  if (type === 'boolean') return true
  if (type === 'uuid') return randomUUID()
  if (type === 'date') return new Date(Date.UTC(2999, 0, count)).toISOString().slice(0, 10)
  return type === 'text' ? `${text} ${count}` : new Date().toISOString()
}

/** Returns the function that tells whether a generated row still exists. */
export const rowFinder =
  (db: Db) =>
  async ({ table, is }: Made): Promise<boolean> =>
    (await db.execute<object>(sql`select from ${table} where ${is}`)).rows.length > 0
