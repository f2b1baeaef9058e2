import type { Db, Tx } from '../../kernel/database.ts'
import { describeShownGold } from '../../pricing/rates/days-gold.queries.ts'
import type { SaleDetails } from './sales.queries.ts'

/**
 * Returns the gold in the lines of a sale in English, as the shop chose to show it to visitors, by the line's price. A
 * completed sale has the rates of its completion, so that a paper says the same whenever it is printed; an open one those of
 * now. Lines without a known net weight, or without a rate by which the shop could sell then, are missing.
 */
export async function listShownGold(db: Db | Tx, sale: Pick<SaleDetails, 'completedAt' | 'items'>, now: Date) {
  const goldOf = await describeShownGold(db, now, 'en', sale.completedAt)
  return sale.items.flatMap((line) => {
    const gold = goldOf(line)
    return gold === null ? [] : [{ salesItemID: line.salesItemID, gold }]
  })
}
