import { eq, inArray, type SQL, sql } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { piece, saleItemPiece } from '../../db/schema/pieces.ts'
import { saleItem, stockReservation } from '../../db/schema/sales.ts'
import { touch } from '../../events/publish.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { splitValue, type SellableRow } from '../../stock/ledger/ledger.rules.ts'
import { postMovements } from '../../stock/ledger/ledger.ts'
import { lockSellable } from '../../stock/ledger/locks.ts'
import { freePieces, takePieces } from '../pieces/sold-pieces.operations.ts'
import { allocateStock, computeLineCosts } from './sales.rules.ts'

// Reserves and takes the stock of a sale. Callers lock the stock rows first, with `lockSellable`. Every operation locks
// the sale, then the stock, then the document number, so that sales never deadlock.

type StoredLine = {
  salesItemID: number
  itemID: number
  itemName: string
  orderQty: number
  averageCost: number
  /** The piece that the line names, with the stock that it is in; null for an item that is not kept by piece. */
  piece: { pieceID: number; number: string; inventoryID: number | null; taken: boolean } | null
}
type Held = { salesItemID: number; itemID: number; inventoryID: number; quantity: number }

/** A sale's lines and the stock that it holds for them. */
export type Goods = { lines: readonly StoredLine[]; held: readonly Held[] }
/** The same, with the cost of each line in pesos. */
type CostedGoods = { lines: readonly (StoredLine & { cost: number })[]; held: readonly Held[] }

/** Reads the lines and holds of a stored sale. */
export const findGoods = async (context: Context, salesTransactionID: number): Promise<Goods> => ({
  lines: await findStoredLines(context, salesTransactionID),
  held: await findHeldParts(context, salesTransactionID),
})

/** Returns the goods with their lines in the order of these keys. */
export const sortGoods = ({ lines, held }: Goods, keys: readonly number[]): Goods => ({
  lines: lines.toSorted((a, b) => keys.indexOf(a.salesItemID) - keys.indexOf(b.salesItemID)),
  held,
})

/** Locks the stock of all the sale's items at its location. */
export async function lockStockOfSale(
  context: Context,
  { salesTransactionID, locationID }: { salesTransactionID: number; locationID: number },
): Promise<SellableRow[]> {
  const lines = await context.db
    .selectDistinct({ itemID: saleItem.itemID })
    .from(saleItem)
    .where(eq(saleItem.salesTransactionID, salesTransactionID))
  return lockSellable(
    context,
    lines.map((line) => line.itemID),
    [locationID],
  )
}

/**
 * Reserves the stock that the sale's lines do not hold yet. Throws 409 when the stock is short. A sale that may exceed
 * the stock instead holds all that is available.
 */
export async function holdStock(
  context: Context,
  { lines, held }: Goods,
  { locationName, beyondStock }: { locationName: string; beyondStock: boolean },
  rows: SellableRow[],
) {
  assertPiecesHere(lines, rows, locationName)
  await takePieces(context, lines)
  const missing = lines.map((line) => ({ ...line, wanted: line.orderQty - sumHeld(held, line) }))
  const { parts, short } = allocateStock(missing, rows)
  if (short && !beyondStock) throw stockShort(lines, held, short, locationName)
  if (parts.length === 0) return
  await context.db
    .insert(stockReservation)
    .values(
      parts.map(({ line, inventoryID, quantity }) => ({
        salesItemID: lines[line]!.salesItemID,
        inventoryID,
        quantity,
      })),
    )
    .onConflictDoUpdate({
      target: [stockReservation.salesItemID, stockReservation.inventoryID],
      set: { quantity: sql`${stockReservation.quantity} + excluded.quantity` },
    })
  await touchStock(context, parts)
}

/** Tells that the held quantities of these stock rows changed. */
const touchStock = (context: Context, rows: readonly { inventoryID: number }[]) =>
  touch(
    context,
    'inventory',
    rows.map(({ inventoryID }) => inventoryID),
  )

/**
 * Removes the sale's goods from stock: its held stock, then available stock for the rest. Throws 409 when both together
 * are short.
 */
export async function takeOutStock(
  context: Context,
  { lines, held }: CostedGoods,
  { salesTransactionID, locationName }: { salesTransactionID: number; locationName: string },
  rows: SellableRow[],
) {
  assertPiecesHere(lines, rows, locationName)
  await takePieces(context, lines)
  const missing = lines.map((line) => ({ ...line, wanted: line.orderQty - sumHeld(held, line) }))
  const { parts, short } = allocateStock(missing, rows)
  if (short) throw stockShort(lines, held, short, locationName)
  if (held.length > 0) await deleteReservations(context, ofSale(context, salesTransactionID))
  const goes = [...held, ...parts.map((part) => ({ ...part, salesItemID: lines[part.line]!.salesItemID }))]
  await postMovements(
    context,
    { kind: 'sale', documentType: 'sale', documentID: salesTransactionID },
    lines.flatMap(({ salesItemID, averageCost, cost, piece: named }) => {
      const parts = goes.filter((part) => part.salesItemID === salesItemID)
      const values = splitValue(
        cost,
        parts.map(({ quantity }) => quantity),
      )
      return parts.map(({ inventoryID, quantity }, n) => ({
        inventoryID,
        quantity: -quantity,
        unitCost: averageCost,
        value: -values[n]!,
        pieceIDs: named ? [named.pieceID] : undefined,
      }))
    }),
    // These rows are stale once the sale has released its hold, so they are read again.
    held.length === 0 ? rows : undefined,
  )
}

/** Adds the cost at which each line's goods leave the stock. */
export function withCosts({ lines, held }: Goods, rows: SellableRow[]): CostedGoods {
  const costs = computeLineCosts(lines, rows)
  return { held, lines: lines.map((line, n) => ({ ...line, cost: costs[n]! })) }
}

/** Stores in each line its item's present average cost and its own cost, when the goods are handed over. */
export const storeCosts = ({ db }: Context, { lines }: CostedGoods) =>
  db.execute(sql`update ${saleItem} set unit_cost = given.unit_cost, cost = given.cost
    from unnest(${sql.param(lines.map(({ salesItemID }) => salesItemID))}::int[],
      ${sql.param(lines.map(({ averageCost }) => averageCost))}::numeric[],
      ${sql.param(lines.map(({ cost }) => cost))}::numeric[]) as given (id, unit_cost, cost)
    where sales_item_id = given.id`)

/** Releases all stock that the sale holds, with its pieces. */
export async function releaseStock(context: Context, salesTransactionID: number) {
  await deleteReservations(context, ofSale(context, salesTransactionID))
  await freePieces(context, linesOfSale(context, salesTransactionID))
}

/** Releases all stock that these lines hold, with their pieces. */
export async function releaseLines(context: Context, lines: readonly number[]) {
  await deleteReservations(context, inArray(stockReservation.salesItemID, [...lines]))
  await freePieces(context, lines)
}

const linesOfSale = ({ db }: Context, salesTransactionID: number) =>
  db
    .select({ salesItemID: saleItem.salesItemID })
    .from(saleItem)
    .where(eq(saleItem.salesTransactionID, salesTransactionID))

const ofSale = (context: Context, salesTransactionID: number) =>
  inArray(stockReservation.salesItemID, linesOfSale(context, salesTransactionID))

const deleteReservations = async (context: Context, which: SQL) =>
  touchStock(
    context,
    await context.db.delete(stockReservation).where(which).returning({ inventoryID: stockReservation.inventoryID }),
  )

const findStoredLines = ({ db }: Context, salesTransactionID: number): Promise<StoredLine[]> =>
  db
    .select({
      salesItemID: saleItem.salesItemID,
      itemID: saleItem.itemID,
      itemName: item.itemName,
      orderQty: saleItem.orderQty,
      averageCost: item.averageCost,
      piece: {
        pieceID: piece.pieceID,
        number: piece.number,
        inventoryID: piece.inventoryID,
        taken: sql<boolean>`${saleItemPiece.taken}`,
      },
    })
    .from(saleItem)
    .innerJoin(item, eq(item.itemID, saleItem.itemID))
    .leftJoin(saleItemPiece, eq(saleItemPiece.salesItemID, saleItem.salesItemID))
    .leftJoin(piece, eq(piece.pieceID, saleItemPiece.pieceID))
    .where(eq(saleItem.salesTransactionID, salesTransactionID))
    .orderBy(saleItem.salesItemID)

const findHeldParts = ({ db }: Context, salesTransactionID: number): Promise<Held[]> =>
  db
    .select({
      salesItemID: stockReservation.salesItemID,
      itemID: saleItem.itemID,
      inventoryID: stockReservation.inventoryID,
      quantity: stockReservation.quantity,
    })
    .from(stockReservation)
    .innerJoin(saleItem, eq(saleItem.salesItemID, stockReservation.salesItemID))
    .where(eq(saleItem.salesTransactionID, salesTransactionID))

const sumHeld = (held: readonly Held[], { salesItemID }: StoredLine) =>
  held.filter((part) => part.salesItemID === salesItemID).reduce((total, part) => total + part.quantity, 0)

/** Throws 409 for a piece that has left the stock of the sale's location since its line was stored. */
function assertPiecesHere(lines: readonly StoredLine[], rows: readonly SellableRow[], locationName: string) {
  const here = new Set(rows.map(({ inventoryID }) => inventoryID))
  for (const [n, { piece: named }] of lines.entries())
    if (named && !here.has(named.inventoryID ?? 0))
      throw new AppError('piece.elsewhere', `${named.number} is no longer in the stock of ${locationName}`, {
        field: `items.${n}.pieceID`,
      })
}

/** Returns the 409 error for a line that is short of stock, with the quantity available to the sale. */
function stockShort(
  lines: readonly StoredLine[],
  held: readonly Held[],
  { line, available }: { line: number; available: number },
  locationName: string,
) {
  const { itemID, itemName } = lines[line]!
  const own = held.filter((part) => part.itemID === itemID).reduce((total, part) => total + part.quantity, 0)
  const there = Math.round((available + own) * 1000) / 1000
  return new AppError('sale.stock_short', `Only ${there} of ${itemName} available at ${locationName}`, {
    field: `items.${line}.orderQty`,
  })
}
