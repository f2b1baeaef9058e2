import { eq, inArray, sql } from 'drizzle-orm'

import { paymentProof, proofFile, type proofLikeness } from '../../db/schema/proofs.ts'
import { buyer, customer, sale } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { statusAt } from './proof-status.ts'
import { nameBuyer } from './proofs.rules.ts'

type Boxes = (typeof proofLikeness.$inferSelect)['boxes']
type Pair = {
  proofID: number
  proofFileID: number
  otherFileID: number
  otherProofID: number
  isOtherRemoved: boolean
  isSame: boolean
  boxes: Boxes
  isTurned: boolean
}

/** Returns the pictures of other proofs that are those of these proofs or look like them, the most alike first. */
export async function findLikenesses(db: Db | Tx, now: Date, ids: readonly number[]) {
  const { rows: pairs } = await db.execute<Pair>(sql`
    select mine.proof_id as "proofID", mine.proof_file_id as "proofFileID", other.proof_file_id as "otherFileID",
        other.proof_id as "otherProofID", other.file is null as "isOtherRemoved",
        mine.content_hash = other.content_hash as "isSame", boxes, is_turned as "isTurned"
      from (
        select proof_file_id as mine_id, other_file_id as other_id, difference, boxes, false as is_turned from proof_likeness
        union all
        select other_file_id, proof_file_id, difference, boxes, true from proof_likeness
      ) pairs
      join ${proofFile} mine on mine.proof_file_id = mine_id join ${proofFile} other on other.proof_file_id = other_id
      where mine.proof_id = any(${sql.param([...ids])}::int[])
      order by mine.content_hash = other.content_hash desc, difference, other_id`)
  const others = await findOthers(db, now, [...new Set(pairs.map(({ otherProofID }) => otherProofID))])
  const found = pairs.map(({ proofID, proofFileID, otherFileID, otherProofID, isOtherRemoved, isSame, ...pair }) => {
    const { reference: otherReference, ...other } = others.get(otherProofID)!
    // A likeness is stored once, from the later picture.
    const boxes = pair.isTurned ? pair.boxes.map(({ here, there }) => ({ here: there, there: here })) : pair.boxes
    return { proofID, proofFileID, otherFileID, other, otherReference, isOtherRemoved, isSame, boxes }
  })
  return Map.groupBy(found, ({ proofID }) => proofID)
}

/** Returns what staff see of a proof beside another one. Its day and reference are those of the approval, if it has one. */
async function findOthers(db: Db | Tx, now: Date, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .select({
      proofID: paymentProof.proofID,
      status: statusAt(now),
      salesTransactionID: paymentProof.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      firstName: customer.firstName,
      lastName: customer.lastName,
      handle: buyer.handle,
      day: sql<string>`coalesce(${paymentProof.seenDay}, ${paymentProof.day})::text`,
      reference: sql<string>`coalesce(${paymentProof.seenReference}, ${paymentProof.reference})`,
    })
    .from(paymentProof)
    .innerJoin(sale, eq(sale.salesTransactionID, paymentProof.salesTransactionID))
    .leftJoin(customer, eq(customer.customerID, sale.customerID))
    .leftJoin(buyer, eq(buyer.buyerID, sale.buyerID))
    .where(inArray(paymentProof.proofID, [...ids]))
  return new Map(
    rows.map(({ firstName, lastName, handle, ...proof }) => [
      proof.proofID,
      { ...proof, buyerName: nameBuyer({ firstName, lastName, handle }) },
    ]),
  )
}
