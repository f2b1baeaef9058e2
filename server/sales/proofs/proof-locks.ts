import { eq } from 'drizzle-orm'

import { formatMoment } from '../../../contract/shared/dates.ts'
import { readSettings } from '../../company/settings.ts'
import { nameOf } from '../../db/names.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { type Context, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'

// Every decision locks the proof first, then the sales that it pays by their keys, then claims the reference, and then
// locks the stock and the credit. So decisions never deadlock.

/** A locked proof, with the names of those who have taken or decided it. */
export type LockedProof = typeof paymentProof.$inferSelect & {
  takenByName: string | null
  decidedByName: string | null
}

/** Locks a proof. Throws 404 without one. */
export async function lockProof({ db }: Context, id: number): Promise<LockedProof> {
  const [found] = await db.select().from(paymentProof).where(eq(paymentProof.proofID, id)).for('update')
  if (!found) throw notFound('Payment proof')
  const [names] = await db
    .select({ takenByName: nameOf(paymentProof.takenByID), decidedByName: nameOf(paymentProof.decidedByID) })
    .from(paymentProof)
    .where(eq(paymentProof.proofID, id))
  return { ...found, ...names! }
}

/** Locks a proof that waits for a decision. Throws 409 when it is decided, and says by whom. */
export async function lockWaiting(context: Context, id: number): Promise<LockedProof> {
  const found = await lockProof(context, id)
  if (found.status !== 'Sent') throw new AppError('proof.decided', describeDecision(found))
  return found
}

function describeDecision({ status, decidedByName }: LockedProof): string {
  if (status === 'Withdrawn') return 'The buyer has withdrawn this proof'
  const word = status === 'Approved' ? 'approved' : 'rejected'
  return decidedByName === null ? `This proof is ${word} already` : `${decidedByName} has ${word} this proof already`
}

/** Throws 409 while another person has taken the proof. One whose minutes are over is free. */
export async function assertMine(context: Context, { takenByID, takenByName, takenUntil }: LockedProof) {
  const { actor, db, now } = context
  if (takenUntil === null || takenUntil <= now || takenByID === userIDOf(actor)) return
  const { timeZone } = await readSettings(db)
  const time = formatMoment(takenUntil, timeZone).slice(-5)
  throw new AppError('proof.taken', `${takenByName} has taken this proof until ${time}`)
}
