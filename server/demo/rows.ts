import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { locks } from '../db/locks.ts'
import { category, item } from '../db/schema/catalogue.ts'
import { shopSetting } from '../db/schema/company.ts'
import { dailyCount, reminder } from '../db/schema/insight.ts'
import { notification, question } from '../db/schema/messages.ts'
import { user } from '../db/schema/people.ts'
import { purchaseOrder, receiving, supplier } from '../db/schema/purchasing.ts'
import { customer, sale } from '../db/schema/sales.ts'
import { audit, documentNumber } from '../db/schema/shared.ts'
import {
  inventory,
  inventoryAdjustment,
  inventoryType,
  location,
  stockCount,
  stockTransfer,
} from '../db/schema/stock.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'

// Which rows the demo shop made: of each of these tables those whose keys follow one another from its first to its last,
// because nobody else may write to them meanwhile. The `demo-clearing` migration knows the same names.

/** Documents: one of the shop's own, and the demo shop stays. */
export const documents: [PgTable, PgColumn, string][] = [
  [sale, sale.salesTransactionID, 'a sale'],
  [purchaseOrder, purchaseOrder.poID, 'a purchase order'],
  [receiving, receiving.poReceivingID, 'a receiving'],
  [inventoryAdjustment, inventoryAdjustment.adjustmentID, 'an inventory adjustment'],
  [stockTransfer, stockTransfer.transferID, 'a stock transfer'],
  [stockCount, stockCount.countID, 'a stock count'],
  [question, question.questionID, 'a question'],
]
/** What a shop has beside its documents once it is in use. */
const masters: [PgTable, PgColumn, string][] = [
  [item, item.itemID, 'an item'],
  [category, category.categoryID, 'a category'],
  [customer, customer.customerID, 'a customer'],
  [supplier, supplier.supplierID, 'a supplier'],
]
const others: [PgTable, PgColumn][] = [
  [location, location.locationID],
  [inventoryType, inventoryType.inventoryTypeID],
  [inventory, inventory.inventoryID],
  [user, user.userID],
  [notification, notification.notificationID],
  [reminder, reminder.reminderID],
  [audit, audit.auditID],
]

/** 409 unless nobody else loads or clears at this moment; nobody writes to these tables until this transaction ends. */
export async function takeTurns(tx: Tx) {
  const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${locks.demoShop}) as mine`)
  if (!rows[0]!.mine) throw new AppError('demo.busy', 'The demo shop is being loaded or cleared at this moment')
  const tables = [...documents, ...masters, ...others].map(([table]) => sql`${table}`)
  await tx.execute(sql`lock table ${sql.join(tables, sql`, `)} in share row exclusive mode`)
}

/** Whether the demo shop is being loaded or cleared, by this server or another. */
export async function isBusy(db: Db | Tx): Promise<boolean> {
  const { rows } = await db.execute<{ busy: boolean }>(sql`
    select exists (select from pg_locks where locktype = 'advisory' and objid = ${locks.demoShop} and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())) as busy`)
  return rows[0]!.busy
}

/** What the shop has already, in words; null where it is empty. */
export async function whatThereIs(db: Db | Tx): Promise<string | null> {
  for (const [table, , what] of [...documents, ...masters]) {
    const { rows } = await db.execute<{ there: boolean }>(sql`select exists (select from ${table}) as there`)
    if (rows[0]!.there) return what
  }
  return null
}

/** The highest key of each table, by its name; 0 where it is empty. */
export async function lastKeys(db: Db | Tx): Promise<Record<string, number>> {
  const all = [...documents, ...masters, ...others]
  const highest = all.map(
    ([table, key]) => sql`${sql.raw(`'${getTableName(table)}'`)}, (select coalesce(max(${key}), 0) from ${table})`,
  )
  const { rows } = await db.execute<{ keys: Record<string, number> }>(
    sql`select json_build_object(${sql.join(highest, sql`, `)}) as keys`,
  )
  return rows[0]!.keys
}

/**
 * What the demo shop made: the last keys before it, and its own; when it made the company profile, where it did; the
 * document numbers that it took; and the last day to whose visits and searches it added, with the shop's own until then.
 * The `demo_own_rows` migration reads it.
 */
export type DemoRows = {
  from: Record<string, number>
  to: Record<string, number>
  profileAt: Date | null
  numbers: { kind: string; year: number; before: number; after: number }[]
  countedUntil: string
  ownCounts: (typeof dailyCount.$inferSelect)[]
}

/** The last number of each kind and year. */
export const lastNumbers = (db: Db | Tx) => db.select().from(documentNumber)

/** The numbers that were taken between two readings of `lastNumbers`. */
export const numbersTaken = (
  before: Awaited<ReturnType<typeof lastNumbers>>,
  after: Awaited<ReturnType<typeof lastNumbers>>,
): DemoRows['numbers'] =>
  after
    .map(({ kind, year, last }) => ({
      kind,
      year,
      before: before.find((one) => one.kind === kind && one.year === year)?.last ?? 0,
      after: last,
    }))
    .filter((taken) => taken.after > taken.before)

/** What of the shop's own keeps the demo shop from being cleared, in words; null where nothing does. */
export async function obstacle(db: Db | Tx, { from, to }: Pick<DemoRows, 'from' | 'to'>): Promise<string | null> {
  for (const [table, key, what] of documents) {
    const name = getTableName(table)
    const own: SQL = sql`select exists (select from ${table} where ${key} <= ${from[name]} or ${key} > ${to[name]}) as there`
    if ((await db.execute<{ there: boolean }>(own)).rows[0]!.there) return `${what} that is the shop’s own`
  }
  // Everything that people do to a document is in the audit trail.
  const { rows } = await db.execute<{ entity: string }>(sql`
    select ${audit.entity} from ${audit}
    where ${audit.auditID} > ${to[getTableName(audit)]} and ${audit.userID} is not null
      and (${audit.entity} in (${sql.join(
        Object.keys(changeable).map((entity) => sql`${entity}`),
        sql`, `,
      )})
        or ${audit.entity} = 'inventory' and ${audit.entityID} in (
          select ${inventory.inventoryID} from ${inventory} where ${inventory.itemID} <= ${to[getTableName(item)]}))
    order by ${audit.auditID} limit 1`)
  const [changed] = rows
  return changed ? `${changeable[changed.entity] ?? 'stock'} of the demo that somebody has changed` : null
}

const changeable: Record<string, string> = {
  sale: 'a sale',
  purchaseOrder: 'a purchase order',
  purchaseOrderItem: 'a purchase order',
  receiving: 'a receiving',
  inventoryAdjustment: 'an inventory adjustment',
  stockTransfer: 'a stock transfer',
  stockCount: 'a stock count',
  stockCountLine: 'a stock count',
  question: 'a question',
}

/** The demo shop that is in the shop now; null where there is none. */
export async function demoRows(db: Db | Tx): Promise<DemoRows | null> {
  const [row] = await db.select({ demoRows: shopSetting.demoRows }).from(shopSetting)
  return (row?.demoRows ?? null) as DemoRows | null
}
