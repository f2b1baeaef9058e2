import { asc, sql } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { piece } from '../../db/schema/pieces.ts'
import { inventory, stockMovement } from '../../db/schema/stock.ts'
import { updateRows } from '../../imports/kinds/changed.ts'
import { anyOfArray, inBatches, type ReportProgress } from '../../imports/kinds/kind.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordAll } from '../../resource/records.ts'
import { findOrCreateStockRows, stockKeyOf } from '../inventory/stock-import-rows.ts'
import { lockItems } from '../ledger/arrivals.ts'
import { assertOwnCodes } from '../ledger/entered-codes.operations.ts'
import { postMovements } from '../ledger/ledger.ts'
import { namePiecesOfItems, type NewPiece } from '../ledger/piece-names.operations.ts'
import { countMovements, findImportedItems, findPieceItems, findPlaceNames } from './imported-pieces.queries.ts'
import {
  createPieceTally,
  findNewPieceProblems,
  findStockOf,
  namesStock,
  type PieceFileRow,
  type PieceItem,
} from './imported-pieces.rules.ts'

// Makes pieces by an import, and takes them back. They name the stock of an item that is not kept by piece yet, or open
// stock, as a file of opening stock does.

type Item = typeof item.$inferSelect
type Made = typeof piece.$inferSelect
type Entered = NewPiece & { of: Item }

const changeable = { table: item, key: item.itemID, keyName: 'itemID', entity: 'item' } as const

/** Makes the pieces of an import, and returns their keys. Throws 409 when their stock changed meanwhile. */
export async function insertPieces(
  context: Context,
  importID: number,
  rows: readonly PieceFileRow[],
  reportProgress: ReportProgress,
): Promise<number[]> {
  const itemIDs = [...new Set(rows.map((row) => row.item))]
  const before = await lockItems(context, itemIDs)
  await lockStock(context, itemIDs)
  const items = await findPieceItems(context, itemIDs)
  await assertStillRight(context, rows, items)
  await assertOwnCodes(context, rows)
  const stored = new Map(before.map((row) => [row.itemID, row]))
  const entered = [
    ...rows.map((row) => toEntered(row, items.get(row.item)!, stored.get(row.item)!)),
    ...listUnnamed(rows, items, stored),
  ]
  const made = await namePiecesOfItems(context, entered)
  await keepByPiece(context, before)
  const opened = rows.flatMap((row, n) =>
    made[n]!.countedInID === null ? [{ row, of: stored.get(row.item)!, one: made[n]! }] : [],
  )
  await openStock(context, importID, { opened, items }, reportProgress)
  await recordItems(context, importID, before)
  reportProgress(rows.length)
  return made.map(({ pieceID }) => pieceID)
}

/** Locks the stock rows of items. The caller holds the locks of their values. */
const lockStock = ({ db }: Context, itemIDs: readonly number[]) =>
  db.execute(
    sql`select from ${inventory} where ${inventory.itemID} = ${anyOfArray(itemIDs, 'int')} order by inventory_id for update`,
  )

/** Throws 409 when a row is no longer right, because somebody else changed the stock of its item since the check. */
async function assertStillRight(
  context: Context,
  rows: readonly PieceFileRow[],
  items: ReadonlyMap<number, PieceItem>,
) {
  const nameOf = await findPlaceNames(context)
  const tally = createPieceTally()
  for (const row of rows) {
    const one = items.get(row.item)!
    const [problem] = [...findNewPieceProblems(row, one, nameOf(row), context), ...tally.add(row, one)]
    if (problem)
      throw new AppError('import.stock_started', `${problem.message}: nothing was imported. Check the file again`)
  }
}

/** Returns the piece of a row: named in the stock where it is, or to come into stock at its cost. */
function toEntered(row: PieceFileRow, one: PieceItem, of: Item): Entered {
  const { item: _item, location: _location, inventoryType: _type, cost = null, ...fields } = row
  if (namesStock(one)) return { ...fields, cost, countedInID: findStockOf(one, row)!.inventoryID, of }
  return { ...fields, cost: cost ?? roundToCentavo(of.averageCost), of }
}

const roundToCentavo = (amount: number) => Math.round(amount * 100) / 100

/** Lists the pieces on hand that the file does not name. They get their number alone, as goods that arrive unnamed do. */
function listUnnamed(
  rows: readonly PieceFileRow[],
  items: ReadonlyMap<number, PieceItem>,
  stored: ReadonlyMap<number, Item>,
): Entered[] {
  const named = new Map<number, number>()
  for (const row of rows) {
    const there = findStockOf(items.get(row.item)!, row)
    if (there) named.set(there.inventoryID, (named.get(there.inventoryID) ?? 0) + 1)
  }
  return [...items.values()].filter(namesStock).flatMap(({ id, stock }) =>
    stock.flatMap(({ inventoryID, quantity }) =>
      Array.from({ length: quantity - (named.get(inventoryID) ?? 0) }, () => ({
        countedInID: inventoryID,
        of: stored.get(id)!,
      })),
    ),
  )
}

/** Keeps the items by piece from now on. Their stock has been named. */
async function keepByPiece(context: Context, items: readonly Item[]) {
  const pooled = items.filter(({ byPiece }) => !byPiece).map(({ itemID }) => itemID)
  if (pooled.length > 0)
    await updateRows(context, changeable, new Map(pooled.map((itemID) => [itemID, { byPiece: true }])))
}

/** A piece of a row that is to come into stock. */
type Opened = { row: PieceFileRow; of: Item; one: Made }

/** Brings pieces into stock, each at its own cost, or else at the average cost of its item. */
async function openStock(
  context: Context,
  importID: number,
  { opened, items }: { opened: readonly Opened[]; items: ReadonlyMap<number, PieceItem> },
  reportProgress: ReportProgress,
) {
  const places = [...Map.groupBy(opened, ({ row }) => stockKeyOf(row)).values()]
  let done = 0
  await inBatches(
    places,
    () => {},
    async (batch) => {
      const inventoryIDs = await findOpenedRows(context, batch, items)
      await postMovements(
        context,
        { kind: 'opening', documentType: 'import', documentID: importID },
        batch.map((pieces) => ({ inventoryID: inventoryIDs.get(stockKeyOf(pieces[0]!.row))!, ...toMovement(pieces) })),
      )
      reportProgress((done += batch.reduce((sum, pieces) => sum + pieces.length, 0)))
      return []
    },
  )
}

/** Returns the keys of the stock rows of pieces that come, by place. A row that was never used is taken as it is. */
async function findOpenedRows(
  context: Context,
  places: readonly Opened[][],
  items: ReadonlyMap<number, PieceItem>,
): Promise<Map<string, number>> {
  const rows = places.map((pieces) => pieces[0]!.row)
  const unused = rows.flatMap((row) => {
    const there = findStockOf(items.get(row.item)!, row)
    return there?.movements === 0 ? [[stockKeyOf(row), there.inventoryID] as const] : []
  })
  const found = new Map(unused)
  const missing = rows.filter((row) => !found.has(stockKeyOf(row)))
  if (missing.length === 0) return found
  const made = await findOrCreateStockRows(
    context,
    missing.map(({ item: itemID, location, inventoryType }) => ({
      item: itemID,
      location,
      inventoryType,
      reOrderThreshold: 0,
    })),
  )
  return new Map([...found, ...made])
}

/** Returns the movement by which pieces of one place come. */
function toMovement(pieces: readonly Opened[]) {
  const value = roundToCentavo(pieces.reduce((sum, { row, of }) => sum + (row.cost ?? of.averageCost), 0))
  return {
    quantity: pieces.length,
    unitCost: Math.round((value / pieces.length) * 1e6) / 1e6,
    value,
    pieceIDs: pieces.map(({ one }) => one.pieceID),
  }
}

/**
 * Writes the audit row of each item whose pieces came or went, with the import. The movements of its stock show an undo
 * whether anything happened since.
 */
async function recordItems(context: Context, piecesImportID: number, before: readonly Item[]) {
  const itemIDs = before.map(({ itemID }) => itemID)
  const movements = await countMovements(context, itemIDs)
  const after = await context.db
    .select()
    .from(item)
    .where(sql`${item.itemID} = ${anyOfArray(itemIDs, 'int')}`)
  const now = new Map(after.map((row) => [row.itemID, row]))
  await recordAll(
    context,
    before.map((row) => ({
      action: 'update',
      entity: 'item',
      entityID: row.itemID,
      before: row,
      after: { ...now.get(row.itemID)!, piecesImportID, movements: movements.get(row.itemID) ?? 0 },
    })),
  )
}

/**
 * Takes back the pieces of an import. Opened stock leaves at the value at which it came; the ledger keeps both. Items that
 * the import began to keep by piece are no longer kept so. `findPieceBlockers` found nothing in the way.
 */
export async function undoPieces(
  context: Context,
  importID: number,
  ids: readonly number[],
  reportProgress: ReportProgress,
) {
  const { db } = context
  const imported = await findImportedItems(context, importID, ids)
  const before = await lockItems(
    context,
    imported.map(({ itemID }) => itemID),
  )
  await closeStock(context, importID)
  await inBatches(ids, reportProgress, async (batch) => {
    const gone = await db
      .delete(piece)
      .where(sql`${piece.pieceID} = ${anyOfArray(batch, 'int')}`)
      .returning()
    await recordAll(
      context,
      gone.map((row) => ({ action: 'delete', entity: 'piece', entityID: row.pieceID, before: row, after: null })),
    )
    return []
  })
  await inBatches(
    imported,
    () => {},
    async (batch) => {
      const former = batch.map(
        (one) => [one.itemID, { byPiece: one.before.byPiece, averageCost: one.before.averageCost }] as const,
      )
      await updateRows(context, changeable, new Map(former))
      return []
    },
  )
  await recordItems(context, importID, before)
}

/** Takes the opened stock of an import out again, at exactly the value at which it came. */
async function closeStock(context: Context, importID: number) {
  const opened = await context.db
    .select()
    .from(stockMovement)
    .where(
      sql`${stockMovement.documentType} = 'import' and ${stockMovement.documentID} = ${importID}
        and ${stockMovement.kind} = 'opening'`,
    )
    .orderBy(asc(stockMovement.inventoryID))
  await inBatches(
    opened,
    () => {},
    async (batch) => {
      await postMovements(
        context,
        { kind: 'correction', documentType: 'import', documentID: importID },
        batch.map(({ inventoryID, quantity, unitCost, value, pieceIDs }) => ({
          inventoryID,
          quantity: -quantity,
          unitCost,
          value: -value,
          pieceIDs: pieceIDs!,
        })),
      )
      return []
    },
  )
}
