import { eq, sql } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { stockValue } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'

/** Returns an item's present cost with the quantity and value of its stock. Throws 404 when it does not exist. */
export async function findStockValue(db: Db | Tx, itemID: number) {
  const [found] = await db
    .select({
      itemID: item.itemID,
      unitCost: sql<number>`round(${item.averageCost}, 2)`.mapWith(Number),
      quantity: stockValue.quantity,
      value: stockValue.value,
    })
    .from(item)
    .innerJoin(stockValue, eq(stockValue.itemID, item.itemID))
    .where(eq(item.itemID, itemID))
  if (!found) throw notFound('Item')
  return found
}
