import { and, eq, inArray, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import { piece, saleItemPiece } from '../../db/schema/pieces.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import { touch } from '../../events/publish.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { findPieces } from '../../stock/pieces/pieces.queries.ts'
import { matchPieces, type SoldPiece } from './sold-pieces.rules.ts'

// Names the pieces of a sale's lines, and takes and frees them. Callers lock the stock of the items first.

type Line = { itemID: number; orderQty: number; pieceID?: number | null | undefined }

/** Returns the piece of each line. It reads pieces only for a sale that has some. */
export async function resolvePieces(
  { db }: Context,
  { items }: { items: Parameters<typeof matchPieces>[1] },
  lines: readonly Line[],
  of: Parameters<typeof matchPieces>[3],
): Promise<(SoldPiece | null)[]> {
  const pieceIDs = lines.flatMap(({ pieceID }) => pieceID ?? [])
  if (pieceIDs.length === 0 && !items.some(({ byPiece }) => byPiece)) return lines.map(() => null)
  return matchPieces(lines, items, await findPieces(db, pieceIDs), of)
}

type Named = { salesItemID: number; pieceID: number | null }

/** Stores and takes the pieces of a new sale's lines, and returns the lines with them. */
export async function insertTakenPieces<L extends { salesItemID: number }>(
  context: Context,
  lines: readonly L[],
  pieces: readonly (SoldPiece | null)[],
) {
  const named = lines.map((line, n) => {
    const piece = pieces[n]
    if (!piece) return { ...line, piece: null }
    const { pieceID, number, place } = piece
    return { ...line, piece: { pieceID, number, inventoryID: place!.inventoryID, taken: true } }
  })
  await insertPieces(
    context,
    named.flatMap(({ salesItemID, piece: one }) => (one ? { salesItemID, pieceID: one.pieceID } : [])),
    true,
  )
  return named
}

async function insertPieces(
  { db }: Context,
  lines: readonly { salesItemID: number; pieceID: number }[],
  taken: boolean,
) {
  if (lines.length > 0) await db.insert(saleItemPiece).values(lines.map((line) => ({ ...line, taken })))
}

/** Stores the pieces of changed lines. A line that keeps its piece keeps it taken; a new one is not taken yet. */
export async function replacePieces(context: Context, lines: readonly Named[]) {
  const { db } = context
  const stored = await db
    .select()
    .from(saleItemPiece)
    .where(
      inArray(
        saleItemPiece.salesItemID,
        lines.map(({ salesItemID }) => salesItemID),
      ),
    )
  const before = new Map(stored.map(({ salesItemID, pieceID }) => [salesItemID, pieceID]))
  const changed = lines.filter(({ salesItemID, pieceID }) => (before.get(salesItemID) ?? null) !== pieceID)
  const left = changed.map(({ salesItemID }) => salesItemID).filter((key) => before.has(key))
  if (left.length > 0) await db.delete(saleItemPiece).where(inArray(saleItemPiece.salesItemID, left))
  const added = changed.flatMap(({ salesItemID, pieceID }) => (pieceID === null ? [] : { salesItemID, pieceID }))
  await insertPieces(context, added, false)
}

/** Takes the pieces of these lines. Throws 409 when another sale has one. */
export async function takePieces(
  context: Context,
  lines: readonly { salesItemID: number; piece: { pieceID: number; taken: boolean } | null }[],
) {
  const { db } = context
  const free = lines.filter(({ piece: named }) => named && !named.taken)
  if (free.length === 0) return
  const other = alias(saleItemPiece, 'other')
  const [busy] = await db
    .select({ number: piece.number, transactionNumber: sale.transactionNumber })
    .from(other)
    .innerJoin(piece, eq(piece.pieceID, other.pieceID))
    .innerJoin(saleItem, eq(saleItem.salesItemID, other.salesItemID))
    .innerJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))
    .where(
      and(
        other.taken,
        inArray(
          other.pieceID,
          free.map((line) => line.piece!.pieceID),
        ),
      ),
    )
    .limit(1)
  if (busy) throw new AppError('piece.taken', `${busy.number} is in ${busy.transactionNumber}`, { field: 'items' })
  await setTaken(
    context,
    free.map(({ salesItemID }) => salesItemID),
    true,
  )
}

/** The keys of lines, or a query that selects them. */
type Lines = readonly number[] | SQLWrapper

/** Frees the pieces of these lines. */
export const freePieces = (context: Context, lines: Lines) => setTaken(context, lines, false)

async function setTaken(context: Context, lines: Lines, taken: boolean) {
  const keys = 'getSQL' in lines ? lines : [...lines]
  if (Array.isArray(keys) && keys.length === 0) return
  const changed = await context.db
    .update(saleItemPiece)
    .set({ taken })
    .where(and(inArray(saleItemPiece.salesItemID, keys), eq(saleItemPiece.taken, !taken)))
    .returning({ pieceID: saleItemPiece.pieceID })
  await touch(
    context,
    'piece',
    changed.map(({ pieceID }) => pieceID),
  )
}
