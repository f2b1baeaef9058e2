import { and, asc, eq, type SQL, sql } from 'drizzle-orm'

import type { lives as endpoints } from '../../../contract/live/lives.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { pieceCover } from '../../db/covers.ts'
import { metal } from '../../db/metal.ts'
import { userName } from '../../db/names.ts'
import { netGramsOfPiece } from '../../db/piece-weights.ts'
import { item } from '../../db/schema/catalogue.ts'
import { live, liveClaim, liveComment, livePiece, liveShow } from '../../db/schema/live.ts'
import { user } from '../../db/schema/people.ts'
import { piece, saleItemPiece } from '../../db/schema/pieces.ts'
import { transactionType } from '../../db/schema/sales.ts'
import { inventory, inventoryType, location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../../resource/list.ts'
import { findShow } from '../plan/plan.queries.ts'

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
  const pieces = await findLivePieces(db, found)
  return {
    ...found,
    pieces,
    show: (await findShow(db, id)) ?? null,
    undecided: await db.$count(liveComment, and(eq(liveComment.liveID, id), eq(liveComment.outcome, 'undecided'))),
    asked: pieces.reduce((sum, { asked }) => sum + asked, 0),
  }
}

const countClaims = (isOne: SQL) =>
  sql<number>`(select count(*)::int from ${liveClaim}
    where ${liveClaim.livePieceID} = ${livePiece.livePieceID} and ${liveClaim.status} ${isOne})`

const shown = (which: 'min' | 'max') =>
  sql`(select ${sql.raw(which)}(${liveShow.shownAt}) from ${liveShow}
    where ${liveShow.livePieceID} = ${livePiece.livePieceID})`.mapWith(liveShow.shownAt) as SQL<Date | null>

/** What a location can still sell: of the piece itself, or of its item. */
const availableAt = (locationID: number) =>
  sql<number>`(case when ${livePiece.pieceID} is null then (
      select coalesce(sum(${inventory.quantity} - ${inventory.reserved}), 0) from ${inventory}
      join ${inventoryType} using (inventory_type_id)
      where ${inventory.itemID} = ${livePiece.itemID} and ${inventory.locationID} = ${locationID}
        and ${inventoryType.sellable} and ${inventoryType.status})
    else (select count(*) from ${inventory} join ${inventoryType} using (inventory_type_id)
      where ${inventory.inventoryID} = ${piece.inventoryID} and ${inventory.locationID} = ${locationID}
        and ${inventoryType.sellable} and ${inventoryType.status}
        and not exists (select from ${saleItemPiece} where ${saleItemPiece.pieceID} = ${livePiece.pieceID}
          and ${saleItemPiece.taken})) end)::float8`

const findLivePieces = (db: Db | Tx, { liveID, locationID }: { liveID: number; locationID: number }) =>
  db
    .select({
      livePieceID: livePiece.livePieceID,
      number: livePiece.number,
      itemID: livePiece.itemID,
      itemCode: item.itemCode,
      itemName: item.itemName,
      ...metal,
      grams: sql<number>`coalesce(${piece.grams}, ${item.grams})::float8`,
      netGrams: netGramsOfPiece,
      size: item.size,
      ...pieceCover,
      piece: { pieceID: piece.pieceID, number: piece.number },
      price: livePiece.price,
      itemPrice: item.price,
      quantity: livePiece.quantity,
      won: countClaims(sql`in ('won', 'invoiced')`),
      asked: countClaims(sql`= 'asked'`),
      waiting: countClaims(sql`= 'waiting'`),
      claims: countClaims(sql`is not null`),
      available: availableAt(locationID),
      firstShownAt: shown('min'),
      lastShownAt: shown('max'),
    })
    .from(livePiece)
    .innerJoin(item, eq(item.itemID, livePiece.itemID))
    .leftJoin(piece, eq(piece.pieceID, livePiece.pieceID))
    .where(eq(livePiece.liveID, liveID))
    .orderBy(asc(livePiece.position), asc(livePiece.number))

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
