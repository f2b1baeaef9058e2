import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import { nameProof } from '../../../contract/proofs/proof-rules.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import type { Context } from '../../kernel/context.ts'
import { removeFilesOf } from '../proofs/removal.operations.ts'
import type { Scrubber } from './personal-words.ts'

/**
 * Removes the pictures of a person's proofs, and the keys of references that name the person. A key has no spaces, so that
 * a name in it is not found by its words. The scrubbing of all texts follows.
 */
export async function anonymiseProofs(
  context: Context,
  { scrubber, own }: { scrubber: Scrubber; own: (table: PgTable) => SQL | undefined },
) {
  const { db } = context
  const theirs = own(paymentProof)!
  await removeFilesOf(context, theirs)
  const named = scrubber.pattern === '' ? sql`false` : sql`${paymentProof.seenReference} ~* ${scrubber.pattern}`
  const rows = await db
    .select({
      proofID: paymentProof.proofID,
      reference: sql<string>`${paymentProof.seenReference}`,
      isOwn: sql<boolean>`${theirs}`,
    })
    .from(paymentProof)
    .where(and(isNotNull(paymentProof.seenReference), or(theirs, named)))
    .orderBy(paymentProof.proofID)
  const dirty = rows.filter(
    ({ reference, isOwn }) => (isOwn ? scrubber.scrubOwn(reference) : scrubber.scrub(reference)) !== reference,
  )
  for (const { proofID } of dirty)
    await db
      .update(paymentProof)
      .set({ referenceKey: nameProof(proofID) })
      .where(eq(paymentProof.proofID, proofID))
}
