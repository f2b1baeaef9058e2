import { asc, eq, sql } from 'drizzle-orm'

import type { ClaimStatus } from '../../../contract/live/live-statuses.ts'
import { nameOf } from '../../db/names.ts'
import { liveBuyerMark, liveClaim } from '../../db/schema/live.ts'
import { buyer } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'

/** Counts the claims in one of these states. */
const count = (...states: ClaimStatus[]) =>
  sql<number>`(count(*) filter (where ${liveClaim.status} = any(${sql.param(states)}::text[])))::int`

/** Returns a buyer's facts and marks, the oldest mark first. Throws 404 without the buyer. */
export async function findLiveBuyer(db: Db | Tx, buyerID: number) {
  const [found] = await db
    .select({ buyerID: buyer.buyerID, handle: buyer.handle })
    .from(buyer)
    .where(eq(buyer.buyerID, buyerID))
  if (!found) throw notFound('Buyer')
  const [facts] = await db
    .select({
      won: count('won', 'invoiced', 'lapsed', 'withdrawn'),
      paid: count('invoiced'),
      lapsed: count('lapsed'),
      withdrawn: count('withdrawn'),
    })
    .from(liveClaim)
    .where(eq(liveClaim.buyerID, buyerID))
  const marks = await db
    .select({
      markID: liveBuyerMark.markID,
      mark: liveBuyerMark.mark,
      reason: liveBuyerMark.reason,
      markedAt: liveBuyerMark.markedAt,
      markedByName: nameOf(liveBuyerMark.markedByID),
      endedAt: liveBuyerMark.endedAt,
      endedByName: nameOf(liveBuyerMark.endedByID),
      endReason: liveBuyerMark.endReason,
    })
    .from(liveBuyerMark)
    .where(eq(liveBuyerMark.buyerID, buyerID))
    .orderBy(asc(liveBuyerMark.markID))
  return { ...found, ...facts!, marks }
}
