import { eq, inArray, sql } from 'drizzle-orm'

import { normalizeReference, type ProofStatus } from '../../../contract/proofs/proof-rules.ts'
import type { ProofFlag } from '../../../contract/proofs/proofs.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { payAccount } from '../../db/schema/money.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { sale } from '../../db/schema/sales.ts'
import { type Context, userIDOf } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { findNextPayment } from '../order-links/order-page.rules.ts'
import { withBalance } from '../payments/payments.rules.ts'
import { instalments } from '../schedule/schedule.queries.ts'
import { scheduleOf } from '../schedule/schedule.rules.ts'
import { findLikenesses } from './likenesses.queries.ts'
import { findFirstUses } from './proof-uses.queries.ts'
import { describeFirstUse, type FlaggedSale, flagSale, isWaiting } from './proofs.rules.ts'

/** The facts of a proof by which its flags are found. */
type Flagged = {
  proofID: number
  status: ProofStatus
  salesTransactionID: number
  amount: number
  day: string
  reference: string
  account: { payAccountID: number } | null
}

/** Finds the flags of these proofs at once. A decided proof has none. Returns a function from the key of a proof. */
export async function findFlags(
  { db, now, actor }: Pick<Context, 'db' | 'now' | 'actor'>,
  proofs: readonly Flagged[],
): Promise<(proofID: number) => ProofFlag[]> {
  const waiting = proofs.filter(({ status }) => isWaiting(status))
  if (waiting.length === 0) return () => []
  const ids = waiting.map(({ proofID }) => proofID)
  const saleIDs = [...new Set(waiting.map(({ salesTransactionID }) => salesTransactionID))]
  const [settings, sales, places, likenesses, repeating] = await Promise.all([
    readProofSettings(db),
    findFlaggedSales(db, saleIDs),
    findPlaces(db, saleIDs),
    findLikenesses(db, now, ids),
    db.select({ id: payAccount.payAccountID }).from(payAccount).where(eq(payAccount.referencesRepeat, true)),
  ])
  const uses = await findFirstUses(
    db,
    waiting.map(({ proofID, account, reference, day, amount }) => ({
      proofID,
      payAccountID: account?.payAccountID ?? null,
      isRepeating: repeating.some(({ id }) => id === account?.payAccountID),
      reference,
      day,
      amount,
    })),
  )
  const today = shopDay(settings.timeZone, now)
  const flags = waiting.map((proof): [number, ProofFlag[]] => {
    const { proofID, reference } = proof
    const use = uses.get(proofID)
    const place = places.get(proofID)
    return [
      proofID,
      [
        ...(use ? [{ kind: 'reference used' as const, sentence: describeFirstUse(use.reference, use, today) }] : []),
        ...flagPictures(likenesses.get(proofID) ?? [], reference),
        ...flagSale(proof, sales.get(proof.salesTransactionID)!, { ...settings, now, userID: userIDOf(actor) }),
        ...(place && place.count > 1 ? [{ kind: 'several' as const, ...place }] : []),
      ],
    ]
  })
  const byID = new Map(flags)
  return (proofID) => byID.get(proofID) ?? []
}

/** Returns one flag for each other proof with the same picture or one that looks alike. */
function flagPictures(
  likenesses: Awaited<ReturnType<typeof findLikenesses>> extends Map<number, infer Found> ? Found : never,
  reference: string,
): ProofFlag[] {
  const byProof = Map.groupBy(likenesses, ({ other }) => other.proofID)
  return [...byProof.values()].map((alike) => ({
    kind: 'picture',
    other: alike[0]!.other,
    isSame: alike.some(({ isSame }) => isSame),
    isAlarm: normalizeReference(alike[0]!.otherReference) !== normalizeReference(reference),
  }))
}

/** Reads the settings of the queue. */
export async function readProofSettings(db: Db | Tx) {
  const [setting] = await db
    .select({ timeZone: shopSetting.timeZone, secondPersonFrom: shopSetting.secondPersonFrom })
    .from(shopSetting)
  return setting!
}

/** Returns the figures of these sales by which their proofs are judged. */
export async function findFlaggedSales(db: Db | Tx, ids: readonly number[]): Promise<Map<number, FlaggedSale>> {
  const rows = await db
    .select({
      salesTransactionID: sale.salesTransactionID,
      status: sale.status,
      totalPurchase: sale.totalPurchase,
      amountPaid: sale.amountPaid,
      change: sale.change,
      holdUntil: sale.holdUntil,
      createdByID: sale.createdByID,
      schedule: instalments,
    })
    .from(sale)
    .where(inArray(sale.salesTransactionID, [...ids]))
  return new Map(
    rows.map((row) => {
      const { balance } = withBalance(row)
      return [
        row.salesTransactionID,
        {
          isOpen: row.status === 'Pending' || row.status === 'Processing',
          balance,
          next: findNextPayment({ ...row, balance, schedule: scheduleOf(row) })?.amount ?? null,
          holdUntil: row.holdUntil,
          createdByID: row.createdByID,
        },
      ]
    }),
  )
}

/** Returns the place of each waiting proof among those of its sale, by age. */
async function findPlaces(db: Db | Tx, saleIDs: readonly number[]) {
  const { rows } = await db.execute<{ proofID: number; place: number; count: number }>(sql`
    select proof_id as "proofID", count(*) over (partition by sales_transaction_id)::int as count,
        row_number() over (partition by sales_transaction_id order by sent_at, proof_id)::int as place
      from ${paymentProof} where status = 'Sent' and sales_transaction_id = any(${sql.param([...saleIDs])}::int[])`)
  return new Map(rows.map(({ proofID, place, count }) => [proofID, { place, count }]))
}
