import { eq } from 'drizzle-orm'

import { describeRateOnPaper } from '../../../contract/pricing/rate-papers.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { itemPrice } from '../../db/schema/pricing.ts'
import { saleItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { describeShownGold } from '../../pricing/rates/days-gold.queries.ts'
import type { SaleDetails } from './sales.queries.ts'

/**
 * Returns the gold in the lines of a sale in English, as the shop chose to show it to visitors, by the line's price. A
 * completed sale has the rates of its completion, so that a paper says the same whenever it is printed; an open one those of
 * now. Lines without a known net weight, or without a rate by which the shop could sell then, are missing. Where the shop
 * prints its rates, a line that was sold at a price by the rate says instead how that price came about.
 */
export async function listShownGold(
  db: Db | Tx,
  sale: Pick<SaleDetails, 'salesTransactionID' | 'completedAt' | 'items'>,
  now: Date,
) {
  const goldOf = await describeShownGold(db, now, 'en', sale.completedAt)
  const rateOf = await describeSoldRates(db, sale.salesTransactionID)
  return sale.items.flatMap((line) => {
    const gold = rateOf(line) ?? goldOf(line)
    return gold === null ? [] : [{ salesItemID: line.salesItemID, gold }]
  })
}

/** Returns the function that describes how the price of a line by the rate came about; null where papers do not say so. */
async function describeSoldRates(db: Db | Tx, salesTransactionID: number) {
  const [setting] = await db.select({ ratesOnPapers: shopSetting.ratesOnPapers }).from(shopSetting)
  if (!setting!.ratesOnPapers) return () => null
  const rows = await db
    .select({ salesItemID: saleItem.salesItemID, reckoned: itemPrice })
    .from(saleItem)
    .innerJoin(itemPrice, eq(itemPrice.itemPriceID, saleItem.itemPriceID))
    .where(eq(saleItem.salesTransactionID, salesTransactionID))
  const prices = new Map(rows.map(({ salesItemID, reckoned }) => [salesItemID, reckoned]))
  return ({ salesItemID, price }: { salesItemID: number; price: number }): string | null => {
    const sold = prices.get(salesItemID)
    if (!sold) return null
    return describeRateOnPaper({ ...sold, markup: sold.markupBasis / 100 }, { reckoned: sold.price, price })
  }
}
