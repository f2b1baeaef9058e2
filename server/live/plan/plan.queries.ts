import { asc, eq, sql } from 'drizzle-orm'

import { userName } from '../../db/names.ts'
import { live, livePiece, liveShow } from '../../db/schema/live.ts'
import { user } from '../../db/schema/people.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'

/** A row of the table of lives. */
export type StoredLive = typeof live.$inferSelect

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

/** Returns the newest row of what was on show; undefined when nothing was shown yet. */
export async function findShow(db: Db | Tx, liveID: number) {
  const [found] = await db
    .select({
      showID: liveShow.showID,
      livePieceID: liveShow.livePieceID,
      shownAt: liveShow.shownAt,
      shownByName: sql<string | null>`${userName}`,
    })
    .from(liveShow)
    .leftJoin(user, eq(user.userID, liveShow.shownByID))
    .where(eq(liveShow.liveID, liveID))
    .orderBy(sql`${liveShow.shownAt} desc, ${liveShow.showID} desc`)
    .limit(1)
  return found
}
