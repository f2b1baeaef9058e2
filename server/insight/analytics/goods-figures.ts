import { and, inArray, sql } from 'drizzle-orm'

import { type AnalyticsData, bestAtMost } from '../../../contract/insight/analytics.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { sale, saleItem, saleRefundItem } from '../../db/schema/sales.ts'
import { inventory, location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { valueOfRow } from '../../stock/ledger/figures.ts'
import { linesWithDiscount } from '../shared/net-lines.ts'
import { completedIn, type Period, within } from '../shared/period.ts'

type Goods = Pick<AnalyticsData, 'categories' | 'bestByMoney' | 'bestByQuantity'> & { cost: number }

/**
 * Returns revenue (minus discount and refunds) and cost of the goods in the period's Completed sales, in pesos. One
 * statement computes all figures, because distributing the discounts over the lines is slow and all of them need it.
 */
export async function goodsFigures(db: Db | Tx, period: Period): Promise<Goods> {
  const best = sql`select item.item_id as "itemID", item.item_code as "itemCode", item.item_name as "itemName", item.uom,
    goods.total::float8 as total, goods.quantity::float8 as quantity from goods join ${item} using (item_id)`
  const { rows } = await db.execute<Goods>(sql`
    with sold as materialized (
      select sales_transaction_id, subtotal, discount from ${sale} where ${completedIn(period)}
    ), line as (${linesWithDiscount(sql`sold`)}
    ), back as (
      select sales_item_id, sum(qty) as qty, sum(amount) as amount, sum(cost) as cost from ${saleRefundItem} group by sales_item_id
    ), goods as materialized (
      select item_id,
          sum(line_total - discount_share - coalesce(back.amount, 0)) as total,
          sum(order_qty - coalesce(back.qty, 0)) as quantity,
          sum(coalesce(line.cost, 0) - coalesce(back.cost, 0)) as cost
        from line left join back using (sales_item_id) group by item_id
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
      (select coalesce(sum(cost), 0)::float8 from goods) as cost,
      (select coalesce(json_agg(c order by total desc, "categoryName"), '[]') from category_total c) as categories,
      (select coalesce(json_agg(b order by total desc, "itemCode"), '[]') from by_money b) as "bestByMoney",
      (select coalesce(json_agg(b order by quantity desc, total desc, "itemCode"), '[]') from by_quantity b)
        as "bestByQuantity"`)
  return rows[0]!
}

/** Returns the cost of refunded goods that were scrapped, for the period's Completed and Refunded sales. */
export async function scrappedCost(db: Db | Tx, period: Period): Promise<number> {
  const [found] = await db
    .select({
      cost: sql<number>`coalesce(sum(${saleRefundItem.cost}), 0)`.mapWith(Number),
    })
    .from(saleRefundItem)
    .innerJoin(saleItem, sql`${saleItem.salesItemID} = ${saleRefundItem.salesItemID}`)
    .innerJoin(sale, sql`${sale.salesTransactionID} = ${saleItem.salesTransactionID}`)
    .where(
      and(
        sql`${saleRefundItem.disposition} = 'scrap'`,
        inArray(sale.status, ['Completed', 'Refunded']),
        within(sale.completedAt, period),
      ),
    )
  return found!.cost
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
