import { setImmediate } from 'node:timers/promises'

import { and, desc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'

import { paymentProof, proofFile, proofLikeness } from '../../db/schema/proofs.ts'
import { publish } from '../../events/publish.ts'
import type { Context, Shop } from '../../kernel/context.ts'
import { comparePrints } from '../proofs/compare-prints.ts'
import { readPrint } from '../proofs/picture-print.ts'

/** A picture is compared with those of so many days before it. */
const comparedDays = 90
/** Part of the amount by which the amount of a compared proof differs at most. A receipt is seldom changed to a far larger sum. */
const similarAmount = 0.2
/** Maximum number of pictures with which one picture is compared, the newest first. */
const comparedAtMost = 200

type Picture = { proofFileID: number; contentHash: string; print: Buffer | null }
type Likeness = typeof proofLikeness.$inferInsert

/**
 * Finds the pictures of other proofs that are those of this proof or look like them, and stores the pairs for the queue.
 * It runs after the proof is stored, so that of two proofs sent at once the later one finds the other. It takes some
 * milliseconds for each picture and lets other requests run between two.
 */
export async function storeLikenesses(context: Context, proofID: number) {
  const { db } = context
  const pictures = await db
    .select({ proofFileID: proofFile.proofFileID, contentHash: proofFile.contentHash, print: proofFile.print })
    .from(proofFile)
    .where(eq(proofFile.proofID, proofID))
  const found: Likeness[] = []
  for (const picture of pictures)
    for (const other of await findCompared(context, proofID, picture)) {
      const likeness = compare(picture, other)
      if (likeness !== null) found.push(likeness)
      await setImmediate()
    }
  if (found.length > 0) await db.insert(proofLikeness).values(found).onConflictDoNothing()
  // A proof that somebody has decided meanwhile stays as it is, and needs no warning any more.
  await db
    .update(paymentProof)
    .set({ comparedAt: new Date() })
    .where(and(eq(paymentProof.proofID, proofID), eq(paymentProof.status, 'Sent')))
  if (found.length > 0) await publish(context, { type: 'paymentProof.compared', entity: 'paymentProof', id: proofID })
}

/** The comparison of a proof that was sent so many milliseconds ago was interrupted. */
const interruptedAfter = 2 * 60_000
/** Maximum number of proofs that one run compares. */
const comparedInARun = 20

/**
 * Compares the pictures of waiting proofs whose server stopped after it had stored them. Several servers may run it at the
 * same time: they find the same pairs.
 */
export async function compareMissedProofs(context: Context<Shop>) {
  const missed = await context.db
    .select({ proofID: paymentProof.proofID })
    .from(paymentProof)
    .where(
      and(
        eq(paymentProof.status, 'Sent'),
        isNull(paymentProof.comparedAt),
        lt(paymentProof.sentAt, new Date(context.now.getTime() - interruptedAfter)),
      ),
    )
    .orderBy(paymentProof.proofID)
    .limit(comparedInARun)
  for (const { proofID } of missed) await storeLikenesses(context, proofID)
}

/** Returns the pictures with which a picture is compared: the same ones of any age, and recent ones of a similar amount. */
function findCompared({ db, now }: Context, proofID: number, { contentHash }: Picture): Promise<Picture[]> {
  const since = new Date(now.getTime() - comparedDays * 86_400_000)
  const amount = sql`(select ${paymentProof.amount} from ${paymentProof} where ${paymentProof.proofID} = ${proofID})`
  return db
    .select({ proofFileID: proofFile.proofFileID, contentHash: proofFile.contentHash, print: proofFile.print })
    .from(proofFile)
    .innerJoin(paymentProof, eq(paymentProof.proofID, proofFile.proofID))
    .where(
      and(
        ne(paymentProof.proofID, proofID),
        or(
          eq(proofFile.contentHash, contentHash),
          and(
            isNotNull(proofFile.print),
            gt(paymentProof.sentAt, since),
            sql`abs(${paymentProof.amount} - ${amount}) <= ${amount} * ${sql.raw(String(similarAmount))}`,
          ),
        ),
      ),
    )
    .orderBy(desc(sql`${proofFile.contentHash} = ${contentHash}`), desc(proofFile.proofFileID))
    .limit(comparedAtMost)
}

/** Compares two pictures. Returns null when they are not alike. A pair is stored from its later picture. */
function compare(picture: Picture, other: Picture): Likeness | null {
  const [here, there] = picture.proofFileID > other.proofFileID ? [picture, other] : [other, picture]
  const pair = { proofFileID: here.proofFileID, otherFileID: there.proofFileID }
  if (here.contentHash === there.contentHash) return { ...pair, difference: 0, boxes: [] }
  const [a, b] = [here, there].map(({ print }) => (print === null ? null : readPrint(print)))
  if (!a || !b) return null
  const { isAlike, difference, blocks } = comparePrints(a, b)
  return isAlike ? { ...pair, difference, boxes: blocks.map((block) => ({ here: block.a, there: block.b })) } : null
}
