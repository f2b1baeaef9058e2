import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { locks } from '../db/locks.ts'
import { category, item } from '../db/schema/catalogue.ts'
import { certificate } from '../db/schema/certificates.ts'
import { shopSetting, shopTerms } from '../db/schema/company.ts'
import { drawer, drawerSession } from '../db/schema/drawers.ts'
import { dailyCount, reminder } from '../db/schema/insight.ts'
import { live } from '../db/schema/live.ts'
import { notification, question } from '../db/schema/messages.ts'
import { moneyEntry, payAccount } from '../db/schema/money.ts'
import { user } from '../db/schema/people.ts'
import { goldRate } from '../db/schema/pricing.ts'
import { purchaseOrder, receiving, supplier } from '../db/schema/purchasing.ts'
import { buyer, customer, sale } from '../db/schema/sales.ts'
import { audit, documentNumber } from '../db/schema/shared.ts'
import {
  inventory,
  inventoryAdjustment,
  inventoryType,
  location,
  repairReturn,
  stockCount,
  stockTransfer,
} from '../db/schema/stock.ts'
import { tradeIn } from '../db/schema/trade-ins.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'

// The demo's rows in a table are those between the first and the last key that the load created. Nobody else can write
// to these tables during the load. The `demo-clearing` migration has the same table names.

/** The tables of documents. Once the shop has a document of its own, the demo can no longer be cleared. */
export const documents: [PgTable, PgColumn, string][] = [
  [sale, sale.salesTransactionID, 'a sale'],
  [purchaseOrder, purchaseOrder.poID, 'a purchase order'],
  [receiving, receiving.poReceivingID, 'a receiving'],
  [inventoryAdjustment, inventoryAdjustment.adjustmentID, 'an inventory adjustment'],
  [stockTransfer, stockTransfer.transferID, 'a stock transfer'],
  [repairReturn, repairReturn.repairReturnID, 'a repair return'],
  [stockCount, stockCount.countID, 'a stock count'],
  [tradeIn, tradeIn.tradeInID, 'a trade-in'],
  [question, question.questionID, 'a question'],
  [certificate, certificate.certificateID, 'a certificate'],
]
/** The tables of master records. A shop with a row in any of them, or with a document, is not empty. */
const masters: [PgTable, PgColumn, string][] = [
  [item, item.itemID, 'an item'],
  [category, category.categoryID, 'a category'],
  [customer, customer.customerID, 'a customer'],
  [buyer, buyer.buyerID, 'a buyer'],
  [supplier, supplier.supplierID, 'a supplier'],
]
const others: [PgTable, PgColumn][] = [
  [location, location.locationID],
  [inventoryType, inventoryType.inventoryTypeID],
  [inventory, inventory.inventoryID],
  [payAccount, payAccount.payAccountID],
  [moneyEntry, moneyEntry.entryID],
  [shopTerms, shopTerms.termsID],
  [live, live.liveID],
  [user, user.userID],
  [goldRate, goldRate.goldRateID],
  [notification, notification.notificationID],
  [reminder, reminder.reminderID],
  [audit, audit.auditID],
]

/** Locks the demo shop and these tables until the transaction ends. Throws 409 when another load or clearing runs. */
export async function lockForDemo(tx: Tx) {
  const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${locks.demoShop}) as mine`)
  if (!rows[0]!.mine) throw new AppError('demo.busy', 'The demo shop is being loaded or cleared at this moment')
  const tables = [...documents, ...masters, ...others].map(([table]) => sql`${table}`)
  await tx.execute(sql`lock table ${sql.join(tables, sql`, `)} in share row exclusive mode`)
}

/** Whether another transaction, of this or another server, is loading or clearing the demo shop. */
export async function isBusy(db: Db | Tx): Promise<boolean> {
  const { rows } = await db.execute<{ busy: boolean }>(sql`
    select exists (select from pg_locks where locktype = 'advisory' and objid = ${locks.demoShop} and objsubid = 1 and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())) as busy`)
  return rows[0]!.busy
}

/** Returns the first kind of record that the shop has, such as 'a sale', or null for an empty shop. */
export async function findExistingData(db: Db | Tx): Promise<string | null> {
  for (const [table, , what] of [...documents, ...masters]) {
    const { rows } = await db.execute<{ there: boolean }>(sql`select exists (select from ${table}) as there`)
    if (rows[0]!.there) return what
  }
  // The demo's cash would need a session of the shop's drawer.
  if ((await db.$count(drawer, sql`${drawer.status}`)) > 0) return 'a cash drawer'
  // The demo shop's year of trade is dated in the past.
  const [settings] = await db.select({ closedUntil: shopSetting.closedUntil }).from(shopSetting)
  return settings?.closedUntil ? 'closed books' : null
}

/** Returns the highest key of each table by table name; 0 for an empty table. */
export async function findLastKeys(db: Db | Tx): Promise<Record<string, number>> {
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
 * Identifies the demo's own records, so that clearing deletes only them (the `demo_own_rows` migration). `from` and
 * `to` are the last keys of each table before and after the load. `profileAt` is the time at which the demo created the
 * company profile. `numbers` are the document numbers that it took. `countedUntil` is the last day to whose visits the
 * demo added, and `ownCounts` are the shop's own visits until that day. `secondPersonFrom` is the amount from which the demo
 * asks for a second person; null when the shop has its own, and missing in a demo of an earlier version.
 */
export type DemoRows = {
  from: Record<string, number>
  to: Record<string, number>
  profileAt: Date | null
  numbers: { kind: string; year: number; before: number; after: number }[]
  countedUntil: string
  ownCounts: (typeof dailyCount.$inferSelect)[]
  secondPersonFrom?: number | null
}

/** Returns the last document number of each kind and year. */
export const findLastNumbers = (db: Db | Tx) => db.select().from(documentNumber)

/** Returns the numbers that were taken between two calls of `findLastNumbers`. */
export const findTakenNumbers = (
  before: Awaited<ReturnType<typeof findLastNumbers>>,
  after: Awaited<ReturnType<typeof findLastNumbers>>,
): DemoRows['numbers'] =>
  after
    .map(({ kind, year, last }) => ({
      kind,
      year,
      before: before.find((one) => one.kind === kind && one.year === year)?.last ?? 0,
      after: last,
    }))
    .filter((taken) => taken.after > taken.before)

/**
 * Returns a phrase for the record that prevents clearing the demo, such as 'a sale that is the shop’s own'. Returns
 * null when nothing prevents it.
 */
export async function findObstacle(db: Db | Tx, { from, to }: Pick<DemoRows, 'from' | 'to'>): Promise<string | null> {
  for (const [table, key, what] of documents) {
    const name = getTableName(table)
    const own: SQL = sql`select exists (select from ${table} where ${key} <= ${from[name]} or ${key} > ${to[name]}) as there`
    if ((await db.execute<{ there: boolean }>(own)).rows[0]!.there) return `${what} that is the shop’s own`
  }
  // A demo of an earlier version has no money of store credit.
  const name = getTableName(moneyEntry)
  const [first, last] = [from[name] ?? 0, to[name] ?? 0]
  const paid = sql`select exists (select from ${moneyEntry} where ${moneyEntry.customerID} is not null
    and (${moneyEntry.entryID} <= ${first} or ${moneyEntry.entryID} > ${last})) as there`
  if ((await db.execute<{ there: boolean }>(paid)).rows[0]!.there) return 'money of store credit that is the shop’s own'
  const counted = sql`select exists (select from ${drawerSession}) as there`
  if ((await db.execute<{ there: boolean }>(counted)).rows[0]!.there)
    return 'a session of a drawer that is the shop’s own'
  // The audit trail shows whether somebody has changed a document of the demo.
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
  repairReturn: 'a repair return',
  tradeIn: 'a trade-in',
  stockCount: 'a stock count',
  stockCountLine: 'a stock count',
  parcel: 'a sale',
  paymentProof: 'a payment proof',
  question: 'a question',
}

/** Returns the loaded demo's rows, or null when no demo is loaded. */
export async function findDemoRows(db: Db | Tx): Promise<DemoRows | null> {
  const [row] = await db.select({ demoRows: shopSetting.demoRows }).from(shopSetting)
  return (row?.demoRows ?? null) as DemoRows | null
}
