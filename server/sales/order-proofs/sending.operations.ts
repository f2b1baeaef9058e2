import { and, count, eq, gt, isNotNull, ne } from 'drizzle-orm'

import type { ProofProblem, TypedProof } from '../../../contract/order-page/order-page.ts'
import { holdExtensionHours, nameProof, proofsInADay } from '../../../contract/proofs/proof-rules.ts'
import type { UploadedFile } from '../../../contract/shared/endpoint.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { readSettings } from '../../company/settings.ts'
import { mayMessagesNameAmounts } from '../../db/blind-counts.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { sale, saleItem, stockReservation } from '../../db/schema/sales.ts'
import { transactRetried } from '../../db/transaction.ts'
import type { PictureStore } from '../../files/store.ts'
import { countAttempt } from '../../http/throttle.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { notify } from '../../people/notify.ts'
import { record } from '../../resource/records.ts'
import { findVisitedSale } from '../order-links/order-links.queries.ts'
import { listShownAccounts } from '../pay-accounts/pay-accounts.queries.ts'
import { settleMessages } from '../proofs/proof-messages.ts'
import { updateSaleRow } from '../sale/sale-writes.ts'
import { storeLikenesses } from './likenesses.operations.ts'
import { type EncodedProofFile, encodeProofFiles, storeProofFiles } from './proof-files.ts'
import { createSendKey } from './send-key.ts'
import { extendHold, findFilesProblem, type ReadProof, readTypedProof } from './sending.rules.ts'

/** Maximum number of forms with files from one address and for one sale, within an hour. */
const formsInAnHour = { address: 60, sale: 30 }

/** What came of a form: `asked` when its browser has no order open, and otherwise what is wrong, if anything. */
export type SendingOutcome = { is: 'asked' } | { is: 'done' } | { is: 'refused'; problems: ProofProblem[] }

const asked = { is: 'asked' } as const
const done = { is: 'done' } as const
const refuse = (...problems: ProofProblem[]) => ({ is: 'refused', problems }) as const

/**
 * Counts a form with files, before its body is read. Returns null when its browser may send it; throws 429 after too
 * many. The visit of the browser decides about the sale, and nothing that a form says.
 */
export async function admitProof({ db, client }: Context, session: string): Promise<SendingOutcome | null> {
  const visited = await findVisitedSale(db, hashToken(session))
  if (!visited) return asked
  const seconds = 60 * 60
  await countAttempt(db, [
    { bucket: `proof ${client.address}`, limit: formsInAnHour.address, seconds },
    { bucket: `proof of sale ${visited.salesTransactionID}`, limit: formsInAnHour.sale, seconds },
  ])
  return null
}

/**
 * Stores a payment that the buyer of a visited sale says to have made, with its files. It is no money: the balance stays.
 * A hold that ends within twelve hours is moved to twelve hours from now, once for each sale.
 */
export async function sendProof(
  context: Context,
  store: PictureStore,
  {
    session,
    language,
    typed,
    files,
  }: { session: string; language: Language; typed: TypedProof; files: UploadedFile[] },
): Promise<SendingOutcome> {
  const { db, now } = context
  const visitHash = hashToken(session)
  const [visited, accounts, { timeZone }] = await Promise.all([
    findVisitedSale(db, visitHash),
    listShownAccounts(db),
    readSettings(db),
  ])
  if (!visited) return asked
  const accountIDs = accounts.map(({ payAccountID }) => payAccountID)
  const reading = readTypedProof(typed, { today: shopDay(timeZone, now), accountIDs })
  const filesProblem = findFilesProblem(files)
  if (!('read' in reading) || filesProblem !== null)
    return refuse(...('read' in reading ? [] : reading.problems), ...(filesProblem === null ? [] : [filesProblem]))
  const { read } = reading
  const sendKey = createSendKey(typed.key, read, files)
  // Decoding is dear, so what a lock will refuse is refused before it where that is known already.
  const early = await findObstacle(context, visited.salesTransactionID, sendKey)
  if (early !== null) return early
  const encoding = await encodeProofFiles(files)
  if ('problem' in encoding) return refuse(encoding.problem)
  const outcome = await transactRetried(db, async (tx) => {
    const inside = { ...context, db: tx }
    const [stored] = await tx
      .select()
      .from(sale)
      .where(eq(sale.salesTransactionID, visited.salesTransactionID))
      .for('update')
    // The link may have been revoked while the files were read.
    if (!stored || !(await findVisitedSale(tx, visitHash))) return asked
    const obstacle = await findObstacle(inside, stored.salesTransactionID, sendKey)
    if (obstacle !== null) return obstacle
    const proof = { ...read, language, sendKey, orderLinkID: visited.orderLinkID }
    return { proofID: await storeProof(inside, store, stored, proof, encoding.encoded) }
  })
  if (!('proofID' in outcome)) return outcome
  await storeLikenesses(context, outcome.proofID)
  return done
}

/** Returns why a proof is not stored: it is stored already, its sale takes none, or ten were sent within a day. */
async function findObstacle({ db, now }: Context, id: number, sendKey: string): Promise<SendingOutcome | null> {
  const ofSale = eq(paymentProof.salesTransactionID, id)
  const [same] = await db
    .select({ proofID: paymentProof.proofID })
    .from(paymentProof)
    .where(and(ofSale, eq(paymentProof.sendKey, sendKey), ne(paymentProof.status, 'Withdrawn')))
  if (same) return done
  const [found] = await db
    .select({ status: sale.status, total: sale.totalPurchase, paid: sale.amountPaid })
    .from(sale)
    .where(eq(sale.salesTransactionID, id))
  if (found?.status !== 'Pending' && found?.status !== 'Processing') return refuse({ field: null, is: 'closed' })
  if (found.paid >= found.total) return refuse({ field: null, is: 'nothing due' })
  const [sent] = await db
    .select({ count: count() })
    .from(paymentProof)
    .where(and(ofSale, gt(paymentProof.sentAt, new Date(now.getTime() - 86_400_000))))
  return sent!.count < proofsInADay ? null : refuse({ field: null, is: 'too many today' })
}

/** Stores a proof of a locked sale, moves the sale's hold, and tells staff. Returns the key of the proof. */
async function storeProof(
  context: Context,
  store: PictureStore,
  stored: typeof sale.$inferSelect,
  proof: ReadProof & { language: Language; sendKey: string; orderLinkID: number },
  encoded: readonly EncodedProofFile[],
) {
  const { db, now } = context
  const { salesTransactionID, transactionNumber } = stored
  const heldUntil = (await mayExtend(db, salesTransactionID))
    ? extendHold(stored.holdUntil, now, holdExtensionHours)
    : null
  const [made] = await db
    .insert(paymentProof)
    .values({ ...proof, salesTransactionID, sentAt: now, heldUntil })
    .returning({ proofID: paymentProof.proofID })
  const { proofID } = made!
  await storeProofFiles(store, db, proofID, encoded)
  const { amount, day, reference, payAccountID } = proof
  await record(context, {
    action: 'create',
    entity: 'paymentProof',
    entityID: proofID,
    before: null,
    after: {
      number: nameProof(proofID),
      transactionNumber,
      amount,
      day,
      reference,
      payAccountID,
      files: encoded.length,
    },
  })
  if (heldUntil !== null) {
    await updateSaleRow(context, stored, { holdUntil: heldUntil })
    const before = { holdUntil: stored.holdUntil }
    const after = { holdUntil: heldUntil, proof: nameProof(proofID) }
    await record(context, { action: 'hold', entity: 'sale', entityID: salesTransactionID, before, after })
  }
  const ofAmount = (await mayMessagesNameAmounts(db)) ? ` of ${formatPeso(amount)}` : ''
  await notify(context, { access: 'proofs.read' }, [
    {
      kind: 'proofSent',
      message: `A buyer reports a payment${ofAmount} for ${transactionNumber}: look for it in the account`,
      entity: 'paymentProof',
      id: proofID,
    },
  ])
  return proofID
}

/**
 * Whether a proof may extend the hold of a sale: no earlier one has, and the sale holds stock. The hold may have lapsed while
 * the files were read, and then its stock is free for others.
 */
async function mayExtend(db: Db | Tx, salesTransactionID: number): Promise<boolean> {
  const [extended, [held]] = await Promise.all([
    db.$count(
      paymentProof,
      and(eq(paymentProof.salesTransactionID, salesTransactionID), isNotNull(paymentProof.heldUntil)),
    ),
    db
      .select({ salesItemID: saleItem.salesItemID })
      .from(stockReservation)
      .innerJoin(saleItem, eq(saleItem.salesItemID, stockReservation.salesItemID))
      .where(eq(saleItem.salesTransactionID, salesTransactionID))
      .limit(1),
  ])
  return extended === 0 && held !== undefined
}

/**
 * Takes a waiting proof of the visited sale back. One of another sale is unknown. A proof that the shop has decided about
 * stays.
 */
export async function withdrawProof(context: Context, session: string, proofID: number): Promise<SendingOutcome> {
  return transactRetried(context.db, async (tx) => {
    const visited = await findVisitedSale(tx, hashToken(session))
    if (!visited) return asked
    const [found] = await tx
      .select()
      .from(paymentProof)
      .where(and(eq(paymentProof.proofID, proofID), eq(paymentProof.salesTransactionID, visited.salesTransactionID)))
      .for('update')
    if (!found) throw notFound('Proof')
    if (found.status === 'Withdrawn') return done
    if (found.status !== 'Sent') return refuse({ field: null, is: 'decided' })
    await tx
      .update(paymentProof)
      .set({ status: 'Withdrawn', decidedAt: context.now, takenByID: null, takenUntil: null })
      .where(eq(paymentProof.proofID, proofID))
    await settleMessages({ ...context, db: tx }, proofID)
    const { amount, day, reference } = found
    const facts = { number: nameProof(proofID), amount, day, reference }
    await record(
      { ...context, db: tx },
      {
        action: 'withdraw',
        entity: 'paymentProof',
        entityID: proofID,
        before: { ...facts, status: found.status },
        after: { ...facts, status: 'Withdrawn' },
      },
    )
    return done
  })
}
