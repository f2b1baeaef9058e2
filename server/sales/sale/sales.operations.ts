import { createHash } from 'node:crypto'

import { computeNetPaid } from '../../../contract/sales/payments.ts'
import type { SaleCancellation } from '../../../contract/sales/sale-payments.ts'
import type { SaleCreation } from '../../../contract/sales/sales.ts'
import type { AuditAction } from '../../../contract/shared/audit/audit-actions.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertBooksOpen } from '../../company/closed-books.operations.ts'
import { assertMoneyShown } from '../../db/blind-counts.ts'
import { sale } from '../../db/schema/sales.ts'
import { awaitStatements } from '../../db/transaction.ts'
import { publish, touch } from '../../events/publish.ts'
import { assertAccess, type Context, mayAct, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertOrderDays, shopDay, shopYear } from '../../kernel/shop-days.ts'
import { assertCredit, assertCreditCustomer } from '../../money/credit.ts'
import { findWaysBack, insertKeptDeposit, insertReturnedDeposit, type WayBack } from '../../money/ledger.ts'
import { assertScrapThere, takeTradeIns } from '../../money/trade-in.ts'
import { lockUnchanged, record } from '../../resource/records.ts'
import { lockSellable } from '../../stock/ledger/locks.ts'
import { lockBuyer } from '../buyers/buyers.operations.ts'
import { tellOfSale } from '../messages/messages.operations.ts'
import { assertPaid, applyPayments, isDepositEnough } from '../payments/payments.rules.ts'
import { insertTakenPieces, resolvePieces } from '../pieces/sold-pieces.operations.ts'
import { assertPriceDecided, renewPriceLock } from '../price-locks/price-locks.rules.ts'
import { checkSchedule } from '../schedule/schedule.rules.ts'
import { recordSaleTaxes } from '../tax/tax.operations.ts'
import { computeNewSaleTaxes } from '../tax/tax.rules.ts'
import type { Line } from './prices.rules.ts'
import { nobody, resolveBuyer, resolveCustomer } from './sale-customer.ts'
import { itemIDsOf, readSaleFacts, type SaleFacts } from './sale-facts.queries.ts'
import {
  findGoods,
  holdStock,
  lockStockOfSale,
  releaseStock,
  storeCosts,
  takeOutStock,
  withCosts,
} from './sale-stock.ts'
import { insertSale, type StoredSale, updateSaleRow } from './sale-writes.ts'
import { findSale, type SaleDetails } from './sales.queries.ts'
import { addUp, assertOpen, computeLineCosts, holdEnd, priceSale, withPaymentTypes } from './sales.rules.ts'

// The operations on a sale. Each runs in the caller's transaction, writes its audit row and returns the stored sale.
// Input is already parsed by the contract.

type NewSale = z.output<typeof SaleCreation>
type Cancellation = z.output<typeof SaleCancellation>

/** The value of returned goods that pays for a sale, up to its total, in pesos. `reference` is their sale's number. */
type Exchanged = { paymentTypeID: number; value: number; reference: string; clientDigest: string | null }

/**
 * Creates a sale and holds its stock. With payments and `complete`, it is a counter sale, which is completed
 * immediately. The prices of `allowed` lines were allowed elsewhere, such as in the plan of a live.
 */
export async function createSale(
  context: Context,
  input: NewSale,
  exchanged: Exchanged | null = null,
  allowed: readonly Line[] = [],
): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  // The buyer is locked before the stock, because a joining locks it before its sales.
  if (input.buyerID) await lockBuyer(context, input.buyerID, false)
  // Lock the stock before reading, so that the values read are still current when the sale is written.
  const [stock, facts] = await awaitStatements([
    lockSellable(context, itemIDsOf(input), [input.locationID]),
    readSaleFacts(context, input, input.payments, input.clientKey),
  ])
  const clientDigest = exchanged ? exchanged.clientDigest : digestOf(input.clientKey, input)
  const [made] = facts.made
  if (made) return findMadeSale(context, made, clientDigest)
  const { priced, payments, ...checked } = await checkNewSale(context, input, facts, exchanged, allowed)
  const pieces = await resolvePieces(context, facts, input.items, { ...input, ...priced, salesTransactionID: null })
  const buying = await resolveBuyer(context, null, input, exchanged !== null)
  const party = buying ?? (await resolveCustomer(context, null, input)) ?? nobody
  await assertCredit(context, party.customerID, payments)
  const paying = await takeTradeIns(context, party.customerID, payments)
  const costs = computeLineCosts(priced.lines, stock)
  const lines = await insertSale(
    context,
    shopYear(facts.timeZone, context.now),
    { ...priced.figures, ...checked.values, ...party, clientKey: input.clientKey ?? null, clientDigest },
    {
      lines: priced.lines.map((line, n) => ({
        ...line,
        handedOver: input.complete ? { unitCost: line.averageCost, cost: costs[n]! } : null,
      })),
      payments: paying,
      drawerSessionID: input.drawerSessionID ?? null,
      schedule: checked.schedule,
      taxes: input.complete ? computeNewSaleTaxes(facts, context.now, priced) : null,
    },
  )
  const { salesTransactionID } = lines[0]!
  const named = await insertTakenPieces(context, lines, pieces)
  const goods = { lines: named.map((line, n) => ({ ...line, cost: costs[n]! })), held: [] }
  await (input.complete
    ? takeOutStock(context, goods, { salesTransactionID, ...priced }, stock)
    : holdStock(context, goods, priced, stock))
  return recordSale(context, 'create', salesTransactionID, null)
}

/** Completes a paid sale: its goods leave the stock. Throws 409 while a manager has to decide about its price. */
export async function completeSale(context: Context, id: number): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  const stored = await lockOpenSale(context, id, 'be completed')
  const before = await findSale(context.db, id)
  assertPriceDecided(before)
  assertPaid(stored.totalPurchase, stored)
  const stock = await lockStockOfSale(context, stored)
  const goods = withCosts(await findGoods(context, id), stock)
  const { locationName } = before.location
  await takeOutStock(context, goods, { salesTransactionID: id, locationName }, stock)
  await storeCosts(context, goods)
  await recordSaleTaxes(context, stored)
  await updateSaleRow(context, stored, { status: 'Completed', completedAt: context.now, holdUntil: null })
  return recordSale(context, 'complete', id, before)
}

/**
 * Cancels an open sale and releases its stock. `cancellation` decides about a paid deposit, which only a manager may
 * return or keep.
 */
export async function cancelSale(context: Context, id: number, cancellation: Cancellation): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  const stored = await lockOpenSale(context, id, 'be canceled')
  const before = await findSale(context.db, id)
  const decision = await decideDeposit(context, stored, cancellation ?? {})
  await lockStockOfSale(context, stored)
  await releaseStock(context, id)
  const cancelReason = cancellation?.reason ?? null
  await settleDeposit(context, stored, decision, cancelReason)
  await updateSaleRow(context, stored, {
    status: 'Canceled',
    holdUntil: null,
    deposit: decision.deposit,
    ...(decision.deposit === 'refund' && { refundedAmount: decision.paid }),
    canceledAt: context.now,
    canceledByID: userIDOf(context.actor),
    cancelReason,
  })
  return recordSale(context, 'cancel', id, before)
}

/** Checks a new sale and its payments against the stored records, and returns the values to store. */
async function checkNewSale(
  context: Context,
  input: NewSale,
  facts: SaleFacts,
  exchanged: Exchanged | null,
  allowed: readonly Line[],
) {
  const priced = priceSale(context, facts, input, null, allowed)
  const { totalPurchase } = priced
  const given = withPaymentTypes(facts, input.payments ?? [])
  const amount = exchanged ? Math.min(exchanged.value, totalPurchase) : 0
  const { payments, ...paid } = applyPayments(totalPurchase, { amountPaid: amount, change: 0 }, given)
  if (input.complete) assertPaid(totalPurchase, paid)
  const { timeZone, holdDays } = facts
  const schedule = checkSchedule(input.schedule ?? [], timeZone, totalPurchase)
  const orderDate = shopDay(timeZone, input.orderDate ?? context.now)
  const expectedDeliverDate = input.expectedDeliverDate ? shopDay(timeZone, input.expectedDeliverDate) : null
  assertOrderDays(shopDay(timeZone, context.now), { orderDate, expectedDeliverDate }, null)
  await assertBooksOpen(context, timeZone, [orderDate], 'orderDate')
  const status = input.complete ? 'Completed' : payments.length > 0 ? 'Processing' : 'Pending'
  const byRate = priced.lines.filter(({ itemPriceID }) => itemPriceID !== null)
  const keptPrice = byRate.length === 0 ? null : addUp(byRate, 0, 0).subtotal
  const noLock = { priceKeptUntil: null, keptPrice: null }
  const values = {
    ...paid,
    // A sale that is completed at once has its price.
    ...(input.complete ? noLock : renewPriceLock(facts, context.now, null, { ...paid, totalPurchase, keptPrice })),
    status,
    orderDate,
    expectedDeliverDate,
    transactionDate: context.now,
    holdUntil: input.complete || isDepositEnough(facts, totalPurchase, paid) ? null : holdEnd(context.now, holdDays),
    completedAt: status === 'Completed' ? context.now : null,
    remarks: input.remarks ?? null,
  } as const
  const byGoods = exchanged && amount > 0 ? [exchangePayment(exchanged, amount)] : []
  return { priced, payments: [...byGoods, ...payments], schedule, values }
}

/** The payment by returned goods. */
const exchangePayment = ({ paymentTypeID, reference }: Exchanged, amount: number) =>
  ({ paymentTypeID, amount, change: 0, reference, code: 'exchange' }) as const

/** Returns the digest by which a sale that is sent again with its client key is known to be the same. */
export const digestOf = (clientKey: string | undefined, input: object) =>
  clientKey === undefined ? null : createHash('sha256').update(JSON.stringify(input)).digest('hex')

/** Returns the sale that was made with the same client key. Throws 409 when it was sent with other contents, and to
 * those who count a drawer blind that has its money. */
export async function findMadeSale(context: Context, made: SaleFacts['made'][number], clientDigest: string | null) {
  if (made.clientDigest !== clientDigest)
    throw new AppError('sale.made_already', `This sale was made already, as ${made.transactionNumber}`, {
      field: 'clientKey',
    })
  await assertMoneyShown(context.db, context.actor, 'sale', made.salesTransactionID)
  return findSale(context.db, made.salesTransactionID)
}

/** Locks a Pending or Processing sale. Throws 409 for any other status, or when it has changed since `updatedAt`. */
export async function lockOpenSale(
  context: Context,
  id: number,
  change: string,
  updatedAt?: Date,
): Promise<StoredSale> {
  const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, updatedAt)
  assertOpen(stored, change)
  return stored
}

/** Writes the audit row of a change, queues what the customer is told, and returns the sale as stored now. */
export async function recordSale(context: Context, action: AuditAction, id: number, before: SaleDetails | null) {
  const after = await findSale(context.db, id)
  const lines = [...(before?.items ?? []), ...after.items]
  await touch(
    context,
    'item',
    lines.map(({ itemID }) => itemID),
  )
  await record(context, { action, entity: 'sale', entityID: id, before, after })
  // The audit trail has one row for a sale that is completed at once.
  if (action === 'create' && after.status === 'Completed')
    await publish(context, { type: 'sale.completed', entity: 'sale', id })
  await tellOfSale(context, action, before, after)
  return after
}

/** The decision about the deposit of a canceled sale. */
type DepositDecision =
  | { deposit: null }
  | { deposit: 'forfeit'; paid: number }
  | { deposit: 'refund'; paid: number; parts: WayBack[] }

/**
 * Decides about the deposit of a canceled sale. Throws 422 without a decision or a reason, 403 when the actor may not
 * make this decision, and 409 to those who count a drawer blind that has money of the sale.
 */
async function decideDeposit(
  context: Context,
  stored: StoredSale,
  { deposit, paymentTypeID, reason }: NonNullable<Cancellation>,
): Promise<DepositDecision> {
  // A claim of a live that is taken back can cancel its sale too, and the refusals say how much is paid.
  await assertMoneyShown(context.db, context.actor, 'sale', stored.salesTransactionID)
  const paid = computeNetPaid(stored)
  if (paid === 0) return { deposit: null }
  if (deposit === undefined)
    throw new AppError(
      'sale.deposit_undecided',
      `Say what becomes of the ${formatPeso(paid)} that is paid: refund it or forfeit it`,
      { field: 'deposit' },
    )
  if (deposit === 'forfeit' && !mayAct(context.actor, 'sales.forfeit'))
    throw new AppError('sale.forfeit_denied', 'Only a manager may forfeit a deposit')
  if (deposit === 'refund' && !mayAct(context.actor, 'sales.return_deposit'))
    throw new AppError('sale.deposit_return_denied', 'Only a manager may hand a deposit back')
  const whole = paymentTypeID === undefined ? null : { paymentTypeID, amount: paid, reference: null }
  if (whole) {
    const [back] = withPaymentTypes(await readSaleFacts(context, { ...stored, items: [] }, [whole]), [whole])
    if (back!.code === 'store_credit') assertCreditCustomer(stored.customerID)
  }
  if (!reason) throw new AppError('sale.reason_missing', 'Say why this sale is canceled', { field: 'reason' })
  if (deposit === 'forfeit') return { deposit, paid }
  const parts: WayBack[] = whole ? [whole] : await findWaysBack(context.db, stored, paid)
  await assertScrapThere(context, parts)
  return { deposit, paid, parts }
}

/** Writes the ledger's entries of a decision. */
async function settleDeposit(context: Context, stored: StoredSale, decision: DepositDecision, reason: string | null) {
  if (decision.deposit === 'refund') await insertReturnedDeposit(context, stored, decision.parts, reason)
  if (decision.deposit === 'forfeit') await insertKeptDeposit(context, stored, { amount: decision.paid, reason })
}
