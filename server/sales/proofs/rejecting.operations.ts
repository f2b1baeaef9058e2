import { eq } from 'drizzle-orm'

import { nameProof } from '../../../contract/proofs/proof-rules.ts'
import { describeRejection } from '../../../contract/proofs/proof-sentences.ts'
import type { ProofRejection } from '../../../contract/proofs/proofs.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { assertAccess, type Context, type SignedIn } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { record } from '../../resource/records.ts'
import { tell } from '../messages/messages.operations.ts'
import { findSale } from '../sale/sales.queries.ts'
import { assertMine, lockWaiting } from './proof-locks.ts'
import { settleMessages } from './proof-messages.ts'

/**
 * Rejects a waiting proof with a sentence that the buyer reads, and tells the customer by mail. Throws 409 while another
 * person has taken it and when it is decided, and 422 for own words without words.
 */
export async function rejectProof(
  context: Context<SignedIn>,
  id: number,
  { reason, words = null }: z.output<typeof ProofRejection>,
) {
  const { db, actor, now } = context
  assertAccess(actor, 'proofs.decide')
  if (reason === 'own_words' && words === null)
    throw new AppError('proof.words_missing', 'Write the sentence that the buyer reads', { field: 'words' })
  const stored = await lockWaiting(context, id)
  await assertMine(context, stored)
  const rejectWords = reason === 'own_words' ? words : null
  await db
    .update(paymentProof)
    .set({
      status: 'Rejected',
      rejectReason: reason,
      rejectWords,
      decidedByID: actor.userID,
      decidedAt: now,
      takenByID: null,
      takenUntil: null,
    })
    .where(eq(paymentProof.proofID, id))
  await settleMessages(context, id)
  const rejection = { amount: stored.amount, reason, words: rejectWords }
  // No other message is told of the same proof, because a rejection is final.
  await tell(context, 'proofRejected', await findSale(db, stored.salesTransactionID), { rejection }, String(id))
  const number = nameProof(id)
  await record(context, {
    action: 'reject',
    entity: 'paymentProof',
    entityID: id,
    before: { number, status: 'Sent' },
    after: {
      number,
      status: 'Rejected',
      reason,
      sentence: describeRejection(reason, rejectWords, stored.language),
    },
  })
}
