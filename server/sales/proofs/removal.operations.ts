import { and, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'

import { shopSetting } from '../../db/schema/company.ts'
import { paymentProof, proofFile } from '../../db/schema/proofs.ts'
import { transact } from '../../db/transaction.ts'
import type { Context, Shop } from '../../kernel/context.ts'

/** Maximum number of proofs whose pictures are removed in one transaction. */
const batchSize = 200

/**
 * Removes the pictures of proofs that were decided longer ago than the setting's days. Their hashes stay, so that the same
 * file is still known. The daily cleanup of private files deletes the files. Many servers may run this at the same time.
 */
export async function removeOldProofFiles({ db, now }: Context<Shop>) {
  const [setting] = await db.select({ days: shopSetting.proofFileDays }).from(shopSetting)
  const before = new Date(now.getTime() - setting!.days * 86_400_000)
  for (;;) {
    const removed = await transact(db, (tx) =>
      removeFiles({ db: tx, now }, lt(paymentProof.decidedAt, before), batchSize),
    )
    if (removed < batchSize) return
  }
}

/** Removes the pictures of a person's proofs, also of those that still wait. `ofPerson` is the condition of their sales. */
export async function removeFilesOf(context: Pick<Context, 'db' | 'now'>, ofPerson: SQL) {
  // The proofs are locked before their sales, as every decision locks them.
  await context.db
    .select({ proofID: paymentProof.proofID })
    .from(paymentProof)
    .where(ofPerson)
    .orderBy(paymentProof.proofID)
    .for('update')
  await removeFiles(context, ofPerson)
}

/** Removes the pictures of proofs that match, if they still have them. Returns the number of these proofs. */
async function removeFiles({ db, now }: Pick<Context, 'db' | 'now'>, which: SQL, atMost?: number): Promise<number> {
  const found = db
    .select({ proofID: paymentProof.proofID })
    .from(paymentProof)
    .where(
      and(
        which,
        isNull(paymentProof.filesRemovedAt),
        sql`exists (select from ${proofFile} where ${proofFile.proofID} = ${paymentProof.proofID}
          and ${isNotNull(proofFile.file)})`,
      ),
    )
    .orderBy(paymentProof.proofID)
    .for('update')
  const ids = (await (atMost === undefined ? found : found.limit(atMost))).map(({ proofID }) => proofID)
  if (ids.length === 0) return 0
  await db.update(proofFile).set({ file: null, print: null }).where(inArray(proofFile.proofID, ids))
  await db.update(paymentProof).set({ filesRemovedAt: now }).where(inArray(paymentProof.proofID, ids))
  return ids.length
}
