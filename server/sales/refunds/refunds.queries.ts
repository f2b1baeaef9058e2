import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { saleItem } from '../../db/schema/sales.ts'
import { inventory, stockMovement } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { Taken } from './refunds.rules.ts'

/** Reads the cost at which each line left the stock, by its key. */
export async function findUnitCosts(db: Db | Tx, lines: readonly { salesItemID: number }[]) {
  const costs = await db
    .select({ salesItemID: saleItem.salesItemID, unitCost: saleItem.unitCost })
    .from(saleItem)
    .where(
      inArray(
        saleItem.salesItemID,
        lines.map(({ salesItemID }) => salesItemID),
      ),
    )
  return new Map(costs.map(({ salesItemID, unitCost }) => [salesItemID, unitCost ?? 0]))
}

/** Finds the rows of stock that a sale took from, with the quantity that has not come back to each yet. */
export const takenFrom = ({ db }: Context, salesTransactionID: number): Promise<Taken[]> =>
  db
    .select({
      inventoryID: inventory.inventoryID,
      itemID: inventory.itemID,
      left: sql<number>`-sum(${stockMovement.quantity})`.mapWith(Number),
    })
    .from(stockMovement)
    .innerJoin(inventory, eq(inventory.inventoryID, stockMovement.inventoryID))
    .where(and(eq(stockMovement.documentType, 'sale'), eq(stockMovement.documentID, salesTransactionID)))
    .groupBy(inventory.inventoryID)
    .having(sql`sum(${stockMovement.quantity}) < 0`)
    .orderBy(asc(inventory.inventoryID))
