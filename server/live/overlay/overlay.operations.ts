import { eq } from 'drizzle-orm'

import { overlayPath } from '../../../contract/live/live-overlay.ts'
import { live } from '../../db/schema/live.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { createToken, hashToken } from '../../kernel/tokens.ts'
import { record } from '../../resource/records.ts'
import { assertNotClosed, lockLiveAlone } from '../plan/plan.queries.ts'

/**
 * Makes the secret address of a live's overlay, and ends the one before it. Only the hash of the secret is kept, so the
 * address is shown once. Throws 409 for a closed live.
 */
export async function makeOverlay(context: Context, liveID: number, origin: string) {
  assertAccess(context.actor, 'lives.host')
  const { db, now } = context
  const stored = await lockLiveAlone(db, liveID)
  assertNotClosed(stored)
  const token = createToken()
  await db
    .update(live)
    .set({ overlayHash: hashToken(token), overlayMadeAt: now })
    .where(eq(live.liveID, liveID))
  await recordOverlay(context, liveID, stored.overlayMadeAt, now)
  return { liveID, address: `${origin}${overlayPath}#${token}`, madeAt: now }
}

/** Ends the address of a live's overlay. */
export async function endOverlay(context: Context, liveID: number) {
  assertAccess(context.actor, 'lives.host')
  const { db } = context
  const { overlayMadeAt } = await lockLiveAlone(db, liveID)
  if (overlayMadeAt === null) return { liveID }
  await db.update(live).set({ overlayHash: null, overlayMadeAt: null }).where(eq(live.liveID, liveID))
  await recordOverlay(context, liveID, overlayMadeAt, null)
  return { liveID }
}

const recordOverlay = (context: Context, liveID: number, before: Date | null, after: Date | null) =>
  record(context, {
    action: 'update',
    entity: 'live',
    entityID: liveID,
    before: { liveID, overlayMadeAt: before },
    after: { liveID, overlayMadeAt: after },
  })
