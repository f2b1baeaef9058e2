import { eq } from 'drizzle-orm'

import type { CommentDecision, TypedClaim } from '../../../contract/live/live-claims.ts'
import { type Reading, readComment, readTyped } from '../../../contract/live/read-comment.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { nameOf } from '../../db/names.ts'
import { liveClaim, liveComment } from '../../db/schema/live.ts'
import { publish } from '../../events/publish.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { findOrCreateBuyer } from '../../sales/buyers/buyers.operations.ts'
import { findBuyersNamed, type FoundBuyer } from '../buyers/find-buyers.queries.ts'
import { assertHosting, findReadPieces, findShow, lockLiveShared, type StoredLive } from '../plan/plan.queries.ts'
import { findClaim, findComment } from './claims.queries.ts'
import { findSameClaim, insertClaim, lockPieceOfLive } from './note.operations.ts'

type Typed = z.output<typeof TypedClaim>
type Decision = z.output<typeof CommentDecision>
type Comment = typeof liveComment.$inferSelect

/** Notes what a buyer claims, as staff type it. What leaves a choice is kept as an undecided comment. */
export async function noteTyped(context: Context, liveID: number, typed: Typed) {
  assertAccess(context.actor, 'lives.host')
  const { db, now } = context
  const live = await lockLiveShared(db, liveID)
  assertHosting(live)
  const platform = typed.platform ?? live.platforms[0]!
  const onShow = (await findShow(db, liveID))?.livePieceID ?? null
  const { name, reading } = readTyped(typed.text, { pieces: await findReadPieces(db, liveID), onShow })
  if (name === '')
    throw new AppError('live.name_missing', 'Type the name of the buyer too, such as: 12 ana', { field: 'text' })
  const chosen: Reading =
    typed.livePieceID === undefined ? reading : { kind: 'claim', livePieceID: typed.livePieceID, by: 'number' }
  const buyers = await findBuyers(context, { liveID, platform, name, isTyped: true }, typed.buyerID)
  const question = describeChoice(chosen, buyers, name)
  const locked =
    chosen.kind === 'claim' && question === null ? await lockPieceOfLive(context, live, chosen.livePieceID) : null
  const buyerID = question === null ? await resolveBuyer(context, platform, name, buyers) : null
  const same = locked && findSameClaim(locked.claims, buyerID!)
  if (same) throw await notedAlready(context, same.claimID)
  const comment = await insertComment(context, live, {
    platform,
    name,
    text: typed.text,
    onShowID: onShow,
    enteredAt: now,
    question,
  })
  const claim = locked && (await insertClaim(context, live, locked, comment, buyerID!))
  return answerNoted(context, comment.commentID, claim?.claimID ?? null, chosen, buyers)
}

/**
 * Decides an undecided comment. A closed live takes no claim any more, but a person may still say that a comment is none.
 * Throws 409 when another person has decided it already.
 */
export async function decideComment(context: Context, commentID: number, decision: Decision) {
  assertAccess(context.actor, 'lives.host')
  const { db, actor, now } = context
  const [found] = await db.select().from(liveComment).where(eq(liveComment.commentID, commentID))
  if (!found) throw notFound('Comment')
  const live = await lockLiveShared(db, found.liveID)
  if (decision.isClaim) assertHosting(live)
  const pieces = await findReadPieces(db, live.liveID)
  const reading = readComment(found.text, { pieces, onShow: found.onShowID })
  const livePieceID = decision.livePieceID ?? (reading.kind === 'claim' ? reading.livePieceID : undefined)
  if (decision.isClaim && livePieceID === undefined)
    throw new AppError('live.piece_missing', 'Choose the piece that this comment claims', { field: 'livePieceID' })
  const locked = decision.isClaim ? await lockPieceOfLive(context, live, livePieceID!) : null
  const [comment] = await db.select().from(liveComment).where(eq(liveComment.commentID, commentID)).for('update')
  if (comment!.outcome !== 'undecided') throw await decidedAlready(context, comment!)
  const { platform, name, liveID } = comment!
  const named = { liveID, platform, name, isTyped: comment!.orderSource === 'entry' }
  const buyers = locked ? await findBuyers(context, named, decision.buyerID) : []
  if (buyers.length > 1) throw new AppError('live.buyer_ambiguous', describeBuyers(buyers, name), { field: 'buyerID' })
  const buyerID = locked && (await resolveBuyer(context, platform, name, buyers))
  const same = locked && findSameClaim(locked.claims, buyerID!)
  const outcome = same ? 'again' : locked ? 'claim' : 'none'
  const [decided] = await db
    .update(liveComment)
    .set({ outcome, question: null, decidedAt: now, decidedByID: userIDOf(actor) })
    .where(eq(liveComment.commentID, commentID))
    .returning()
  const claim = locked && !same ? await insertClaim(context, live, locked, decided!, buyerID!) : null
  await publish(context, { type: 'live.claimed', entity: 'live', id: live.liveID })
  return answerNoted(context, commentID, claim?.claimID ?? null, reading, [])
}

/** Returns the buyers whom a name means; only the chosen one if a person has chosen. */
async function findBuyers(
  { db }: Context,
  named: Parameters<typeof findBuyersNamed>[1],
  chosenID: number | undefined,
): Promise<FoundBuyer[]> {
  const found = await findBuyersNamed(db, named)
  if (chosenID === undefined) return found
  const chosen = found.find(({ buyerID }) => buyerID === chosenID)
  return [chosen ?? { buyerID: chosenID, handle: named.name, customerName: null }]
}

/** Returns the key of the only buyer, or of a new one where nobody has the name. */
async function resolveBuyer(context: Context, platform: Comment['platform'], name: string, [only]: FoundBuyer[]) {
  if (only) return only.buyerID
  return (await findOrCreateBuyer(context, { platform, handle: name, contact: null })).buyerID
}

const describeBuyers = (buyers: readonly FoundBuyer[], name: string) =>
  `${buyers.length === 2 ? 'Two' : buyers.length} buyers are called ${name}: choose one`

/** Returns what a person has to decide; null when nothing is open. */
function describeChoice(reading: Reading, buyers: readonly FoundBuyer[], name: string): string | null {
  if (reading.kind === 'choice') return reading.question
  return buyers.length > 1 ? describeBuyers(buyers, name) : null
}

type NewComment = Pick<Comment, 'platform' | 'name' | 'text' | 'onShowID' | 'enteredAt' | 'question'>

/** Stores a typed comment. */
async function insertComment(context: Context, { liveID }: StoredLive, typed: NewComment): Promise<Comment> {
  const { db, actor } = context
  const [stored] = await db
    .insert(liveComment)
    .values({
      ...typed,
      liveID,
      orderSource: 'entry',
      place: 0,
      enteredByID: userIDOf(actor),
      outcome: typed.question === null ? 'claim' : 'undecided',
    })
    .returning()
  await publish(context, { type: 'live.claimed', entity: 'live', id: liveID })
  return stored!
}

async function answerNoted(
  { db }: Context,
  commentID: number,
  claimID: number | null,
  reading: Reading,
  buyers: FoundBuyer[],
) {
  return {
    comment: await findComment(db, commentID),
    claim: claimID === null ? null : await findClaim(db, claimID),
    livePieceIDs: reading.kind === 'choice' ? reading.livePieceIDs : [],
    buyers: buyers.length > 1 ? buyers : [],
  }
}

/** Returns the failure for a claim that is here already, with who noted it. */
async function notedAlready({ db, actor }: Context, claimID: number) {
  const [found] = await db
    .select({ byID: liveClaim.notedByID, by: nameOf(liveClaim.notedByID) })
    .from(liveClaim)
    .where(eq(liveClaim.claimID, claimID))
  const isOwn = found?.byID === userIDOf(actor)
  return new AppError(
    'live.noted_already',
    `${isOwn ? 'You have' : `${found?.by ?? 'Somebody'} has`} noted this already`,
  )
}

async function decidedAlready({ db }: Context, { commentID }: Comment) {
  const [found] = await db
    .select({ by: nameOf(liveComment.decidedByID) })
    .from(liveComment)
    .where(eq(liveComment.commentID, commentID))
  return new AppError('live.decided_already', `${found?.by ?? 'The program'} has decided this already`)
}
