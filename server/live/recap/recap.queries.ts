import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'

import { userName } from '../../db/names.ts'
import { live, liveClaim, liveComment, livePiece, liveShow } from '../../db/schema/live.ts'
import { user } from '../../db/schema/people.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { countUnsent } from '../baskets/baskets.queries.ts'
import { assertLive } from '../plan/plan.queries.ts'

/** Returns what became of a live. Throws 404 without it. */
export async function findRecap(db: Db | Tx, liveID: number) {
  await assertLive(db, liveID)
  return {
    people: await findPeople(db, liveID),
    ...(await countClaims(db, liveID)),
    ...(await addUpSales(db, liveID)),
    unsentBaskets: await countUnsent(db, liveID),
    neverClaimed: await findNeverClaimed(db, liveID),
    ...(await countComments(db, liveID)),
    secondsToDecision: await findSecondsToDecision(db, liveID),
    quarters: await addUpQuarters(db, liveID),
    before: await findLiveBefore(db, liveID),
  }
}

/** Returns the names of those who showed pieces, brought comments in or noted claims. */
async function findPeople(db: Db | Tx, liveID: number): Promise<string[]> {
  const busy = db
    .select({ id: liveShow.shownByID })
    .from(liveShow)
    .where(eq(liveShow.liveID, liveID))
    .union(db.select({ id: liveComment.enteredByID }).from(liveComment).where(eq(liveComment.liveID, liveID)))
    .union(db.select({ id: liveClaim.notedByID }).from(liveClaim).where(ofLive(liveID)))
  const rows = await db
    .select({ name: userName })
    .from(user)
    .where(inArray(user.userID, busy))
    .orderBy(userName, user.userID)
  return rows.map(({ name }) => name)
}

/** Returns the live that started last before this one, with what was sold in it; null without one. */
async function findLiveBefore(db: Db | Tx, liveID: number) {
  const started = db.select({ at: live.startedAt }).from(live).where(eq(live.liveID, liveID))
  const [found] = await db
    .select({
      liveID: live.liveID,
      liveName: live.liveName,
      startedAt: sql`${live.startedAt}`.mapWith(live.startedAt),
      closedAt: live.closedAt,
    })
    .from(live)
    .where(lt(live.startedAt, sql`(${started})`))
    .orderBy(desc(live.startedAt), desc(live.liveID))
    .limit(1)
  if (!found) return null
  const { won } = await countClaims(db, found.liveID)
  const { sold } = await addUpSales(db, found.liveID)
  return { ...found, won, sold }
}

const ofLive = (liveID: number) => eq(liveClaim.liveID, liveID)
const isWon = inArray(liveClaim.status, ['won', 'invoiced'])

async function countClaims(db: Db | Tx, liveID: number) {
  const count = (...states: string[]) =>
    sql<number>`(count(*) filter (where ${liveClaim.status} = any(${sql.param(states)}::text[])))::int`
  const [counted] = await db
    .select({
      claims: sql<number>`count(*)::int`,
      won: count('won', 'invoiced'),
      withdrawn: count('withdrawn'),
      lapsed: count('lapsed'),
      refused: count('refused'),
    })
    .from(liveClaim)
    .where(ofLive(liveID))
  return counted!
}

/** Adds up the sales of won claims. What was paid and given back counts as on the page of baskets. */
async function addUpSales(db: Db | Tx, liveID: number) {
  const ofClaims = db
    .select({ id: saleItem.salesTransactionID })
    .from(liveClaim)
    .innerJoin(saleItem, eq(saleItem.salesItemID, liveClaim.salesItemID))
    .where(and(ofLive(liveID), isWon))
  const balance = sql`greatest(0, ${sale.totalPurchase} - (${sale.amountPaid} - ${sale.change}))`
  const [added] = await db
    .select({
      sold: sql<number>`coalesce(sum(${sale.totalPurchase}), 0)::float8`,
      paid: sql<number>`coalesce(sum(${sale.amountPaid} - ${sale.change} - ${sale.refundedAmount}), 0)::float8`,
      balance: sql<number>`coalesce(sum(${balance}), 0)::float8`,
      unpaidSales: sql<number>`(count(*) filter (where ${balance} > 0))::int`,
    })
    .from(sale)
    .where(
      and(inArray(sale.salesTransactionID, ofClaims), inArray(sale.status, ['Pending', 'Processing', 'Completed'])),
    )
  return added!
}

async function findNeverClaimed(db: Db | Tx, liveID: number): Promise<number[]> {
  const rows = await db
    .select({ number: livePiece.number })
    .from(livePiece)
    .where(
      and(
        eq(livePiece.liveID, liveID),
        sql`exists (select from ${liveShow} where ${liveShow.livePieceID} = ${livePiece.livePieceID})`,
        sql`not exists (select from ${liveClaim} where ${liveClaim.livePieceID} = ${livePiece.livePieceID})`,
      ),
    )
    .orderBy(livePiece.number)
  return rows.map(({ number }) => number)
}

async function countComments(db: Db | Tx, liveID: number) {
  const [counted] = await db
    .select({
      comments: sql<number>`count(*)::int`,
      unread: sql<number>`(count(*) filter (where ${liveComment.outcome} = 'undecided'))::int`,
    })
    .from(liveComment)
    .where(eq(liveComment.liveID, liveID))
  return counted!
}

/** Returns how long decisions took. Only comments with a time of their own that a person decided before the close count. */
async function findSecondsToDecision(db: Db | Tx, liveID: number) {
  const seconds = sql`extract(epoch from ${liveComment.decidedAt} - ${liveComment.writtenAt})`
  const [found] = await db
    .select({
      half: sql<number | null>`percentile_disc(0.5) within group (order by ${seconds})::float8`,
      nineInTen: sql<number | null>`percentile_disc(0.9) within group (order by ${seconds})::float8`,
      comments: sql<number>`count(*)::int`,
    })
    .from(liveComment)
    .innerJoin(live, eq(live.liveID, liveComment.liveID))
    .where(
      and(
        eq(liveComment.liveID, liveID),
        sql`${liveComment.decidedAt} is not null and ${liveComment.writtenAt} is not null`,
        sql`${liveComment.decidedAt} <= coalesce(${live.closedAt}, 'infinity')`,
      ),
    )
  const { half, nineInTen, comments } = found!
  return half === null || nineInTen === null ? null : { half, nineInTen, comments }
}

/** Adds up the lines of won claims by the quarter of an hour in which they were noted. */
function addUpQuarters(db: Db | Tx, liveID: number) {
  // The origin is a midnight of UTC. Quarters fit, because the offset of every time zone is a multiple of them.
  const from = sql`date_bin('15 minutes', ${liveClaim.notedAt}, 'epoch'::timestamptz)`
  return db
    .select({
      from: from.mapWith(liveClaim.notedAt),
      won: sql<number>`count(*)::int`,
      amount: sql<number>`sum(${saleItem.price} * ${saleItem.orderQty})::float8`,
    })
    .from(liveClaim)
    .innerJoin(saleItem, eq(saleItem.salesItemID, liveClaim.salesItemID))
    .where(and(ofLive(liveID), isWon))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
}
