import { eq } from 'drizzle-orm'

import { takenMinutes } from '../../../contract/proofs/proof-rules.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { publish } from '../../events/publish.ts'
import { assertAccess, type Context, type SignedIn } from '../../kernel/context.ts'
import { assertMine, lockWaiting } from './proof-locks.ts'

/**
 * Takes a waiting proof for some minutes, so that two people do not check it at once. Throws 409 while another person has
 * it, and when it is decided.
 */
export async function takeProof(context: Context<SignedIn>, id: number) {
  const { db, actor, now } = context
  assertAccess(actor, 'proofs.decide')
  await assertMine(context, await lockWaiting(context, id))
  await db
    .update(paymentProof)
    .set({ takenByID: actor.userID, takenUntil: new Date(now.getTime() + takenMinutes * 60_000) })
    .where(eq(paymentProof.proofID, id))
  await publish(context, { type: 'paymentProof.taken', entity: 'paymentProof', id })
}

/** Gives a taken proof back to the queue. One that nobody has stays as it is. Throws 409 while another person has it. */
export async function releaseProof(context: Context<SignedIn>, id: number) {
  assertAccess(context.actor, 'proofs.decide')
  const stored = await lockWaiting(context, id)
  await assertMine(context, stored)
  if (stored.takenByID === null) return
  await context.db.update(paymentProof).set({ takenByID: null, takenUntil: null }).where(eq(paymentProof.proofID, id))
  await publish(context, { type: 'paymentProof.released', entity: 'paymentProof', id })
}
