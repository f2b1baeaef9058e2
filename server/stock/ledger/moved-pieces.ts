import { eq } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { inventory } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import type { StockRow } from './ledger.rules.ts'
import { namePieces } from './piece-names.operations.ts'

type Line = {
  inventoryID: number
  quantity: number
  unitCost?: number
  value?: number
  pieceIDs?: readonly number[] | undefined
}

/**
 * Names the pieces of movements of items that are kept by piece. Goods that arrive without pieces get new ones. Throws
 * 422 when goods would leave without their pieces. Departures come first, because a piece leaves one place before it
 * comes to another.
 */
export async function withPieces<L extends Line>(
  context: Context,
  lines: readonly L[],
  rows: readonly StockRow[],
): Promise<L[]> {
  const byPiece = new Set(rows.flatMap(({ inventoryID, pieces }) => (pieces === null ? [] : inventoryID)))
  if (byPiece.size === 0) return [...lines]
  const named: L[] = []
  for (const line of lines) {
    const needsPieces = byPiece.has(line.inventoryID) && line.quantity !== 0 && line.pieceIDs === undefined
    named.push(needsPieces ? { ...line, pieceIDs: await nameArrived(context, line) } : line)
  }
  const leaves = ({ quantity, pieceIDs }: L) => (pieceIDs !== undefined && quantity < 0 ? 0 : 1)
  return named.toSorted((a, b) => leaves(a) - leaves(b))
}

/** Makes the pieces of goods that arrive without any, each at its share of their cost. */
async function nameArrived(context: Context, { inventoryID, quantity, unitCost, value }: Line): Promise<number[]> {
  const [place] = await context.db
    .select({ itemID: item.itemID, itemCode: item.itemCode, itemName: item.itemName, averageCost: item.averageCost })
    .from(inventory)
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .where(eq(inventory.inventoryID, inventoryID))
  const { itemCode, itemName, averageCost } = place!
  if (quantity < 0)
    throw new AppError('piece.not_named', `Name the pieces of ${itemName} that leave: ${itemCode} is kept by piece`)
  const cost = value === undefined ? (unitCost ?? averageCost) : value / quantity
  const entered = Array.from({ length: quantity }, () => ({ cost: Math.round(cost * 100) / 100 }))
  return (await namePieces(context, place!, entered)).map(({ pieceID }) => pieceID)
}
