import { and, asc, eq, gte, sql } from 'drizzle-orm'

import type { ClaimStatus, StepKind } from '../../../contract/live/live-statuses.ts'
import { liveClaim, type liveComment, type livePiece } from '../../db/schema/live.ts'
import { transact } from '../../db/transaction.ts'
import { publish } from '../../events/publish.ts'
import { type Context, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { addToBasket } from '../baskets/baskets.operations.ts'
import { findMarks } from '../buyers/find-buyers.queries.ts'
import { lockLivePieces, type StoredLive } from '../plan/plan.queries.ts'
import { recordSteps } from '../record/record.operations.ts'
import { decideClaim, findPlace, isOpenClaim } from './claims.rules.ts'

export type StoredClaim = typeof liveClaim.$inferSelect
export type StoredPiece = typeof livePiece.$inferSelect
type Comment = typeof liveComment.$inferSelect

/** Locks a piece of a live, and returns it with its claims in their order. Throws 404 when the live has no such piece. */
export async function lockPieceOfLive({ db }: Context, live: StoredLive, livePieceID: number) {
  const [piece] = await lockLivePieces(db, [livePieceID])
  if (piece?.liveID !== live.liveID) throw notFound('Piece')
  const claims = await db
    .select()
    .from(liveClaim)
    .where(eq(liveClaim.livePieceID, livePieceID))
    .orderBy(asc(liveClaim.rank))
  return { piece, claims }
}

/** Returns the open claim of this piece by this buyer; undefined without one. */
export const findSameClaim = (claims: readonly StoredClaim[], buyerID: number) =>
  claims.find((claim) => claim.buyerID === buyerID && isOpenClaim(claim))

/**
 * Decides a claim from a comment: it wins, waits in line or is refused. The caller has locked the piece and has found no
 * open claim of the buyer. A typed claim stands behind all others that were typed before it.
 */
export async function insertClaim(
  context: Context,
  live: StoredLive,
  { piece, claims }: { piece: StoredPiece; claims: readonly StoredClaim[] },
  comment: Comment,
  buyerID: number,
): Promise<StoredClaim> {
  const { db, now, actor } = context
  const order = chooseOrder(claims, comment)
  const place = findPlace(claims, order)
  const isServed = await isBuyerServed(context, buyerID)
  const planned = { quantity: piece.quantity, lineLength: live.lineLength }
  const wanted = decideClaim(planned, claims, place)
  const taken = isServed && wanted === 'won' ? await takePiece(context, live, piece, buyerID) : null
  const obstacle = isServed ? (taken && 'obstacle' in taken ? taken.obstacle : null) : notServed
  const status: ClaimStatus = obstacle === null ? wanted : 'refused'
  await db
    .update(liveClaim)
    .set({ rank: sql`${liveClaim.rank} + 1` })
    .where(and(eq(liveClaim.livePieceID, piece.livePieceID), gte(liveClaim.rank, place + 1)))
  const [stored] = await db
    .insert(liveClaim)
    .values({
      liveID: live.liveID,
      livePieceID: piece.livePieceID,
      buyerID,
      commentID: comment.commentID,
      status,
      rank: place + 1,
      ...order,
      reason: obstacle ?? (status === 'refused' ? describeFullLine(piece, live) : null),
      salesItemID: taken && 'salesItemID' in taken ? taken.salesItemID : null,
      notedByID: userIDOf(actor),
      notedAt: now,
      decidedAt: now,
    })
    .returning()
  const facts = { ...planned, orderAt: order.orderAt.toISOString(), orderPlace: order.orderPlace }
  await recordClaim(context, stored!, 'noted', {
    ...facts,
    obstacle: isServed ? (obstacle === null ? null : 'stock') : 'not served',
  })
  return stored!
}

/** Why a claim of a buyer with that mark is refused. */
export const notServed = 'This buyer is not served'

/** Returns whether a buyer may win pieces: no manager has marked the buyer as not served. */
export const isBuyerServed = async ({ db }: Context, buyerID: number) =>
  !(await findMarks(db, buyerID)).includes('not served')

/** Returns the order of a claim. One that was typed is never earlier than those that are here. */
function chooseOrder(claims: readonly StoredClaim[], { writtenAt, enteredAt, orderSource, place }: Comment) {
  const at = writtenAt ?? enteredAt
  const latest = Math.max(0, ...claims.map(({ orderAt }) => orderAt.getTime()))
  const isEntry = orderSource === 'entry'
  return { orderAt: isEntry && latest > at.getTime() ? new Date(latest) : at, orderPlace: place }
}

const describeFullLine = ({ number }: StoredPiece, { lineLength }: StoredLive) =>
  lineLength === 0
    ? `Piece ${number} is gone, and this live has no line`
    : `The line for piece ${number} is full: ${lineLength === 1 ? '1 buyer waits' : `${lineLength} buyers wait`}`

/** The failures that say that the goods are not there, after which a claim is refused. */
const stockObstacles: ReadonlySet<string> = new Set(['sale.stock_short', 'piece.taken', 'piece.elsewhere'])

/** Adds a piece to the buyer's basket. Returns the line, or the sentence that says why the piece is not there any more. */
export async function takePiece(
  context: Context,
  live: StoredLive,
  piece: StoredPiece,
  buyerID: number,
): Promise<{ salesItemID: number } | { obstacle: string }> {
  try {
    const salesItemID = await transact(context.db, (db) => addToBasket({ ...context, db }, live, piece, buyerID))
    return { salesItemID }
  } catch (error) {
    if (!(error instanceof AppError) || !stockObstacles.has(error.code)) throw error
    return { obstacle: `Piece ${piece.number} is sold otherwise: ${error.message}` }
  }
}

/** Writes a step of a claim into the record, and tells open screens. */
export async function recordClaim(
  context: Context,
  claim: StoredClaim,
  kind: StepKind,
  facts: Record<string, string | number | null>,
  reason: string | null = null,
) {
  const { liveID, livePieceID, claimID, status: outcome } = claim
  await recordSteps(context, [{ liveID, kind, livePieceID, claimID, facts, outcome, reason }])
  await publish(context, { type: 'live.claimed', entity: 'live', id: liveID })
}
