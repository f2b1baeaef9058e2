import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import { refusedAfterHours } from '../../../contract/pricing/rate-rules.ts'
import { shopToday } from '../../company/settings.ts'
import { nameOf } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { salePriceChoice } from '../../db/schema/price-locks.ts'
import { goldRate } from '../../db/schema/pricing.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/** Whether the last day of an open sale's kept price is over, as an SQL expression. */
export const isKeptPriceOver = sql<boolean>`(${sale.status} in ('Pending', 'Processing')
  and coalesce(${sale.priceKeptUntil} < ${shopToday}, false))`

/**
 * Whether a manager has to decide about the price of a sale, as an SQL expression. `findPriceLapse` says the same of one
 * sale.
 */
export const isPriceLapsed = sql<boolean>`(${isKeptPriceOver}
  and ${sale.amountPaid} - ${sale.change} < ${sale.totalPurchase}
  and exists (
    select from ${saleItem} join ${item} on ${item.itemID} = ${saleItem.itemID}
      where ${saleItem.salesTransactionID} = ${sale.salesTransactionID} and ${saleItem.itemPriceID} is not null
        and (${item.price} <> ${saleItem.price} or (${item.itemPriceID} is not null and (
          select max(r.from_at) from ${goldRate} r where r.karat = ${item.karat})
            < now() - make_interval(hours => ${sql.raw(String(refusedAfterHours))})))))`

/** Counts the sales whose price waits for a manager. */
export const countPricesLapsed = (db: Db | Tx) => db.$count(sale, isPriceLapsed)

/** Whether managers decided about the price of a sale, as an SQL expression. */
export const hasPriceChoices = sql<boolean>`exists (
  select from ${salePriceChoice} where ${salePriceChoice.salesTransactionID} = ${sale.salesTransactionID})`

/** The sum of a sale's lines by the rate in pesos; null without such a line. */
export async function findKeptPrice(db: Db | Tx, salesTransactionID: number): Promise<number | null> {
  const [found] = await db
    .select({ sum: sql<number | null>`sum(${saleItem.lineTotal})::float8` })
    .from(saleItem)
    .where(and(eq(saleItem.salesTransactionID, salesTransactionID), isNotNull(saleItem.itemPriceID)))
  return found!.sum
}

/** A line of a sale with its item's price of today, and the latest rate of its karat. */
export type StoredLockedLine = Awaited<ReturnType<typeof findLockedLines>>[number]

/**
 * Returns the lines of a sale, each with the price of today: that of its item. It is null for a line with a fixed price. An
 * item that is no longer priced by the rate needs no rate.
 */
export async function findLockedLines(db: Db | Tx, salesTransactionID: number) {
  const rows = await db
    .select({
      salesItemID: saleItem.salesItemID,
      price: saleItem.price,
      orderQty: saleItem.orderQty,
      today: sql<number | null>`case when ${saleItem.itemPriceID} is not null then ${item.price} end`.mapWith(
        item.price,
      ),
      rate: sql<{ karat: Karat; fromAt: string } | null>`case
        when ${saleItem.itemPriceID} is not null and ${item.itemPriceID} is not null then (
          select json_build_object('karat', r.karat, 'fromAt', r.from_at)
            from ${goldRate} r where r.karat = ${item.karat} order by r.from_at desc limit 1) end`,
      timeZone: shopSetting.timeZone,
      at: sql<Date>`now()`.mapWith(sale.createdAt),
    })
    .from(saleItem)
    .innerJoin(item, eq(item.itemID, saleItem.itemID))
    .innerJoin(shopSetting, sql`true`)
    .where(eq(saleItem.salesTransactionID, salesTransactionID))
    .orderBy(asc(saleItem.salesItemID))
  return rows
}

/** Locks the items of a sale in key order, so that their prices stay until the transaction ends. */
export const lockItemPrices = (db: Db | Tx, salesTransactionID: number) =>
  db
    .select({ itemID: item.itemID })
    .from(item)
    .where(
      sql`${item.itemID} in (select ${saleItem.itemID} from ${saleItem}
        where ${saleItem.salesTransactionID} = ${salesTransactionID})`,
    )
    .orderBy(asc(item.itemID))
    .for('share')

/** Returns what managers decided about the price of a sale, in order. */
export const findPriceChoices = (db: Db | Tx, salesTransactionID: number) =>
  db
    .select({
      priceChoiceID: salePriceChoice.priceChoiceID,
      choice: salePriceChoice.choice,
      keptUntil: salePriceChoice.keptUntil,
      was: salePriceChoice.was,
      today: salePriceChoice.today,
      chosen: salePriceChoice.chosen,
      nextUntil: salePriceChoice.nextUntil,
      reason: salePriceChoice.reason,
      createdAt: salePriceChoice.createdAt,
      createdByName: nameOf(salePriceChoice.createdByID),
    })
    .from(salePriceChoice)
    .where(eq(salePriceChoice.salesTransactionID, salesTransactionID))
    .orderBy(asc(salePriceChoice.priceChoiceID))
