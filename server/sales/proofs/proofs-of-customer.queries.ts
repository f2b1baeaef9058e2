import { asc, type SQL, sql } from 'drizzle-orm'

import { describeRejection } from '../../../contract/proofs/proof-sentences.ts'
import { paymentProof, proofFile } from '../../db/schema/proofs.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/** Returns the proofs of a person for the export of their data, the oldest first. */
export async function findProofsOf(db: Db | Tx, ofPerson: SQL) {
  const rows = await db
    .select({
      proofID: paymentProof.proofID,
      salesTransactionID: paymentProof.salesTransactionID,
      status: paymentProof.status,
      language: paymentProof.language,
      sentAt: paymentProof.sentAt,
      amount: paymentProof.amount,
      day: paymentProof.day,
      reference: paymentProof.reference,
      seenAmount: paymentProof.seenAmount,
      seenDay: paymentProof.seenDay,
      seenReference: paymentProof.seenReference,
      decidedAt: paymentProof.decidedAt,
      rejectReason: paymentProof.rejectReason,
      rejectWords: paymentProof.rejectWords,
      undoneAt: paymentProof.undoneAt,
      filesRemovedAt: paymentProof.filesRemovedAt,
      formats: sql<string[]>`array(select ${proofFile.format} from ${proofFile}
        where ${proofFile.proofID} = payment_proof.proof_id order by ${proofFile.position})`,
    })
    .from(paymentProof)
    .where(ofPerson)
    .orderBy(asc(paymentProof.proofID))
  return rows.map(({ language, rejectReason, rejectWords, ...proof }) => ({
    ...proof,
    sentence: rejectReason === null ? null : describeRejection(rejectReason, rejectWords, language),
  }))
}
