import { and, asc, eq, sql } from 'drizzle-orm'

import type { lives as endpoints } from '../../../contract/live/lives.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { userName } from '../../db/names.ts'
import { live, liveComment, livePiece, liveShow } from '../../db/schema/live.ts'
import { user } from '../../db/schema/people.ts'
import { transactionType } from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../../resource/list.ts'
import { findShow } from '../plan/plan.queries.ts'
import { findLivePieces } from './live-pieces.queries.ts'

const pieceCount = sql<number>`(select count(*)::int from ${livePiece} where ${livePiece.liveID} = ${live.liveID})`

const summary = {
  liveID: live.liveID,
  liveName: live.liveName,
  platforms: live.platforms,
  status: live.status,
  plannedStart: live.plannedStart,
  expectedEnd: live.expectedEnd,
  startedAt: live.startedAt,
  closedAt: live.closedAt,
  locationID: live.locationID,
  locationName: location.locationName,
  transactionTypeID: live.transactionTypeID,
  lineLength: live.lineLength,
  overlayMadeAt: live.overlayMadeAt,
  remarks: live.remarks,
  pieceCount,
  createdByID: live.createdByID,
  modifiedByID: live.modifiedByID,
  createdAt: live.createdAt,
  updatedAt: live.updatedAt,
}

/** Returns one page of the lives. */
export async function listLives(db: Db | Tx, query: Received<typeof endpoints.list>['query']) {
  const select = db
    .select(summary)
    .from(live)
    .innerJoin(location, eq(location.locationID, live.locationID))
    .where(
      and(
        searchCondition(query.search, [live.liveName, location.locationName, live.remarks]),
        equalsCondition(live.status, query.status),
        equalsCondition(live.locationID, query.locationID),
        await commonCondition(db, query, live),
      ),
    )
  return listPage(db, query, select.$dynamic(), {
    liveID: live.liveID,
    liveName: live.liveName,
    status: live.status,
    plannedStart: live.plannedStart,
    locationName: location.locationName,
    pieceCount,
    createdAt: live.createdAt,
  })
}

/** A live with its pieces, as the API returns it. */
export type LiveDetails = Awaited<ReturnType<typeof findLive>>

/** Returns a live with its pieces and what is on show. Throws 404 when it does not exist. */
export async function findLive(db: Db | Tx, id: number) {
  const [found] = await db
    .select({ ...summary, transactionName: transactionType.transactionName })
    .from(live)
    .innerJoin(location, eq(location.locationID, live.locationID))
    .innerJoin(transactionType, eq(transactionType.transactionTypeID, live.transactionTypeID))
    .where(eq(live.liveID, id))
  if (!found) throw notFound('Live')
  const pieces = await findLivePieces(db, found.locationID, eq(livePiece.liveID, id))
  return {
    ...found,
    pieces,
    show: (await findShow(db, id)) ?? null,
    undecided: await db.$count(liveComment, and(eq(liveComment.liveID, id), eq(liveComment.outcome, 'undecided'))),
    asked: pieces.reduce((sum, { asked }) => sum + asked, 0),
  }
}

/** Returns what was on show from when, in order. Throws 404 without the live. */
export async function listShows(db: Db | Tx, liveID: number) {
  await findLive(db, liveID)
  return db
    .select({
      showID: liveShow.showID,
      livePieceID: liveShow.livePieceID,
      shownAt: liveShow.shownAt,
      shownByName: sql<string | null>`${userName}`,
    })
    .from(liveShow)
    .leftJoin(user, eq(user.userID, liveShow.shownByID))
    .where(eq(liveShow.liveID, liveID))
    .orderBy(asc(liveShow.shownAt), asc(liveShow.showID))
}
