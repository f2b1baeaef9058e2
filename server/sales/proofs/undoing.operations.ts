import { asc, eq } from 'drizzle-orm'

import { nameProof } from '../../../contract/proofs/proof-rules.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { paymentProof, proofPayment } from '../../db/schema/proofs.ts'
import { assertAccess, type Context, type SignedIn } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { record } from '../../resource/records.ts'
import { takePaymentBack } from '../corrections/reversal.operations.ts'
import { lockProof } from './proof-locks.ts'
import { takeRestBack } from './rest.operations.ts'

/**
 * Undoes a wrong approval by counter-entries of today. The proof stays approved, and its reference is free again. Throws
 * 409 for a proof that is not approved or undone already, and when a sale that it paid is closed.
 */
export async function undoApproval(context: Context<SignedIn>, id: number, { reason }: { reason: string }) {
  const { db, actor, now } = context
  assertAccess(actor, 'proofs.undo')
  const proof = await lockProof(context, id)
  if (proof.status !== 'Approved')
    throw new AppError('proof.not_approved', 'Only an approved proof can be undone: this one took no money')
  if (proof.undoneAt !== null) throw new AppError('proof.undone', 'This approval is undone already')
  const parts = await db
    .select({ entry: moneyEntry })
    .from(proofPayment)
    .innerJoin(moneyEntry, eq(moneyEntry.entryID, proofPayment.entryID))
    .where(eq(proofPayment.proofID, id))
    .orderBy(asc(proofPayment.salesTransactionID))
  // The sales are locked before the credit. A part without a sale is the rest, and comes last.
  for (const { entry } of parts)
    await (entry.salesTransactionID === null
      ? takeRestBack(context, entry, reason)
      : takePaymentBack(context, entry.salesTransactionID, entry.entryID, { reason }))
  await db
    .update(paymentProof)
    .set({ undoneByID: actor.userID, undoneAt: now, undoReason: reason })
    .where(eq(paymentProof.proofID, id))
  const number = nameProof(id)
  await record(context, {
    action: 'undo',
    entity: 'paymentProof',
    entityID: id,
    before: { number, undoneAt: null },
    after: { number, undoneAt: now, reason },
  })
}
