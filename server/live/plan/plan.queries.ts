import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import type { ReadPiece } from '../../../contract/live/read-comment.ts'
import { userName } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { live, livePiece, liveShow } from '../../db/schema/live.ts'
import { user } from '../../db/schema/people.ts'
import { piece } from '../../db/schema/pieces.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'

/** A row of the table of lives. */
export type StoredLive = typeof live.$inferSelect

/**
 * Locks a live against closing while something of it is written. It lets hosts move on and people paste meanwhile. Throws
 * 404 without it. Every transaction locks the live before its pieces, and its pieces before buyers, baskets, sales and stock.
 */
export async function lockLiveShared(db: Db | Tx, liveID: number): Promise<StoredLive> {
  const [found] = await db.select().from(live).where(eq(live.liveID, liveID)).for('key share')
  if (!found) throw notFound('Live')
  return found
}

/** Locks a live against other moves and pastes, but not against claims: a host never waits for them. Throws 404 without it. */
export async function lockLiveAlone(db: Db | Tx, liveID: number): Promise<StoredLive> {
  const [found] = await db.select().from(live).where(eq(live.liveID, liveID)).for('no key update')
  if (!found) throw notFound('Live')
  return found
}

/** Throws 409 unless claims of a live can be noted: it has started and is not closed. */
export function assertHosting(live: StoredLive) {
  assertNotClosed(live)
  if (live.status === 'Planned') throw new AppError('live.not_running', `${live.liveName} has not started`)
}

/** Returns the pieces of a live as the reader of comments needs them. */
export async function findReadPieces(db: Db | Tx, liveID: number): Promise<ReadPiece[]> {
  const rows = await db
    .select({
      livePieceID: livePiece.livePieceID,
      number: livePiece.number,
      itemCode: item.itemCode,
      pieceNumber: piece.number,
      grams: sql<number>`coalesce(${piece.grams}, ${item.grams})::float8`,
    })
    .from(livePiece)
    .innerJoin(item, eq(item.itemID, livePiece.itemID))
    .leftJoin(piece, eq(piece.pieceID, livePiece.pieceID))
    .where(eq(livePiece.liveID, liveID))
    .orderBy(asc(livePiece.number))
  return rows.map(({ itemCode, pieceNumber, ...row }) => ({
    ...row,
    codes: pieceNumber === null ? [itemCode] : [itemCode, pieceNumber],
  }))
}

/** Returns a live as it is stored, without a lock. Throws 404 without it. */
export async function findStoredLive(db: Db | Tx, liveID: number): Promise<StoredLive> {
  const [found] = await db.select().from(live).where(eq(live.liveID, liveID))
  if (!found) throw notFound('Live')
  return found
}

/** Throws 404 without the live. */
export async function assertLive(db: Db | Tx, liveID: number) {
  const found = await db.select({ id: live.liveID }).from(live).where(eq(live.liveID, liveID))
  if (found.length === 0) throw notFound('Live')
}

/** Throws 409 for a live that is closed. */
export function assertNotClosed({ status, liveName }: StoredLive) {
  if (status === 'Closed') throw new AppError('live.closed', `${liveName} is closed`)
}

/** Returns the pieces of a live in the order of showing. */
export const findPlan = (db: Db | Tx, liveID: number) =>
  db
    .select()
    .from(livePiece)
    .where(eq(livePiece.liveID, liveID))
    .orderBy(asc(livePiece.position), asc(livePiece.number))

/** Returns the newest row of what was on show until a moment; undefined when nothing was shown until then. */
export async function findShow(db: Db | Tx, liveID: number, at?: Date) {
  const [found] = await db
    .select({
      showID: liveShow.showID,
      livePieceID: liveShow.livePieceID,
      shownAt: liveShow.shownAt,
      shownByName: sql<string | null>`${userName}`,
    })
    .from(liveShow)
    .leftJoin(user, eq(user.userID, liveShow.shownByID))
    .where(and(eq(liveShow.liveID, liveID), at && sql`${liveShow.shownAt} <= ${at.toISOString()}::timestamptz`))
    .orderBy(sql`${liveShow.shownAt} desc, ${liveShow.showID} desc`)
    .limit(1)
  return found
}

/** Locks pieces of a live in the order of their keys. */
export const lockLivePieces = (db: Db | Tx, livePieceIDs: readonly number[]) =>
  db
    .select()
    .from(livePiece)
    .where(inArray(livePiece.livePieceID, [...livePieceIDs]))
    .orderBy(asc(livePiece.livePieceID))
    .for('update')
