import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { saleItemPiece } from '../../db/schema/pieces.ts'
import { saleItem } from '../../db/schema/sales.ts'
import { inventory, stockMovement } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { Taken } from './refunds.rules.ts'

/** Returns the cost at which each line left the stock, per unit and in all, by line key. */
export async function findLineCosts(db: Db | Tx, lines: readonly { salesItemID: number }[]) {
  const costs = await db
    .select({ salesItemID: saleItem.salesItemID, unitCost: saleItem.unitCost, cost: saleItem.cost })
    .from(saleItem)
    .where(
      inArray(
        saleItem.salesItemID,
        lines.map(({ salesItemID }) => salesItemID),
      ),
    )
  return new Map(
    costs.map(({ salesItemID, unitCost, cost }) => [salesItemID, { unitCost: unitCost ?? 0, cost: cost ?? 0 }]),
  )
}

/** Returns the stock rows that a sale took goods from, with the quantity not returned to each. */
export const findTakenStock = ({ db }: Context, salesTransactionID: number): Promise<Taken[]> =>
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

/** Returns the pieces of sold lines that name one, by line key, each with the stock row that it left. */
export async function findSoldPieces(db: Db | Tx, lines: readonly { salesItemID: number }[]) {
  const rows = await db
    .select({
      salesItemID: saleItemPiece.salesItemID,
      pieceID: saleItemPiece.pieceID,
      inventoryID: stockMovement.inventoryID,
    })
    .from(saleItemPiece)
    .innerJoin(saleItem, eq(saleItem.salesItemID, saleItemPiece.salesItemID))
    .innerJoin(
      stockMovement,
      and(
        eq(stockMovement.documentType, 'sale'),
        eq(stockMovement.kind, 'sale'),
        eq(stockMovement.documentID, saleItem.salesTransactionID),
        sql`${saleItemPiece.pieceID} = any(${stockMovement.pieceIDs})`,
      ),
    )
    .where(
      inArray(
        saleItemPiece.salesItemID,
        lines.map(({ salesItemID }) => salesItemID),
      ),
    )
  return new Map(rows.map((row) => [row.salesItemID, row]))
}
