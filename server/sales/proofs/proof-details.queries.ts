import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'

import { nameProof, rejectReasons } from '../../../contract/proofs/proof-rules.ts'
import { describeRejection } from '../../../contract/proofs/proof-sentences.ts'
import type { Proof } from '../../../contract/proofs/proofs.ts'
import { computeNetPaid } from '../../../contract/sales/payments.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { nameOf } from '../../db/names.ts'
import { moneyEntry, payAccount } from '../../db/schema/money.ts'
import { paymentProof, proofFile, proofPayment } from '../../db/schema/proofs.ts'
import { sale, transactionType } from '../../db/schema/sales.ts'
import { privateTypeOf, readPrivateFile } from '../../files/private-files.ts'
import type { PictureStore } from '../../files/store.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { compose } from '../messages/messages.operations.ts'
import { unnamed } from '../messages/messages.queries.ts'
import { findNextPayment } from '../order-links/order-page.rules.ts'
import { withBalance } from '../payments/payments.rules.ts'
import { findSale, type SaleDetails } from '../sale/sales.queries.ts'
import { findLikenesses } from './likenesses.queries.ts'
import { findFlags } from './proof-flags.queries.ts'
import { findSummaries } from './proofs.queries.ts'

type ProofDetails = z.output<typeof Proof>

/** Returns a proof with what a person needs to decide about it. `flags` depend on the caller. Throws 404 without one. */
export async function findProof(
  { db, now, actor }: Pick<Context, 'db' | 'now' | 'actor'>,
  id: number,
): Promise<ProofDetails> {
  const [summary] = await findSummaries(db, now, [id])
  if (!summary) throw notFound('Payment proof')
  const [stored] = await db
    .select({ proof: paymentProof, undoneByName: nameOf(paymentProof.undoneByID) })
    .from(paymentProof)
    .where(eq(paymentProof.proofID, id))
  const { proof, undoneByName } = stored!
  const [flagsOf, likenesses, files, parts, sold] = await Promise.all([
    findFlags({ db, now, actor }, [summary]),
    findLikenesses(db, now, [id]),
    findFiles(db, id),
    findParts(db, id),
    describeSale(db, proof.salesTransactionID),
  ])
  return {
    ...summary,
    flags: flagsOf(id),
    language: proof.language,
    files,
    alike: (likenesses.get(id) ?? []).map(({ proofFileID, other, otherFileID, ...alike }) => ({
      proofFileID,
      other,
      otherFileID,
      otherReference: alike.otherReference,
      isOtherRemoved: alike.isOtherRemoved,
      isSame: alike.isSame,
      boxes: alike.boxes,
    })),
    sale: sold.shown,
    otherSales: await findOtherSales(db, proof.salesTransactionID, sold.customerID),
    accounts: await findAccounts(db, [proof.payAccountID, proof.seenAccountID]),
    seen: seenOf(proof),
    parts,
    rejection: await describeRejected(db, proof, summary.buyerName, sold.found),
    sentences: listSentences(proof.language),
    undo: proof.undoneAt === null ? null : { reason: proof.undoReason!, byName: undoneByName, at: proof.undoneAt },
  }
}

type StoredProof = typeof paymentProof.$inferSelect

/** Returns why a proof was rejected, and a message to copy into a chat with the buyer; null for another proof. */
async function describeRejected(
  db: Db | Tx,
  { rejectReason: reason, rejectWords: words, language, amount }: StoredProof,
  buyerName: string | null,
  found: SaleDetails,
): Promise<ProofDetails['rejection']> {
  if (reason === null) return null
  const to = { name: buyerName ?? unnamed[language], language }
  const { body } = await compose({ db }, 'proofRejected', found, to, { rejection: { amount, reason, words } })
  return { reason, sentence: describeRejection(reason, words, language), message: body }
}

const seenOf = ({ seenAmount, seenDay, seenReference, seenAccountID, overrideReason }: StoredProof) =>
  seenAmount === null
    ? null
    : { amount: seenAmount, day: seenDay!, reference: seenReference!, payAccountID: seenAccountID!, overrideReason }

/** Returns the sentence of each reason in a language. Own words have none. */
const listSentences = (language: Language) =>
  Object.fromEntries(
    rejectReasons.map((reason) => [reason, describeRejection(reason, null, language)]),
  ) as ProofDetails['sentences']

const findFiles = (db: Db | Tx, proofID: number) =>
  db
    .select({
      proofFileID: proofFile.proofFileID,
      format: proofFile.format,
      width: proofFile.width,
      height: proofFile.height,
      isRemoved: sql<boolean>`${proofFile.file} is null`,
    })
    .from(proofFile)
    .where(eq(proofFile.proofID, proofID))
    .orderBy(asc(proofFile.position))

/** Returns what the approval paid. The counter-entries of its undoing are not among them. */
const findParts = (db: Db | Tx, proofID: number) =>
  db
    .select({
      // Money that was sent back left the credit in the same moment.
      kind: sql<'sale' | 'credit' | 'returned'>`case when ${proofPayment.salesTransactionID} is not null then 'sale'
        when exists (select from money_entry back where back.kind = 'credit_paid_out' and back.at = ${moneyEntry.at}
          and back.customer_id = ${moneyEntry.customerID} and back.amount = -${moneyEntry.amount}
          and back.reason = ${moneyEntry.reason}) then 'returned'
        else 'credit' end`,
      amount: moneyEntry.amount,
      salesTransactionID: proofPayment.salesTransactionID,
      transactionNumber: sale.transactionNumber,
    })
    .from(proofPayment)
    .innerJoin(moneyEntry, eq(moneyEntry.entryID, proofPayment.entryID))
    .leftJoin(sale, eq(sale.salesTransactionID, proofPayment.salesTransactionID))
    .where(eq(proofPayment.proofID, proofID))
    .orderBy(asc(proofPayment.entryID))

/** Returns what a person needs of the sale that the buyer pays. */
async function describeSale(db: Db | Tx, salesTransactionID: number) {
  const found = await findSale(db, salesTransactionID)
  const [kind] = await db
    .select({ code: transactionType.code })
    .from(transactionType)
    .where(eq(transactionType.transactionTypeID, found.transactionTypeID))
  const [line] = found.items
  const isOpen = found.status === 'Pending' || found.status === 'Processing'
  return {
    found,
    customerID: found.customerID,
    shown: {
      status: found.status,
      isLayaway: kind?.code === 'layaway',
      picture: line?.image_url ?? null,
      itemName: line?.itemName ?? null,
      total: found.totalPurchase,
      paid: computeNetPaid(found),
      balance: found.balance,
      next: describeNext(found),
      holdUntil: isOpen ? found.holdUntil : null,
      hasCustomer: found.customerID !== null,
    },
  }
}

/** Returns the next amount to pay, with the place of its first instalment. */
function describeNext(found: SaleDetails): ProofDetails['sale']['next'] {
  const next = findNextPayment(found)
  if (next === null) return null
  const { amount, dueDate } = next
  if (dueDate === null) return { amount, dueDate, place: null, count: null, followingDay: null }
  const { schedule } = found
  const at = schedule.findIndex((instalment) => instalment.dueDate === dueDate)
  // All overdue instalments are the next amount together.
  const following = schedule.find(
    (instalment, n) =>
      n > at && toCentavos(instalment.paid) < toCentavos(instalment.amount) && !(next.isOverdue && instalment.overdue),
  )
  return { amount, dueDate, place: at + 1, count: schedule.length, followingDay: following?.dueDate ?? null }
}

/** Returns the other open sales of the customer that owe something, the oldest first. */
async function findOtherSales(db: Db | Tx, salesTransactionID: number, customerID: number | null) {
  if (customerID === null) return []
  const rows = await db
    .select({
      salesTransactionID: sale.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      status: sale.status,
      totalPurchase: sale.totalPurchase,
      amountPaid: sale.amountPaid,
      change: sale.change,
    })
    .from(sale)
    .where(
      and(
        eq(sale.customerID, customerID),
        inArray(sale.status, ['Pending', 'Processing']),
        ne(sale.salesTransactionID, salesTransactionID),
      ),
    )
    .orderBy(asc(sale.salesTransactionID))
  return rows
    .map(withBalance)
    .filter(({ balance }) => balance > 0)
    .map(({ salesTransactionID: id, transactionNumber, balance }) => ({
      salesTransactionID: id,
      transactionNumber,
      balance,
    }))
}

/** Returns the active accounts in the buyer's order, and those that the proof names. */
const findAccounts = (db: Db | Tx, named: readonly (number | null)[]) =>
  db
    .select({
      payAccountID: payAccount.payAccountID,
      kind: payAccount.kind,
      bankOrWallet: payAccount.bankOrWallet,
      number: payAccount.number,
      currency: payAccount.currency,
    })
    .from(payAccount)
    .where(
      or(
        eq(payAccount.status, true),
        inArray(
          payAccount.payAccountID,
          named.filter((id) => id !== null),
        ),
      ),
    )
    .orderBy(asc(payAccount.position), asc(payAccount.payAccountID))

/** Returns a picture or a PDF of a proof. Throws 404 when the proof has no such file, and after its removal. */
export async function readProofFile(store: PictureStore, db: Db | Tx, proofID: number, proofFileID: number) {
  const [found] = await db
    .select({ file: proofFile.file, position: proofFile.position })
    .from(proofFile)
    .where(and(eq(proofFile.proofID, proofID), eq(proofFile.proofFileID, proofFileID)))
  const bytes = await readPrivateFile(store, found?.file ?? null)
  const { file, position } = found!
  return { name: `${nameProof(proofID)}-${position}.${file!.split('.')[1]}`, bytes, type: privateTypeOf(file!) }
}
