import { inArray } from 'drizzle-orm'

import { liveComment } from '../../db/schema/live.ts'
import { liveClaim } from '../../db/schema/live.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { findClaims } from '../claims/claims.queries.ts'
import { decideComment } from '../claims/comments.operations.ts'
import { assertHosting, lockLivePieces, lockLiveShared } from '../plan/plan.queries.ts'
import { judgeUndecided } from './judging.ts'

/**
 * Accepts certain comments together, in their order. Comments that were decided meanwhile are skipped. Throws 409, and
 * decides nothing, when one is not certain.
 */
export async function acceptComments(context: Context, liveID: number, commentIDs: readonly number[]) {
  assertAccess(context.actor, 'lives.host')
  const { db } = context
  assertHosting(await lockLiveShared(db, liveID))
  const isChosen = new Set(commentIDs)
  const chosen = async () => (await judgeUndecided(db, liveID)).filter(({ comment }) => isChosen.has(comment.commentID))
  const pieceIDs = (await chosen()).flatMap(({ reading }) => (reading.kind === 'claim' ? [reading.livePieceID] : []))
  // All pieces are locked in the order of their keys first, so that two people who accept at once do not block each other.
  await lockLivePieces(db, [...new Set(pieceIDs)])
  const found = await chosen()
  for (const { comment, isCertain } of found)
    if (!isCertain)
      throw new AppError('live.not_certain', `“${comment.text}” of ${comment.name} is not certain: decide it by itself`)
  await assertOfLive(context, liveID, commentIDs)
  for (const { comment } of found) await decideComment(context, comment.commentID, { isClaim: true })
  const accepted = found.map(({ comment }) => comment.commentID)
  const claims = accepted.length === 0 ? [] : await findClaims(db, inArray(liveClaim.commentID, accepted))
  return { claims, skipped: isChosen.size - found.length }
}

/** Throws 422 for a comment that the live does not have. */
async function assertOfLive({ db }: Context, liveID: number, commentIDs: readonly number[]) {
  const rows = await db
    .select()
    .from(liveComment)
    .where(inArray(liveComment.commentID, [...commentIDs]))
  const missing = commentIDs.find((id) => rows.find((row) => row.commentID === id)?.liveID !== liveID)
  if (missing !== undefined)
    throw new AppError('reference.missing', `Comment ${missing} of this live does not exist`, { field: 'commentIDs' })
}
