import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'

import { paymentProof } from '../../db/schema/proofs.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { Rejection } from './messages.rules.ts'

/**
 * Returns the last rejection of a proof of a sale, or that of the given proof, which the buyer has not answered; null for
 * none. A buyer who has sent another proof since has read the sentence on the page.
 */
export async function findRejection(db: Db | Tx, saleID: number, proofID?: number): Promise<Rejection | null> {
  const [found] = await db
    .select({ amount: paymentProof.amount, reason: paymentProof.rejectReason, words: paymentProof.rejectWords })
    .from(paymentProof)
    .where(
      and(
        eq(paymentProof.salesTransactionID, saleID),
        proofID === undefined ? undefined : eq(paymentProof.proofID, proofID),
        isNotNull(paymentProof.rejectReason),
        sql`not exists (select from payment_proof later where later.sales_transaction_id = ${saleID}
          and later.status <> 'Withdrawn' and later.sent_at > ${paymentProof.decidedAt})`,
      ),
    )
    .orderBy(desc(paymentProof.decidedAt), desc(paymentProof.proofID))
    .limit(1)
  return found === undefined ? null : { ...found, reason: found.reason! }
}
