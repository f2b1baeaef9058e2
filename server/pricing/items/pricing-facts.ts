import { sql } from 'drizzle-orm'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import { item } from '../../db/schema/catalogue.ts'
import { goldRate, itemPrice } from '../../db/schema/pricing.ts'

/** How many of an item's last prices a sale may still be at, because a till has shown them. */
const recentPrices = 5

/**
 * What a sale needs to know about an item's price by the gold rate, as fields of a statement that reads `item`. Nothing is
 * read for an item without a net weight.
 */
export const pricingFacts = {
  itemCode: item.itemCode,
  netGrams: item.netGrams,
  itemPriceID: item.itemPriceID,
  /**
   * The item's last prices that are not undone, the newest first, with the moment at which the next one replaced each; null
   * for a fixed price. Moments are ISO text.
   */
  recentPrices: sql<{ itemPriceID: number; price: number; replacedAt: string | null }[] | null>`case
    when ${item.itemPriceID} is not null then (
      select json_agg(json_build_object('itemPriceID', recent.item_price_id, 'price', recent.price,
          'replacedAt', recent.replaced_at) order by recent.item_price_id desc)
        from (select p.item_price_id, p.price, lag(p.created_at) over (order by p.item_price_id desc) as replaced_at
          from ${itemPrice} p where p.item_id = ${item.itemID} and p.undone_at is null
          order by p.item_price_id desc limit ${sql.raw(String(recentPrices))}) recent) end`,
  /** The latest rate of the item's karat. */
  rate: sql<{ karat: Karat; buyPerGram: number; fromAt: string } | null>`case when ${item.netGrams} is not null then (
    select json_build_object('karat', r.karat, 'buyPerGram', r.buy_per_gram, 'fromAt', r.from_at)
      from ${goldRate} r where r.karat = ${item.karat} order by r.from_at desc limit 1) end`,
}
