import { inArray, sql } from 'drizzle-orm'

import { cartHours } from '../../../contract/sales/carts.ts'
import { cover } from '../../db/covers.ts'
import { joinNamesInSql } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { goldRate } from '../../db/schema/pricing.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/** Selects the lines of open sales, which keep their price. */
export const listHeldSales = sql`
  select l.item_id, l.price, l.order_qty, t.sales_transaction_id, t.transaction_number, t.hold_until
  from sales_transaction t join sales_item l using (sales_transaction_id) where t.status in ('Pending', 'Processing')`

/**
 * Selects what the unsaved sales at tills contain. A till sells at a price that was replaced within the same hours, so
 * these sales keep their price.
 */
export const cartLines = sql`
  select (line ->> 'itemID')::int as item_id, (line ->> 'price')::numeric as price, c.at,
    ${joinNamesInSql(sql`u.first_name`, sql`u.last_name`)} as seller, c.cart_key, c.user_id
  from cart c join user_account u using (user_id), jsonb_array_elements(c.lines) line
  where c.at > now() - make_interval(hours => ${sql.raw(String(cartHours))})`

/** The quantity of an item at all locations that can be sold, also if open sales hold it, as an SQL expression. */
export const sellableStock = sql`(select coalesce(sum(quantity), 0) from inventory v
  join inventory_type t using (inventory_type_id) where v.item_id = item.item_id and t.sellable and t.status)`

type Held = {
  sales: number
  quantity: number
  salesTransactionID: number
  transactionNumber: string
  price: number
  holdUntil: string | null
}
type InCart = { carts: number; seller: string; price: number }

/** Reads what the rows of a page show beside their prices, by item: picture, stock and open sales. */
export async function readRowDetails(db: Db | Tx, itemIDs: readonly number[], rateIDs: readonly number[]) {
  const ofPage = [...itemIDs]
  const rateKeys = [...new Set(rateIDs)]
  const [details, rates] = await Promise.all([
    db
      .select({
        itemID: item.itemID,
        grams: item.grams,
        stone: item.stone,
        ...cover,
        stock: sql<number>`${sellableStock}::float8`,
        held: sql<Held | null>`(select json_build_object('sales', count(distinct h.sales_transaction_id),
            'quantity', sum(h.order_qty), 'salesTransactionID', (array_agg(h.sales_transaction_id order by h.hold_until))[1],
            'transactionNumber', (array_agg(h.transaction_number order by h.hold_until))[1],
            'price', (array_agg(h.price order by h.hold_until))[1],
            'holdUntil', (array_agg(h.hold_until order by h.hold_until))[1])
          from (${listHeldSales}) h where h.item_id = item.item_id having count(*) > 0)`,
        inCart: sql<InCart | null>`(select json_build_object('carts', count(distinct (k.cart_key, k.user_id)),
            'seller', (array_agg(k.seller order by k.at desc))[1], 'price', (array_agg(k.price order by k.at desc))[1])
          from (${cartLines}) k where k.item_id = item.item_id having count(*) > 0)`,
      })
      .from(item)
      .where(inArray(item.itemID, ofPage)),
    db
      .select({ goldRateID: goldRate.goldRateID, fromAt: goldRate.fromAt })
      .from(goldRate)
      .where(inArray(goldRate.goldRateID, rateKeys)),
  ])
  return {
    shown: new Map(
      details.map(({ itemID, held, ...shown }) => [
        itemID,
        { ...shown, held: held && { ...held, holdUntil: held.holdUntil === null ? null : new Date(held.holdUntil) } },
      ]),
    ),
    rateMoments: new Map(rates.map(({ goldRateID, fromAt }) => [goldRateID, fromAt])),
  }
}
