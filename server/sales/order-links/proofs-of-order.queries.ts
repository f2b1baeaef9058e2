import { and, asc, eq, inArray } from 'drizzle-orm'

import { describeRejection } from '../../../contract/proofs/proof-sentences.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/** A proof as its buyer sees it: it waits, or the shop did not find the money and says so in a sentence. */
export type ShownProof = { proofID: number; at: Date; amount: number; sentence: string | null }

/**
 * Returns the proofs of a sale that its buyer sees, the oldest first. An approved one is a payment, and one that was
 * taken back is gone.
 */
export async function listShownProofs(db: Db | Tx, salesTransactionID: number, language: Language) {
  const rows = await db
    .select()
    .from(paymentProof)
    .where(
      and(eq(paymentProof.salesTransactionID, salesTransactionID), inArray(paymentProof.status, ['Sent', 'Rejected'])),
    )
    .orderBy(asc(paymentProof.proofID))
  return rows.map(({ proofID, amount, sentAt, decidedAt, rejectReason, rejectWords }): ShownProof => ({
    proofID,
    at: decidedAt ?? sentAt,
    amount,
    sentence: rejectReason === null ? null : describeRejection(rejectReason, rejectWords, language),
  }))
}
