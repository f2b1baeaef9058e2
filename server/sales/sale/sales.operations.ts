import type { AuditAction } from '../../../contract/company/audit.ts'
import type { PaymentInput, SaleCancellation, SaleCreation, SaleInput } from '../../../contract/sales/sales.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { sale } from '../../db/schema/sales.ts'
import { assertAccess, type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay, shopYear } from '../../kernel/shop-days.ts'
import { lockUnchanged, record } from '../../resource/records.ts'
import { lockSellable } from '../../stock/ledger/locks.ts'
import { createCustomer } from '../customers/customers.operations.ts'
import { assertPaid, netPaid, applyPayments } from '../payments/payments.rules.ts'
import { replaceSchedule } from '../schedule/schedule.operations.ts'
import { checkSchedule } from '../schedule/schedule.rules.ts'
import { itemIDsOf, readSaleFacts } from './sale-facts.queries.ts'
import {
  findGoods,
  holdStock,
  lockStockOfSale,
  releaseStock,
  storeCosts,
  takeOutStock,
  withCosts,
} from './sale-stock.ts'
import {
  insertPayments,
  insertSale,
  replaceLines,
  type SaleChange,
  type StoredSale,
  updateSaleRow,
} from './sale-writes.ts'
import { findSale, type SaleDetails } from './sales.queries.ts'
import {
  assertCoversPaid,
  assertOpen,
  computeLineCosts,
  holdEnd,
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

/** Creates a sale and holds its stock. With payments and `complete`, it is a counter sale that is completed at once. */
export async function createSale(context: Context, input: NewSale): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  // Lock the stock before reading, so that the values read are still current when the sale is written.
  const stock = await lockSellable(context, itemIDsOf(input), [input.locationID])
  const { priced, payments, ...checked } = await checkNewSale(context, input)
  const customerID = (await resolveCustomer(context, input)) ?? null
  const costs = computeLineCosts(priced.lines, stock)
  const lines = await insertSale(
    context,
    shopYear(checked.timeZone, context.now),
    { ...priced.figures, ...checked.values, customerID },
    {
      lines: priced.lines.map((line, n) => ({
        ...line,
        handedOver: input.complete ? { unitCost: line.averageCost, cost: costs[n]! } : null,
      })),
      payments,
      schedule: checked.schedule,
    },
  )
  const { salesTransactionID } = lines[0]!
  const goods = { lines: lines.map((line, n) => ({ ...line, cost: costs[n]! })), held: [] }
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
    ...sentValues(facts, input),
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
  const paid = applyPayments(stored.totalPurchase, stored, withPaymentTypes(facts, [payment]))
  const stock = await lockStockOfSale(context, stored)
  // A paid sale must hold its stock, so a lapsed hold is reserved again.
  await holdStock(context, await findGoods(context, id), resolvePlace(facts, stored, stored.locationID), stock)
  await insertPayments(context, id, [payment])
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
  const goods = withCosts(await findGoods(context, id), stock)
  const { locationName } = before.location
  await takeOutStock(context, goods, { salesTransactionID: id, locationName }, stock)
  await storeCosts(context, goods)
  await updateSaleRow(context, stored, { status: 'Completed', completedAt: context.now, holdUntil: null })
  return recordSale(context, 'complete', id, before)
}

/** Cancels an open sale and releases its stock. `cancellation` decides about a paid deposit. */
export async function cancelSale(context: Context, id: number, cancellation: Cancellation): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  const stored = await lockOpenSale(context, id, 'be canceled')
  const before = await findSale(context.db, id)
  const deposit = await decideDeposit(context, stored, cancellation ?? {})
  await lockStockOfSale(context, stored)
  await releaseStock(context, id)
  if (deposit.refund) await insertPayments(context, id, [deposit.refund])
  await updateSaleRow(context, stored, { ...deposit.change, status: 'Canceled', holdUntil: null })
  return recordSale(context, 'cancel', id, before)
}

/** Checks a new sale and its payments against the stored records, and returns the values to store. */
async function checkNewSale(context: Context, input: NewSale) {
  const facts = await readSaleFacts(context, input, input.payments)
  const priced = priceSale(context.actor, facts, input, null)
  const { totalPurchase } = priced
  const payments = withPaymentTypes(facts, input.payments ?? [])
  const paid = applyPayments(totalPurchase, { amountPaid: 0, change: 0 }, payments)
  if (input.complete) assertPaid(totalPurchase, paid)
  const { timeZone, holdDays } = facts
  const schedule = checkSchedule(input.schedule ?? [], timeZone, totalPurchase)
  const status = input.complete ? 'Completed' : payments.length > 0 ? 'Processing' : 'Pending'
  const values = {
    ...paid,
    status,
    orderDate: shopDay(timeZone, input.orderDate ?? context.now),
    expectedDeliverDate: input.expectedDeliverDate ? shopDay(timeZone, input.expectedDeliverDate) : null,
    transactionDate: context.now,
    holdUntil: status === 'Pending' ? holdEnd(context.now, holdDays) : null,
    completedAt: status === 'Completed' ? context.now : null,
    remarks: input.remarks ?? null,
  } as const
  return { priced, payments, schedule, timeZone, values }
}

/** Returns the values that the input contains. Omitted values stay as stored. */
const sentValues = (
  { timeZone }: { timeZone: string },
  { orderDate, expectedDeliverDate, remarks }: Input,
): SaleChange => ({
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

/**
 * Decides about the deposit of a canceled sale. Throws 422 without a decision, and 403 when the actor may not forfeit
 * it.
 */
async function decideDeposit(
  context: Context,
  stored: StoredSale,
  { deposit, paymentTypeID }: NonNullable<Cancellation>,
): Promise<{ change: SaleChange; refund?: NewPayment }> {
  const paid = netPaid(stored)
  if (paid === 0) return { change: {} }
  if (deposit === undefined)
    throw new AppError(
      'sale.deposit_undecided',
      `Say what becomes of the ${formatPeso(paid)} that is paid: refund it or forfeit it`,
      { field: 'deposit' },
    )
  if (deposit === 'forfeit') {
    if (!mayAct(context.actor, 'sales.forfeit'))
      throw new AppError('sale.forfeit_denied', 'Only a manager may forfeit a deposit')
    return { change: { deposit } }
  }
  if (paymentTypeID === undefined)
    throw new AppError('input.invalid', 'Payment type is required', { field: 'paymentTypeID' })
  const refund = { paymentTypeID, amount: -paid, reference: null }
  withPaymentTypes(await readSaleFacts(context, { ...stored, items: [] }, [refund]), [refund])
  return { change: { deposit, refundedAmount: paid }, refund }
}
