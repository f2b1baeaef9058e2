import { and, eq } from 'drizzle-orm'

import type { BuyerMark } from '../../../contract/live/live-statuses.ts'
import { nameOf } from '../../db/names.ts'
import { liveBuyerMark } from '../../db/schema/live.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { record } from '../../resource/records.ts'
import { lockBuyer } from '../../sales/buyers/buyers.operations.ts'
import { findLiveBuyer } from './marks.queries.ts'

/** Marks a buyer, with a reason. Throws 409 for a mark that the buyer has already. */
export async function markBuyer(
  context: Context,
  buyerID: number,
  { mark, reason }: { mark: BuyerMark; reason: string },
) {
  assertAccess(context.actor, 'lives.mark_buyers')
  const { db, now, actor } = context
  const before = await findLiveBuyer(db, buyerID)
  await lockBuyer(context, buyerID, false)
  await db.insert(liveBuyerMark).values({ buyerID, mark, reason, markedAt: now, markedByID: userIDOf(actor) })
  return recordMarks(context, buyerID, before, reason)
}

/** Ends a mark of a buyer, with a reason. Throws 404 without the mark, and 409 when it has ended already. */
export async function unmarkBuyer(context: Context, buyerID: number, markID: number, reason: string) {
  assertAccess(context.actor, 'lives.mark_buyers')
  const { db, now, actor } = context
  const before = await findLiveBuyer(db, buyerID)
  const [found] = await db
    .select()
    .from(liveBuyerMark)
    .where(and(eq(liveBuyerMark.buyerID, buyerID), eq(liveBuyerMark.markID, markID)))
    .for('update')
  if (!found) throw notFound('Mark')
  if (found.endedAt !== null) throw await endedAlready(context, found)
  await db
    .update(liveBuyerMark)
    .set({ endedAt: now, endedByID: userIDOf(actor), endReason: reason })
    .where(eq(liveBuyerMark.markID, markID))
  return recordMarks(context, buyerID, before, reason)
}

/** Returns the failure for a mark that ended already, with who ended it. */
async function endedAlready({ db, actor }: Context, { markID, mark, endedByID }: typeof liveBuyerMark.$inferSelect) {
  const [found] = await db
    .select({ by: nameOf(liveBuyerMark.endedByID) })
    .from(liveBuyerMark)
    .where(eq(liveBuyerMark.markID, markID))
  const isOwn = endedByID !== null && endedByID === userIDOf(actor)
  return new AppError(
    'live.mark_ended',
    `${isOwn ? 'You have' : `${found?.by ?? 'Somebody'} has`} ended the mark ${mark} already`,
  )
}

async function recordMarks(
  context: Context,
  buyerID: number,
  before: Awaited<ReturnType<typeof findLiveBuyer>>,
  reason: string,
) {
  const after = await findLiveBuyer(context.db, buyerID)
  const marksOf = ({ marks }: typeof before) => ({
    buyerID,
    marks: marks.filter(({ endedAt }) => endedAt === null).map(({ mark }) => mark),
  })
  await record(context, {
    action: 'update',
    entity: 'buyer',
    entityID: buyerID,
    before: marksOf(before),
    after: { ...marksOf(after), reason },
  })
  return after
}
