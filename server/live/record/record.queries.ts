import { asc, eq } from 'drizzle-orm'

import { replayLive } from '../../../contract/live/replay.ts'
import { nameOf } from '../../db/names.ts'
import { liveClaim, livePiece, liveStep } from '../../db/schema/live.ts'
import { buyer } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { assertLive } from '../plan/plan.queries.ts'

/** Replays the record of a live, and compares the outcome with the stored claims. Throws 404 without the live. */
export async function replayRecord(db: Db | Tx, liveID: number) {
  await assertLive(db, liveID)
  const rows = await db
    .select({
      stepID: liveStep.stepID,
      at: liveStep.at,
      kind: liveStep.kind,
      livePieceID: liveStep.livePieceID,
      number: livePiece.number,
      claimID: liveStep.claimID,
      facts: liveStep.facts,
      outcome: liveStep.outcome,
      reason: liveStep.reason,
      byName: nameOf(liveStep.byID),
      handle: buyer.handle,
    })
    .from(liveStep)
    .innerJoin(livePiece, eq(livePiece.livePieceID, liveStep.livePieceID))
    .leftJoin(liveClaim, eq(liveClaim.claimID, liveStep.claimID))
    .leftJoin(buyer, eq(buyer.buyerID, liveClaim.buyerID))
    .where(eq(liveStep.liveID, liveID))
    .orderBy(asc(liveStep.stepID))
  const stored = await db
    .select({ claimID: liveClaim.claimID, status: liveClaim.status, number: livePiece.number })
    .from(liveClaim)
    .innerJoin(livePiece, eq(livePiece.livePieceID, liveClaim.livePieceID))
    .where(eq(liveClaim.liveID, liveID))
    .orderBy(asc(liveClaim.claimID))
  const replayed = replayLive(rows)
  const differences = stored.flatMap(({ claimID, status, number }) => {
    const now = replayed.get(claimID)
    return now === status
      ? []
      : [`Claim ${claimID} of piece ${number} is ${status}, and the record gives ${now ?? 'nothing'}`]
  })
  const steps = rows.length === 1 ? '1 step replays' : `${rows.length.toLocaleString('en')} steps replay`
  return {
    agrees: differences.length === 0,
    sentence:
      differences.length === 0
        ? `${steps} to the same winners`
        : `${steps} to another outcome for ${differences.length === 1 ? '1 claim' : `${differences.length} claims`}`,
    differences,
    steps: rows.map(({ stepID, at, kind, number, claimID, handle, outcome, reason, byName }) => ({
      stepID,
      at,
      kind,
      number,
      claimID,
      handle,
      outcome,
      reason,
      byName,
    })),
  }
}
