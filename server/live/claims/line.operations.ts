import { and, asc, eq } from 'drizzle-orm'

import { minutesToAnswer } from '../../../contract/live/live-statuses.ts'
import { liveBasket, liveClaim } from '../../db/schema/live.ts'
import { publish } from '../../events/publish.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { removeFromBasket } from '../baskets/baskets.operations.ts'
import { lockLiveShared, type StoredLive } from '../plan/plan.queries.ts'
import { findNext } from './claims.rules.ts'
import {
  isBuyerServed,
  lockPieceOfLive,
  notServed,
  recordClaim,
  type StoredClaim,
  type StoredPiece,
  takePiece,
} from './note.operations.ts'

// What becomes of claims after they are noted. Nothing is promoted silently: a freed piece asks the next in line.

type Locked = { live: StoredLive; piece: StoredPiece; claims: StoredClaim[]; claim: StoredClaim }

/**
 * Gives a freed piece to the buyer who was asked. When it was sold otherwise meanwhile, or the buyer was marked as not
 * served, the claim is refused.
 */
export async function acceptClaim(context: Context, id: number) {
  assertAccess(context.actor, 'lives.host')
  const locked = await lockClaim(context, id)
  const { live, piece, claim } = locked
  if (claim.status !== 'asked') throw wrongState(locked, 'asked', 'be accepted')
  const isServed = await isBuyerServed(context, claim.buyerID)
  const taken = isServed ? await takePiece(context, live, piece, claim.buyerID) : { obstacle: notServed }
  const isWon = 'salesItemID' in taken
  const after = await changeClaim(context, claim, {
    status: isWon ? 'won' : 'refused',
    salesItemID: isWon ? taken.salesItemID : null,
    reason: isWon ? null : taken.obstacle,
  })
  await recordClaim(context, after, 'accepted', { obstacle: isWon ? null : isServed ? 'stock' : 'not served' })
  await askNext(context, piece)
  return after
}

/** Passes a piece on: the buyer who was asked, or who waits, does not want it any more. */
export async function passClaim(context: Context, id: number) {
  assertAccess(context.actor, 'lives.host')
  const locked = await lockClaim(context, id)
  const { status } = locked.claim
  if (status !== 'asked' && status !== 'waiting') throw wrongState(locked, 'waiting', 'be passed on')
  return endClaim(context, locked, 'passed', null)
}

/** Takes a won claim back. The piece leaves the basket, and the next in line is asked. */
export async function withdrawClaim(context: Context, id: number, reason: string) {
  assertAccess(context.actor, 'lives.host')
  const locked = await lockClaim(context, id)
  if (locked.claim.status !== 'won') throw wrongState(locked, 'won', 'be withdrawn')
  await removeFromBasket(context, locked.claim.salesItemID, reason)
  const isSent = await isBasketSent(context, locked.claim)
  return endClaim(context, locked, 'withdrawn', isSent ? `Cancellation after the page was sent: ${reason}` : reason)
}

async function isBasketSent({ db }: Context, { liveID, buyerID }: StoredClaim) {
  const [basket] = await db
    .select({ sentAt: liveBasket.sentAt })
    .from(liveBasket)
    .where(and(eq(liveBasket.liveID, liveID), eq(liveBasket.buyerID, buyerID)))
  return basket !== undefined && basket.sentAt !== null
}

/**
 * Moves a claim ahead of another one of its piece, with a reason. It gets what the other one had, and the other one waits.
 * A won piece leaves the other basket first. Throws 409 for a buyer who is not served.
 */
export async function moveClaim(context: Context, id: number, aheadOfID: number, reason: string) {
  assertAccess(context.actor, 'lives.host')
  const locked = await lockClaim(context, id)
  const { live, piece, claims, claim } = locked
  const other = claims.find(({ claimID }) => claimID === aheadOfID)
  if (!other || other === claim) throw notFound('Claim')
  if (!['waiting', 'refused', 'passed'].includes(claim.status)) throw wrongState(locked, 'waiting', 'be moved')
  if (!['won', 'asked', 'waiting'].includes(other.status))
    throw new AppError('live.claim_decided', `A claim that is ${other.status} has no place in line`, {
      field: 'aheadOfID',
    })
  if (!(await isBuyerServed(context, claim.buyerID)))
    throw new AppError('live.not_served', `${notServed}: a manager ends that mark first`)
  if (other.status === 'won') await removeFromBasket(context, other.salesItemID, reason)
  const taken = other.status === 'won' ? await takePiece(context, live, piece, claim.buyerID) : null
  if (taken && 'obstacle' in taken) throw new AppError('live.piece_gone', taken.obstacle)
  await changeClaim(context, other, { status: 'waiting', salesItemID: null, askedUntil: null, reason })
  const after = await changeClaim(context, claim, {
    status: other.status,
    salesItemID: taken?.salesItemID ?? null,
    askedUntil: other.status === 'asked' ? answerBy(context) : null,
    reason,
  })
  const order = claims.filter((one) => one !== claim)
  order.splice(order.indexOf(other), 0, claim)
  for (const [n, { claimID }] of order.entries())
    await context.db
      .update(liveClaim)
      .set({ rank: n + 1 })
      .where(eq(liveClaim.claimID, claimID))
  await recordClaim(context, after, 'moved', { aheadOf: aheadOfID }, reason)
  await askNext(context, piece)
  return after
}

const answerBy = ({ now }: Context) => new Date(now.getTime() + minutesToAnswer * 60_000)

/** Locks a claim with its live and its piece, in that order. Throws 404 without it. */
export async function lockClaim(context: Context, id: number): Promise<Locked> {
  const [found] = await context.db.select().from(liveClaim).where(eq(liveClaim.claimID, id))
  if (!found) throw notFound('Claim')
  const live = await lockLiveShared(context.db, found.liveID)
  const { piece, claims } = await lockPieceOfLive(context, live, found.livePieceID)
  return { live, piece, claims, claim: claims.find(({ claimID }) => claimID === id)! }
}

/** Ends a claim that has its piece no longer, and asks the next in line. */
export async function endClaim(
  context: Context,
  { piece, claim }: Pick<Locked, 'piece' | 'claim'>,
  status: 'passed' | 'withdrawn' | 'lapsed' | 'invoiced',
  reason: string | null,
) {
  const keepsLine = status === 'invoiced' ? {} : { salesItemID: null }
  const after = await changeClaim(context, claim, { status, reason, askedUntil: null, ...keepsLine })
  await recordClaim(context, after, status, {}, reason)
  await askNext(context, piece)
  return after
}

/** Asks the next in line for what is free of a locked piece. They answer within 15 minutes. */
export async function askNext(context: Context, { livePieceID, quantity, liveID }: StoredPiece) {
  const claims = await context.db
    .select()
    .from(liveClaim)
    .where(eq(liveClaim.livePieceID, livePieceID))
    .orderBy(asc(liveClaim.rank))
  for (const next of findNext(quantity, claims)) {
    await changeClaim(context, next, { status: 'asked', askedUntil: answerBy(context) })
    await publish(context, { type: 'live.claimed', entity: 'live', id: liveID })
  }
}

async function changeClaim(context: Context, claim: StoredClaim, changes: Partial<typeof liveClaim.$inferInsert>) {
  const [after] = await context.db
    .update(liveClaim)
    .set({ ...(changes.status !== 'asked' && { askedUntil: null }), ...changes, decidedAt: context.now })
    .where(eq(liveClaim.claimID, claim.claimID))
    .returning()
  return after!
}

/** Returns the failure for a claim in another state, which another person may have changed. */
const wrongState = ({ piece, claim }: Locked, needed: string, change: string) =>
  new AppError(
    'live.claim_decided',
    `This claim of piece ${piece.number} is ${claim.status}: only one that is ${needed} can ${change}`,
  )
