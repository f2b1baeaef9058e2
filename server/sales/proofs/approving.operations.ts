import { eq, inArray } from 'drizzle-orm'

import { nameProof, normalizeReference } from '../../../contract/proofs/proof-rules.ts'
import { shownCustomerName } from '../../db/names.ts'
import { payAccount } from '../../db/schema/money.ts'
import { proofPayment } from '../../db/schema/proofs.ts'
import { customer, sale, saleItem } from '../../db/schema/sales.ts'
import { assertAccess, type Context, type SignedIn } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { record } from '../../resource/records.ts'
import { lockSellable } from '../../stock/ledger/locks.ts'
import { enterPayment } from '../sale/paying.operations.ts'
import {
  type Approval,
  type ApprovalPlan,
  moneyWithoutSale,
  type PayableSale,
  planApproval,
} from './approving.rules.ts'
import { claimReference } from './claiming.operations.ts'
import { findFlaggedSales, readProofSettings } from './proof-flags.queries.ts'
import { assertMine, type LockedProof, lockWaiting } from './proof-locks.ts'
import { settleMessages } from './proof-messages.ts'
import { needsSecondPerson } from './proofs.rules.ts'
import { settleRest } from './rest.operations.ts'

type Account = typeof payAccount.$inferSelect

/**
 * Approves a proof whose money a person has seen in the account, and takes the payments in the same transaction. The
 * payments are of today, as all payments are; the day of the transfer stays with the proof. Throws 409 when the reference
 * was used before, and when the person has to decide about the rest or about a part payment.
 */
export async function approveProof(context: Context<SignedIn>, id: number, approval: Approval) {
  const { db, actor } = context
  assertAccess(actor, 'proofs.decide')
  const proof = await lockWaiting(context, id)
  await assertMine(context, proof)
  const [account] = await db.select().from(payAccount).where(eq(payAccount.payAccountID, approval.payAccountID))
  if (!account) throw new AppError('reference.missing', 'This account does not exist', { field: 'payAccountID' })
  await assertSeen(context, approval)
  const named = [proof.salesTransactionID, ...(approval.parts ?? []).map((part) => part.salesTransactionID)]
  const sales = await lockSales(context, named)
  const own = sales.get(proof.salesTransactionID)!
  const plan = planApproval(approval, own, sales)
  await assertSecondPerson(context, approval, [own, ...plan.parts.map((part) => sales.get(part.salesTransactionID)!)])
  const overrideReason = await claimReference(context, proof, approval, account)
  await takeParts(context, proof, { approval, account, own, sales }, plan)
  await settleMessages(context, id)
  const number = nameProof(id)
  await record(context, {
    action: 'approve',
    entity: 'paymentProof',
    entityID: id,
    before: { number, status: 'Sent' },
    after: {
      number,
      status: 'Approved',
      amount: approval.amount,
      day: approval.day,
      reference: approval.reference,
      payAccountID: approval.payAccountID,
      ...(overrideReason !== null && { overrideReason }),
      ...plan,
    },
  })
}

/** Throws 422 for a reference without letters and digits, and for a day that is not over yet in the shop. */
async function assertSeen({ db, now }: Context, { reference, day }: Approval) {
  if (normalizeReference(reference) === '')
    throw new AppError('proof.reference_empty', 'A reference has letters or digits', { field: 'reference' })
  const { timeZone } = await readProofSettings(db)
  if (day > shopDay(timeZone, now))
    throw new AppError('proof.day_too_late', 'The day of the payment must not be later than today', { field: 'day' })
}

/** A locked sale with its maker and its location. */
type LockedSale = PayableSale & { createdByID: number | null; locationID: number }

/** Locks the sales in the order of their keys, and returns those that exist. */
async function lockSales({ db }: Context, ids: readonly number[]): Promise<Map<number, LockedSale>> {
  const keys = [...new Set(ids)]
  await db
    .select({ id: sale.salesTransactionID })
    .from(sale)
    .where(inArray(sale.salesTransactionID, keys))
    .orderBy(sale.salesTransactionID)
    .for('update')
  const rows = await db
    .select({
      salesTransactionID: sale.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      status: sale.status,
      customerID: sale.customerID,
      customerName: shownCustomerName(customer),
      createdByID: sale.createdByID,
      locationID: sale.locationID,
    })
    .from(sale)
    .leftJoin(customer, eq(customer.customerID, sale.customerID))
    .where(inArray(sale.salesTransactionID, keys))
  const figures = await findFlaggedSales(db, keys)
  return new Map(rows.map((row) => [row.salesTransactionID, { ...row, ...figures.get(row.salesTransactionID)! }]))
}

/** Throws 403 when the amount needs two persons and the actor has made one of the sales. */
async function assertSecondPerson(
  { db, actor }: Context<SignedIn>,
  { amount }: Approval,
  sales: readonly LockedSale[],
) {
  const { secondPersonFrom } = await readProofSettings(db)
  if (sales.some(({ createdByID }) => needsSecondPerson(amount, createdByID, actor.userID, secondPersonFrom)))
    throw new AppError('proof.second_person', 'Another person must approve this: you made the sale')
}

/** Takes the payments of an approved proof, and notes which entries of the ledger are its own. */
async function takeParts(
  context: Context<SignedIn>,
  { proofID }: LockedProof,
  {
    approval,
    account,
    own,
    sales,
  }: { approval: Approval; account: Account; own: LockedSale; sales: Map<number, LockedSale> },
  { parts, rest }: ApprovalPlan,
) {
  const { db } = context
  const { paymentTypeID } = account
  const { reference } = approval
  await lockStockOf(
    context,
    parts.map(({ salesTransactionID }) => sales.get(salesTransactionID)!),
  )
  for (const { salesTransactionID, amount } of parts) {
    const { entryID } = await enterPayment(context, salesTransactionID, { paymentTypeID, amount, reference }).catch(
      (error: unknown) => {
        throw isGone(error) ? moneyWithoutSale('The hold has lapsed and the goods are gone', own) : error
      },
    )
    await db.insert(proofPayment).values({ proofID, entryID, salesTransactionID })
  }
  // `planApproval` has asked what becomes of a rest.
  if (rest > 0)
    await settleRest(context, proofID, own, { kind: approval.rest!, amount: rest, paymentTypeID, reference })
}

/** Locks the stock of several sales at once, because one after the other would deadlock with other approvals. */
async function lockStockOf(context: Context, sales: readonly LockedSale[]) {
  if (sales.length < 2) return
  const rows = await context.db
    .selectDistinct({ itemID: saleItem.itemID })
    .from(saleItem)
    .where(
      inArray(
        saleItem.salesTransactionID,
        sales.map(({ salesTransactionID }) => salesTransactionID),
      ),
    )
  await lockSellable(
    context,
    rows.map(({ itemID }) => itemID),
    [...new Set(sales.map(({ locationID }) => locationID))],
  )
}

/** The failures of a payment whose goods another sale has taken meanwhile. */
const goneCodes = new Set(['sale.stock_short', 'piece.elsewhere', 'piece.taken'])
const isGone = (error: unknown) => error instanceof AppError && goneCodes.has(error.code)
