import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'

import type { BuyerMark, CommentOutcome } from '../../../contract/live/live-statuses.ts'
import { nameOf, shownCustomerName } from '../../db/names.ts'
import { liveBuyerMark, liveClaim, liveComment, livePiece } from '../../db/schema/live.ts'
import { buyer, customer, sale, saleItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { assertLive } from '../plan/plan.queries.ts'

/** Returns claims with their buyers and sales, by piece and in their order. */
export async function findClaims(db: Db | Tx, which: SQL | undefined) {
  const rows = await db
    .select({
      claimID: liveClaim.claimID,
      livePieceID: liveClaim.livePieceID,
      number: livePiece.number,
      buyer: {
        buyerID: buyer.buyerID,
        handle: buyer.handle,
        customerName: sql<string | null>`${shownCustomerName(customer)}`,
      },
      marks: sql<BuyerMark[]>`array(select ${liveBuyerMark.mark} from ${liveBuyerMark}
        where ${liveBuyerMark.buyerID} = ${liveClaim.buyerID} and ${isNull(liveBuyerMark.endedAt)} order by 1)`,
      commentID: liveClaim.commentID,
      platform: liveComment.platform,
      status: liveClaim.status,
      rank: liveClaim.rank,
      orderAt: liveClaim.orderAt,
      orderSource: liveComment.orderSource,
      askedUntil: liveClaim.askedUntil,
      reason: liveClaim.reason,
      salesTransactionID: sale.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      saleStatus: sale.status,
      holdUntil: sale.holdUntil,
      notedByName: nameOf(liveClaim.notedByID),
      notedAt: liveClaim.notedAt,
      decidedAt: liveClaim.decidedAt,
    })
    .from(liveClaim)
    .innerJoin(livePiece, eq(livePiece.livePieceID, liveClaim.livePieceID))
    .innerJoin(liveComment, eq(liveComment.commentID, liveClaim.commentID))
    .innerJoin(buyer, eq(buyer.buyerID, liveClaim.buyerID))
    .leftJoin(customer, eq(customer.customerID, buyer.customerID))
    .leftJoin(saleItem, eq(saleItem.salesItemID, liveClaim.salesItemID))
    .leftJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))
    .where(which)
    .orderBy(asc(livePiece.number), asc(liveClaim.rank))
  return rows
}

/** Returns one claim. Throws 404 when it does not exist. */
export async function findClaim(db: Db | Tx, claimID: number) {
  const [found] = await findClaims(db, eq(liveClaim.claimID, claimID))
  if (!found) throw notFound('Claim')
  return found
}

/** Returns the claims of a live, of one piece or of all. Throws 404 without the live. */
export async function listClaims(db: Db | Tx, liveID: number, { livePieceID }: { livePieceID?: number | undefined }) {
  await assertLive(db, liveID)
  const ofPiece = livePieceID === undefined ? undefined : eq(liveClaim.livePieceID, livePieceID)
  return findClaims(db, and(eq(liveClaim.liveID, liveID), ofPiece))
}

const selectComments = (db: Db | Tx) =>
  db
    .select({
      commentID: liveComment.commentID,
      platform: liveComment.platform,
      name: liveComment.name,
      text: liveComment.text,
      writtenAt: liveComment.writtenAt,
      orderSource: liveComment.orderSource,
      enteredAt: liveComment.enteredAt,
      enteredByName: nameOf(liveComment.enteredByID),
      onShowID: liveComment.onShowID,
      outcome: liveComment.outcome,
      question: liveComment.question,
      claimID: liveClaim.claimID,
    })
    .from(liveComment)
    .leftJoin(liveClaim, eq(liveClaim.commentID, liveComment.commentID))

/** Returns the comments of a live, the newest first. Throws 404 without the live. */
export async function listComments(
  db: Db | Tx,
  liveID: number,
  { outcome, atMost }: { outcome?: CommentOutcome | undefined; atMost: number },
) {
  await assertLive(db, liveID)
  return selectComments(db)
    .where(and(eq(liveComment.liveID, liveID), outcome && eq(liveComment.outcome, outcome)))
    .orderBy(desc(liveComment.commentID))
    .limit(atMost)
}

/** Returns comments by their keys. */
export async function findComments(db: Db | Tx, commentIDs: readonly number[]) {
  const rows = await selectComments(db).where(inArray(liveComment.commentID, [...commentIDs]))
  return new Map(rows.map((row) => [row.commentID, row]))
}

/** Returns one comment. Throws 404 when it does not exist. */
export async function findComment(db: Db | Tx, commentID: number) {
  const found = (await findComments(db, [commentID])).get(commentID)
  if (!found) throw notFound('Comment')
  return found
}
