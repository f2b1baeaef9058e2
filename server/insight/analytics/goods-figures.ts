import { sql } from 'drizzle-orm'

import { type AnalyticsData, bestAtMost } from '../../../contract/insight/analytics.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { saleRefund, saleRefundItem } from '../../db/schema/refunds.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import { inventory, location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { valueOfRow } from '../../stock/ledger/figures.ts'
import { linesWithDiscount } from '../shared/net-lines.ts'
import { completedIn, type Period, within } from '../shared/period.ts'

type Goods = Pick<AnalyticsData, 'categories' | 'bestByMoney' | 'bestByQuantity'>

/**
 * Returns the revenue of the goods sold in the period (minus discount), less the goods refunded in it, in pesos. One
 * statement computes all figures, because distributing the discounts over the lines is slow and all of them need it.
 */
export async function goodsFigures(db: Db | Tx, period: Period): Promise<Goods> {
  const best = sql`select item.item_id as "itemID", item.item_code as "itemCode", item.item_name as "itemName", item.uom,
    goods.total::float8 as total, goods.quantity::float8 as quantity from goods join ${item} using (item_id)`
  const { rows } = await db.execute<Goods>(sql`
    with sold as materialized (
      select sales_transaction_id, subtotal, discount from ${sale} where ${completedIn(period)}
    ), line as (${linesWithDiscount(sql`sold`)}
    ), goods as materialized (
      select item_id, sum(total) as total, sum(quantity) as quantity from (
        select item_id, line_total - discount_share as total, order_qty as quantity from line
        union all
        select item_id, -back.amount, -back.qty
          from ${saleRefund} join ${saleRefundItem} back using (refund_id) join ${saleItem} using (sales_item_id)
          where ${within(saleRefund.createdAt, period)}
      ) moved group by item_id
    ), category_total as (
      select category.category_id as "categoryID", category.category_name as "categoryName",
          sum(goods.total)::float8 as total
        from goods join ${item} using (item_id) join ${category} using (category_id) group by category.category_id
    ), by_money as (
      ${best} where goods.total > 0 order by goods.total desc, item.item_code limit ${bestAtMost}
    ), by_quantity as (
      ${best} where goods.quantity > 0 and item.uom <> 'BULK'
        order by goods.quantity desc, goods.total desc, item.item_code limit ${bestAtMost}
    )
    select
      (select coalesce(json_agg(c order by total desc, "categoryName"), '[]') from category_total c) as categories,
      (select coalesce(json_agg(b order by total desc, "itemCode"), '[]') from by_money b) as "bestByMoney",
      (select coalesce(json_agg(b order by quantity desc, total desc, "itemCode"), '[]') from by_quantity b)
        as "bestByQuantity"`)
  return rows[0]!
}

/** Returns the exact value of the stock at each location, largest first. Its sum is that of the Stock report. */
export async function stockValue(db: Db | Tx): Promise<AnalyticsData['stock']> {
  const value = sql<number>`sum(${valueOfRow})`.mapWith(Number)
  return db
    .select({ locationID: location.locationID, locationName: location.locationName, value })
    .from(inventory)
    .innerJoin(sql`stock_value valued`, sql`valued.item_id = ${inventory.itemID}`)
    .innerJoin(location, sql`${location.locationID} = ${inventory.locationID}`)
    .groupBy(location.locationID)
    .orderBy(sql`${value} desc`, location.locationName)
}
