import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'

import { live, liveClaim, liveComment, liveShow } from '../../db/schema/live.ts'
import { buyer, handleKey } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'

type Platform = (typeof liveComment.$inferSelect)['platform']

/** Returns the pasted comments of a live's platform, in their order. */
export const findPasted = (db: Db | Tx, liveID: number, platform: Platform) =>
  db
    .select({
      commentID: liveComment.commentID,
      name: liveComment.name,
      text: liveComment.text,
      platformKey: liveComment.platformKey,
      place: liveComment.place,
      enteredAt: liveComment.enteredAt,
    })
    .from(liveComment)
    .where(
      and(eq(liveComment.liveID, liveID), eq(liveComment.platform, platform), ne(liveComment.orderSource, 'entry')),
    )
    .orderBy(asc(liveComment.place), asc(liveComment.commentID))

/** Returns another live that has comments with these keys of the platform, and how many; undefined without one. */
export async function findOtherLive(db: Db | Tx, liveID: number, platform: Platform, keys: readonly string[]) {
  if (keys.length === 0) return undefined
  const [found] = await db
    .select({ liveName: live.liveName, count: sql<number>`count(*)::int` })
    .from(liveComment)
    .innerJoin(live, eq(live.liveID, liveComment.liveID))
    .where(
      and(
        ne(liveComment.liveID, liveID),
        eq(liveComment.platform, platform),
        sql`${liveComment.platformKey} = any(${sql.param(keys)}::text[])`,
      ),
    )
    .groupBy(live.liveID, live.liveName)
    .limit(1)
  return found
}

/** Returns what was put on show from when, in order. */
export const findShowTimes = (db: Db | Tx, liveID: number) =>
  db
    .select({ livePieceID: liveShow.livePieceID, shownAt: liveShow.shownAt })
    .from(liveShow)
    .where(eq(liveShow.liveID, liveID))
    .orderBy(asc(liveShow.shownAt), asc(liveShow.showID))

/** Returns the pieces of which each name has an open claim, as `name` and `livePieceID`. */
export function findOpenClaims(db: Db | Tx, liveID: number, platform: Platform, names: readonly string[]) {
  const isOpen = inArray(liveClaim.status, ['won', 'waiting', 'asked', 'invoiced'])
  return db
    .select({ name: sql<string>`wanted.name`, livePieceID: liveClaim.livePieceID })
    .from(liveClaim)
    .innerJoin(buyer, and(eq(buyer.buyerID, liveClaim.buyerID), eq(buyer.platform, platform)))
    .innerJoin(
      sql`unnest(${sql.param(names)}::text[]) as wanted(name)`,
      eq(handleKey(buyer.handle), handleKey(sql`wanted.name`)),
    )
    .where(and(eq(liveClaim.liveID, liveID), isOpen))
}

/** Returns the comments of a live that wait for a person, in the order of their times and places. */
export const findUndecided = (db: Db | Tx, liveID: number) =>
  db
    .select()
    .from(liveComment)
    .where(and(eq(liveComment.liveID, liveID), eq(liveComment.outcome, 'undecided')))
    .orderBy(
      sql`coalesce(${liveComment.writtenAt}, ${liveComment.enteredAt})`,
      asc(liveComment.place),
      asc(liveComment.commentID),
    )
