import { eq } from 'drizzle-orm'

import { databaseError } from '../../db/database-error.ts'
import type { payAccount } from '../../db/schema/money.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { transact } from '../../db/transaction.ts'
import { type Context, mayAct, type SignedIn } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import type { Approval } from './approving.rules.ts'
import { readProofSettings } from './proof-flags.queries.ts'
import type { LockedProof } from './proof-locks.ts'
import { findFirstUses } from './proof-uses.queries.ts'
import { describeFirstUse, makeReferenceKey } from './proofs.rules.ts'

/**
 * Stores the approval of a locked proof, which claims its reference in the account. Returns the administrator's reason if
 * the reference was used before. Throws 409 for a used reference, also when another transaction claims it at this moment,
 * and 403 for a reason by anybody else.
 */
export async function claimReference(
  context: Context<SignedIn>,
  { proofID }: LockedProof,
  { amount, day, reference, overrideReason: reason = null }: Approval,
  { payAccountID, referencesRepeat: isRepeating }: typeof payAccount.$inferSelect,
): Promise<string | null> {
  const { db, actor, now } = context
  const wanted = { proofID, payAccountID, isRepeating, reference, day, amount }
  const isUsed = (await findFirstUses(db, [wanted])).has(proofID)
  if (isUsed && reason === null) throw await usedBefore(context, wanted)
  if (isUsed && !mayAct(actor, 'proofs.override'))
    throw new AppError('proof.override_denied', 'Only an administrator may approve a reference that was used before', {
      field: 'overrideReason',
    })
  const overrideReason = isUsed ? reason : null
  try {
    // The savepoint lets this transaction name the first use after the index has refused the second one.
    await transact(db, (tx) =>
      tx
        .update(paymentProof)
        .set({
          status: 'Approved',
          seenAmount: amount,
          seenDay: day,
          seenReference: reference,
          seenAccountID: payAccountID,
          referenceKey: makeReferenceKey({ reference, day, amount }, isRepeating),
          overrideReason,
          decidedByID: actor.userID,
          decidedAt: now,
          takenByID: null,
          takenUntil: null,
        })
        .where(eq(paymentProof.proofID, proofID)),
    )
  } catch (error) {
    throw databaseError(error)?.constraint === 'payment_proof_reference' ? await usedBefore(context, wanted) : error
  }
  return overrideReason
}

/** Returns the 409 error that names what the reference has paid. */
async function usedBefore({ db, now }: Context, wanted: Parameters<typeof findFirstUses>[1][number]) {
  const first = (await findFirstUses(db, [wanted])).get(wanted.proofID)
  const { timeZone } = await readProofSettings(db)
  return new AppError(
    'proof.reference_used',
    first
      ? describeFirstUse(first.reference, first, shopDay(timeZone, now))
      : `Reference ${wanted.reference} paid something already`,
    { field: 'reference' },
  )
}
