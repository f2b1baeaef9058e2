import { and, asc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'

import { mostOfDay, type ShopDay } from '../../../contract/insight/shop-day.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { cover } from '../../db/covers.ts'
import { shownBuyerName } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { reminder } from '../../db/schema/insight.ts'
import { live } from '../../db/schema/live.ts'
import { customer, sale, saleInstalment, saleItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { equalsCondition } from '../../resource/list.ts'
import type { Span } from './sold.queries.ts'

// These queries find what is due on a day: holds that end, promised orders, instalments, lives and reminders.

type Due = z.output<typeof ShopDay>['due'][number]
type DueSpan = Span & { timeZone: string; day: string }

/** Returns what is due on a day, and its count. What has a time comes first, by the time. */
export async function findDue(db: Db | Tx, span: DueSpan): Promise<{ due: Due[]; dueCount: number }> {
  const found: Due[] = [
    ...(await findSales(db, span, 'hold')),
    ...(await findSales(db, span, 'promise')),
    ...(await findInstalments(db, span)),
    ...(await findLives(db, span)),
    ...(await findReminders(db, span)),
  ]
  const sorted = found.toSorted((a, b) => (a.time ?? '24:00').localeCompare(b.time ?? '24:00'))
  return { due: sorted.slice(0, mostOfDay), dueCount: found.length }
}

/** Returns SQL for the time of day of a moment in the shop, such as 10:00. */
const timeIn = (timeZone: string, moment: typeof sale.holdUntil | typeof live.plannedStart) =>
  sql<string>`to_char(${moment} at time zone ${timeZone}, 'HH24:MI')`

const isFirstLine = sql`${saleItem.salesItemID} = (select min(first.sales_item_id) from ${saleItem} as first
  where first.sales_transaction_id = ${sale.salesTransactionID})`

/** The fields of an entry that a sale gives. */
const ofSale = {
  recordID: sale.salesTransactionID,
  name: item.itemName,
  others: sql<number>`${sale.totalItems} - 1`,
  ...cover,
  customerName: shownBuyerName,
  transactionNumber: sale.transactionNumber,
}

const isOpenAt = (locationID: number | undefined): SQL | undefined =>
  and(inArray(sale.status, ['Pending', 'Processing']), equalsCondition(sale.locationID, locationID))

function findSales(db: Db | Tx, { from, before, day, timeZone, locationID }: DueSpan, kind: 'hold' | 'promise') {
  const isHold = kind === 'hold'
  return db
    .select({
      kind: sql<Due['kind']>`${kind}`,
      ...ofSale,
      time: isHold ? timeIn(timeZone, sale.holdUntil) : sql<string | null>`null`,
      amount: sql<number | null>`null`,
      place: sql<Due['place']>`null`,
    })
    .from(sale)
    .innerJoin(saleItem, and(eq(saleItem.salesTransactionID, sale.salesTransactionID), isFirstLine))
    .innerJoin(item, eq(item.itemID, saleItem.itemID))
    .leftJoin(customer, eq(customer.customerID, sale.customerID))
    .where(
      and(
        isOpenAt(locationID),
        isHold
          ? and(gte(sale.holdUntil, from), lt(sale.holdUntil, before))
          : // An order that is also held has one entry.
            and(
              eq(sale.expectedDeliverDate, day),
              sql`not coalesce(${sale.holdUntil} >= ${from.toISOString()}::timestamptz
                and ${sale.holdUntil} < ${before.toISOString()}::timestamptz, false)`,
            ),
      ),
    )
    .orderBy(asc(isHold ? sale.holdUntil : sale.salesTransactionID), asc(sale.salesTransactionID))
}

/** Payments fill the instalments in the order of their dates, so the one of the day may be paid in part. */
function findInstalments(db: Db | Tx, { day, locationID }: DueSpan) {
  const until = (comparison: SQL) => sql`(select coalesce(sum(other.amount), 0) from ${saleInstalment} as other
    where other.sales_transaction_id = ${sale.salesTransactionID} and other.due_date ${comparison})`
  const count = (comparison: SQL) => sql`(select count(*)::int from ${saleInstalment} as other
    where other.sales_transaction_id = ${sale.salesTransactionID} and other.due_date ${comparison})`
  const paid = sql`(${sale.amountPaid} - ${sale.change})`
  const unpaid = sql<number>`least(${saleInstalment.amount}, ${until(sql`<= ${saleInstalment.dueDate}`)} - ${paid})::float8`
  return db
    .select({
      kind: sql<Due['kind']>`'instalment'`,
      ...ofSale,
      time: sql<string | null>`null`,
      amount: unpaid,
      place: sql<Due['place']>`json_build_object('n', ${count(sql`<= ${saleInstalment.dueDate}`)},
        'of', ${count(sql`is not null`)})`,
    })
    .from(saleInstalment)
    .innerJoin(sale, eq(sale.salesTransactionID, saleInstalment.salesTransactionID))
    .innerJoin(saleItem, and(eq(saleItem.salesTransactionID, sale.salesTransactionID), isFirstLine))
    .innerJoin(item, eq(item.itemID, saleItem.itemID))
    .leftJoin(customer, eq(customer.customerID, sale.customerID))
    .where(and(isOpenAt(locationID), eq(saleInstalment.dueDate, day), sql`${unpaid} > 0`))
    .orderBy(asc(sale.salesTransactionID))
}

/** The fields of an entry that only sales have. */
const ofNoSale = {
  others: sql<number>`0`,
  image_url: sql<string | null>`null`,
  image_focus: sql<Due['image_focus']>`null`,
  customerName: sql<string | null>`null`,
  transactionNumber: sql<string | null>`null`,
  amount: sql<number | null>`null`,
  place: sql<Due['place']>`null`,
}

const findLives = (db: Db | Tx, { from, before, timeZone, locationID }: DueSpan) =>
  db
    .select({
      kind: sql<Due['kind']>`'live'`,
      recordID: live.liveID,
      name: live.liveName,
      time: sql<string | null>`${timeIn(timeZone, live.plannedStart)}`,
      ...ofNoSale,
    })
    .from(live)
    .where(
      and(
        gte(live.plannedStart, from),
        lt(live.plannedStart, before),
        ne(live.status, 'Closed'),
        equalsCondition(live.locationID, locationID),
      ),
    )
    .orderBy(asc(live.plannedStart))

const findReminders = (db: Db | Tx, { day }: DueSpan) =>
  db
    .select({
      kind: sql<Due['kind']>`'reminder'`,
      recordID: reminder.reminderID,
      name: reminder.text,
      time: sql<string | null>`left(${reminder.dueTime}::text, 5)`,
      ...ofNoSale,
    })
    .from(reminder)
    .where(and(eq(reminder.dueDate, day), eq(reminder.done, false)))
    .orderBy(asc(reminder.reminderID))
