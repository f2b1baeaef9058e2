import type { AuditAction } from '../../../contract/company/audit.ts'
import { computeNetPaid } from '../../../contract/sales/payments.ts'
import type { PaymentInput, SaleCancellation, SaleCreation, SaleInput } from '../../../contract/sales/sales.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertBooksOpen } from '../../company/closed-books.operations.ts'
import { sale } from '../../db/schema/sales.ts'
import { assertAccess, type Context, mayAct, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertOrderDays, shopDay, shopYear } from '../../kernel/shop-days.ts'
import { findWaysBack, insertKeptDeposit, insertPayments, insertReturnedDeposit } from '../../money/ledger.ts'
import { lockUnchanged, record } from '../../resource/records.ts'
import { lockSellable } from '../../stock/ledger/ledger.ts'
import { createCustomer } from '../customers/customers.operations.ts'
import { assertPaid, applyPayments } from '../payments/payments.rules.ts'
import { replaceSchedule } from '../schedule/schedule.operations.ts'
import { checkSchedule } from '../schedule/schedule.rules.ts'
import { itemIDsOf, readSaleFacts } from './sale-facts.queries.ts'
import { findGoods, holdStock, lockStockOfSale, releaseStock, storeUnitCosts, takeOutStock } from './sale-stock.ts'
import { insertSale, replaceLines, type StoredSale, updateSaleRow } from './sale-writes.ts'
import { findSale, type SaleDetails } from './sales.queries.ts'
import {
  assertCoversPaid,
  assertOpen,
  findChangedDays,
  holdEnd,
  isOtherCustomer,
  priceSale,
  resolvePlace,
  withPaymentTypes,
} from './sales.rules.ts'

// The operations on a sale. Each runs in the caller's transaction, writes its audit row and returns the stored sale.
// Input is already parsed by the contract.

type Input = z.output<typeof SaleInput>
type NewSale = z.output<typeof SaleCreation>
type NewPayment = z.output<typeof PaymentInput>
type Cancellation = z.output<typeof SaleCancellation>

/**
 * Creates a sale and holds its stock. With payments and `complete`, it is a counter sale, which is completed
 * immediately.
 */
export async function createSale(context: Context, input: NewSale): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  // Lock the stock before reading, so that the values read are still current when the sale is written.
  const stock = await lockSellable(context, itemIDsOf(input), [input.locationID])
  const { priced, payments, ...checked } = await checkNewSale(context, input)
  const customerID = (await resolveCustomer(context, input)) ?? null
  const lines = await insertSale(
    context,
    shopYear(checked.timeZone, context.now),
    { ...priced.figures, ...checked.values, customerID },
    {
      lines: priced.lines.map((line) => ({ ...line, unitCost: input.complete ? line.averageCost : null })),
      payments,
      schedule: checked.schedule,
    },
  )
  const { salesTransactionID } = lines[0]!
  const goods = { lines, held: [] }
  await (input.complete
    ? takeOutStock(context, goods, { salesTransactionID, ...priced }, stock)
    : holdStock(context, goods, priced, stock))
  return recordSale(context, 'create', salesTransactionID, null)
}

/** Updates a Pending or Processing sale and its held stock. Throws 409 when it has changed since `updatedAt`. */
export async function updateSale(context: Context, id: number, input: Input & { updatedAt?: Date | undefined }) {
  assertAccess(context.actor, 'sales.write')
  const stored = await lockOpenSale(context, id, 'be changed', input.updatedAt)
  const before = await findSale(context.db, id)
  await lockSellable(context, [...itemIDsOf(before), ...itemIDsOf(input)], [before.locationID, input.locationID])
  const facts = await readSaleFacts(context, input)
  const priced = priceSale(context.actor, facts, input, before)
  assertCoversPaid(priced.totalPurchase, stored)
  const changes = sentValues(facts, input)
  assertOrderDays(shopDay(facts.timeZone, context.now), { ...before, ...changes }, before)
  const after = { ...before, ...changes, totalPurchase: priced.totalPurchase }
  const daysChanged = findChangedDays(facts.timeZone, before, after, isOtherCustomer(before, input))
  await assertBooksOpen(context, facts.timeZone, daysChanged, 'orderDate')

  const customerID = await resolveCustomer(context, input)
  await releaseStock(context, id)
  await replaceLines(context, id, priced.lines)
  const { totalPurchase } = priced
  await replaceSchedule(context, { id, timeZone: facts.timeZone, totalPurchase }, input.schedule)
  // The stock is read again, because the sale's old hold was released.
  const stock = await lockSellable(context, itemIDsOf(input), [input.locationID])
  await holdStock(context, await findGoods(context, id), priced, stock)
  await updateSaleRow(context, stored, {
    ...priced.figures,
    ...changes,
    ...(customerID !== undefined && { customerID }),
    holdUntil: stored.status === 'Pending' ? holdEnd(context.now, facts.holdDays) : null,
  })
  return recordSale(context, 'update', id, before)
}

/** Takes a payment for an open sale. Its hold then lasts until the sale is completed or canceled. */
export async function takePayment(context: Context, id: number, payment: NewPayment): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  const stored = await lockOpenSale(context, id, 'be paid')
  const before = await findSale(context.db, id)
  const facts = await readSaleFacts(context, { ...stored, items: [] }, [payment])
  const { payments, ...paid } = applyPayments(stored.totalPurchase, stored, withPaymentTypes(facts, [payment]))
  const stock = await lockStockOfSale(context, stored)
  // A paid sale must hold its stock, so a lapsed hold is reserved again.
  await holdStock(context, await findGoods(context, id), resolvePlace(facts, stored, stored.locationID), stock)
  await insertPayments(context, stored, payments)
  await updateSaleRow(context, stored, { ...paid, status: 'Processing', holdUntil: null })
  return recordSale(context, 'pay', id, before)
}

/** Completes a paid sale: its goods leave the stock. */
export async function completeSale(context: Context, id: number): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  const stored = await lockOpenSale(context, id, 'be completed')
  assertPaid(stored.totalPurchase, stored)
  const before = await findSale(context.db, id)
  const stock = await lockStockOfSale(context, stored)
  const goods = await findGoods(context, id)
  const { locationName } = before.location
  await takeOutStock(context, goods, { salesTransactionID: id, locationName }, stock)
  await storeUnitCosts(context, id)
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
async function checkNewSale(context: Context, input: NewSale) {
  const facts = await readSaleFacts(context, input, input.payments)
  const priced = priceSale(context.actor, facts, input, null)
  const { totalPurchase } = priced
  const given = withPaymentTypes(facts, input.payments ?? [])
  const { payments, ...paid } = applyPayments(totalPurchase, { amountPaid: 0, change: 0 }, given)
  if (input.complete) assertPaid(totalPurchase, paid)
  const { timeZone, holdDays } = facts
  const schedule = checkSchedule(input.schedule ?? [], timeZone, totalPurchase)
  const orderDate = shopDay(timeZone, input.orderDate ?? context.now)
  const expectedDeliverDate = input.expectedDeliverDate ? shopDay(timeZone, input.expectedDeliverDate) : null
  assertOrderDays(shopDay(timeZone, context.now), { orderDate, expectedDeliverDate }, null)
  await assertBooksOpen(context, timeZone, [orderDate], 'orderDate')
  const status = input.complete ? 'Completed' : payments.length > 0 ? 'Processing' : 'Pending'
  const values = {
    ...paid,
    status,
    orderDate,
    expectedDeliverDate,
    transactionDate: context.now,
    holdUntil: status === 'Pending' ? holdEnd(context.now, holdDays) : null,
    completedAt: status === 'Completed' ? context.now : null,
    remarks: input.remarks ?? null,
  } as const
  return { priced, payments, schedule, timeZone, values }
}

/** Returns the values that the input contains. Omitted values stay as stored. */
const sentValues = ({ timeZone }: { timeZone: string }, { orderDate, expectedDeliverDate, remarks }: Input) => ({
  ...(orderDate && { orderDate: shopDay(timeZone, orderDate) }),
  ...(expectedDeliverDate !== undefined && {
    expectedDeliverDate: expectedDeliverDate && shopDay(timeZone, expectedDeliverDate),
  }),
  ...(remarks !== undefined && { remarks }),
})

/** Locks a Pending or Processing sale. Throws 409 for any other status, or when it has changed since `updatedAt`. */
async function lockOpenSale(context: Context, id: number, change: string, updatedAt?: Date): Promise<StoredSale> {
  const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, updatedAt)
  assertOpen(stored, change)
  return stored
}

/** Writes the audit row of a change and returns the sale as stored now. */
async function recordSale(context: Context, action: AuditAction, id: number, before: SaleDetails | null) {
  const after = await findSale(context.db, id)
  await record(context, { action, entity: 'sale', entityID: id, before, after })
  return after
}

/**
 * Returns the customer's key, and creates a new customer first. Returns null for no customer, undefined when the input
 * has neither.
 */
async function resolveCustomer(context: Context, { customerID, customer }: Input) {
  if (!customer) return customerID
  if (customerID)
    throw new AppError('sale.customer_twice', 'Choose a customer or enter a new one, not both', { field: 'customerID' })
  return createCustomer(context, customer)
}

/** The decision about the deposit of a canceled sale. */
type DepositDecision =
  | { deposit: null }
  | { deposit: 'forfeit'; paid: number }
  | { deposit: 'refund'; paid: number; parts: { paymentTypeID: number; amount: number }[] }

/**
 * Decides about the deposit of a canceled sale. Throws 422 without a decision or a reason, and 403 when the actor may
 * not make this decision.
 */
async function decideDeposit(
  context: Context,
  stored: StoredSale,
  { deposit, paymentTypeID, reason }: NonNullable<Cancellation>,
): Promise<DepositDecision> {
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
  if (whole) withPaymentTypes(await readSaleFacts(context, { ...stored, items: [] }, [whole]), [whole])
  if (!reason) throw new AppError('sale.reason_missing', 'Say why this sale is canceled', { field: 'reason' })
  if (deposit === 'forfeit') return { deposit, paid }
  return { deposit, paid, parts: whole ? [whole] : await findWaysBack(context.db, stored, paid) }
}

/** Writes the ledger's entries of a decision. */
async function settleDeposit(context: Context, stored: StoredSale, decision: DepositDecision, reason: string | null) {
  if (decision.deposit === 'refund') await insertReturnedDeposit(context, stored, decision.parts, reason)
  if (decision.deposit === 'forfeit') await insertKeptDeposit(context, stored, { amount: decision.paid, reason })
}
