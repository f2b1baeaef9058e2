import { asc, eq, inArray } from 'drizzle-orm'

import type { z } from '../../../contract/shared/zod.ts'
import { describePieceCount } from '../../../contract/stock/entered-pieces.ts'
import type { PieceInput } from '../../../contract/stock/pieces.ts'
import { item } from '../../db/schema/catalogue.ts'
import { piece, receivingPiece } from '../../db/schema/pieces.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertOwnCodes } from '../../stock/ledger/entered-codes.operations.ts'
import { assertPieceWeights, namePieces } from '../../stock/ledger/piece-names.operations.ts'

// The pieces of a receiving's lines: entered while it is Pending, and named when it is completed.

export type EnteredPiece = z.output<typeof PieceInput>

type Line = { itemID: number; stockQty: number }
type At = (line: number, field: string) => string

type EnteredLine = Line & { poReceivingItemID: number; pieces: readonly EnteredPiece[] | undefined }

/**
 * Replaces the entered pieces of the lines that send them. Throws 422 for pieces of an item that is not kept by piece,
 * when their number is not the quantity of the line, and for a barcode or certificate that two pieces of the delivery
 * have. Throws 409 for one that the shop has already.
 */
export async function storeEnteredPieces(context: Context, lines: readonly EnteredLine[], at: At) {
  await replaceEnteredPieces(context, lines, at)
  const stored = await findEnteredPieces(
    context.db,
    lines.map(({ poReceivingItemID }) => poReceivingItemID),
  )
  const entered = lines.flatMap(({ poReceivingItemID }, line) =>
    (stored.get(poReceivingItemID) ?? []).map((one, place) => ({ ...one, line, place })),
  )
  await assertOwnCodes(context, entered, (n, field) => at(entered[n]!.line, `pieces.${entered[n]!.place}.${field}`))
}

async function replaceEnteredPieces({ db }: Context, lines: readonly EnteredLine[], at: At) {
  const sending = lines.filter(({ pieces }) => pieces !== undefined)
  if (sending.length === 0) return
  const items = await findItems(db, sending)
  for (const [n, { itemID, stockQty, pieces }] of lines.entries()) {
    if (pieces === undefined || pieces.length === 0) continue
    const of = items.get(itemID)!
    if (!of.byPiece)
      throw new AppError('piece.not_by_piece', `${of.itemName} is not kept by piece`, { field: at(n, 'pieces') })
    assertCounted(of.itemName, pieces.length, stockQty, at(n, 'pieces'))
    for (const [place, one] of pieces.entries()) assertPieceWeights(one, of, at(n, `pieces.${place}.netGrams`))
  }
  const keys = sending.map(({ poReceivingItemID }) => poReceivingItemID)
  await db.delete(receivingPiece).where(inArray(receivingPiece.poReceivingItemID, keys))
  const rows = sending.flatMap(({ poReceivingItemID, pieces = [] }) =>
    pieces.map((one) => ({ ...one, poReceivingItemID })),
  )
  if (rows.length > 0) await db.insert(receivingPiece).values(rows)
}

/**
 * Names the pieces of completed lines, and returns their keys by line; undefined for an item that is not kept by piece.
 * A line for which nobody entered pieces gets as many as its quantity. The caller holds the locks of the items.
 */
export async function nameReceivedPieces(
  context: Context,
  lines: readonly (Line & { poReceivingItemID: number; lineCost: number })[],
): Promise<(number[] | undefined)[]> {
  const { db } = context
  const items = await findItems(db, lines)
  const entered = await findEnteredPieces(
    db,
    lines.filter(({ itemID }) => items.get(itemID)!.byPiece).map(({ poReceivingItemID }) => poReceivingItemID),
  )
  const named: (number[] | undefined)[] = []
  for (const [n, { itemID, poReceivingItemID, stockQty, lineCost }] of lines.entries()) {
    const of = items.get(itemID)!
    if (!of.byPiece) {
      named.push(undefined)
      continue
    }
    const given = entered.get(poReceivingItemID) ?? []
    if (given.length > 0) assertCounted(of.itemName, given.length, stockQty, `items.${n}.pieces`)
    const cost = Math.round((lineCost / stockQty) * 100) / 100
    const made = await namePieces(
      context,
      of,
      Array.from({ length: stockQty }, (_, place) => ({ ...describe(given[place]), cost })),
    )
    named.push(made.map(({ pieceID }) => pieceID))
    await db.delete(receivingPiece).where(eq(receivingPiece.poReceivingItemID, poReceivingItemID))
    await db
      .insert(receivingPiece)
      .values(made.map((one) => ({ ...describe(one), poReceivingItemID, pieceID: one.pieceID })))
  }
  return named
}

/** Returns what is entered about a piece. */
const describe = (of: EnteredPiece | undefined): EnteredPiece => ({
  barcode: of?.barcode ?? null,
  grams: of?.grams ?? null,
  netGrams: of?.netGrams ?? null,
  certificateNumber: of?.certificateNumber ?? null,
  laboratory: of?.laboratory ?? null,
  note: of?.note ?? null,
})

function assertCounted(itemName: string, count: number, stockQty: number, field: string) {
  if (count !== stockQty)
    throw new AppError('piece.count_differs', describePieceCount(itemName, stockQty, count), { field })
}

async function findItems(db: Db | Tx, lines: readonly Line[]) {
  const rows = await db
    .select({
      itemID: item.itemID,
      itemCode: item.itemCode,
      itemName: item.itemName,
      grams: item.grams,
      byPiece: item.byPiece,
    })
    .from(item)
    .where(inArray(item.itemID, [...new Set(lines.map(({ itemID }) => itemID))]))
  return new Map(rows.map((row) => [row.itemID, row]))
}

/** Returns the entered pieces of receiving lines by their key, with the number of each that is named. */
export async function findEnteredPieces(db: Db | Tx, lineIDs: readonly number[]) {
  if (lineIDs.length === 0) return new Map<number, never[]>()
  const rows = await db
    .select({
      poReceivingItemID: receivingPiece.poReceivingItemID,
      pieceID: receivingPiece.pieceID,
      number: piece.number,
      barcode: receivingPiece.barcode,
      grams: receivingPiece.grams,
      netGrams: receivingPiece.netGrams,
      certificateNumber: receivingPiece.certificateNumber,
      laboratory: receivingPiece.laboratory,
      note: receivingPiece.note,
    })
    .from(receivingPiece)
    .leftJoin(piece, eq(piece.pieceID, receivingPiece.pieceID))
    .where(inArray(receivingPiece.poReceivingItemID, [...lineIDs]))
    .orderBy(asc(receivingPiece.receivingPieceID))
  return Map.groupBy(rows, ({ poReceivingItemID }) => poReceivingItemID)
}
