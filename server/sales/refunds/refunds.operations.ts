import { eq } from 'drizzle-orm'

import type { SaleRefundInput } from '../../../contract/sales/sale-refunds.ts'
import { formatPeso, fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertBooksOpen } from '../../company/closed-books.operations.ts'
import { readSettings } from '../../company/settings.ts'
import { saleRefund, saleRefundItem } from '../../db/schema/refunds.ts'
import { paymentType, sale } from '../../db/schema/sales.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertCreditCustomer } from '../../money/credit.ts'
import { findWaysBack, insertRefundEntries, type WayBack } from '../../money/ledger.ts'
import { assertScrapThere } from '../../money/trade-in.ts'
import { stampCreated, lockUnchanged, record } from '../../resource/records.ts'
import { findOrCreateUnsoldType } from '../../stock/inventory/unsold-types.operations.ts'
import { splitValue } from '../../stock/ledger/ledger.rules.ts'
import { type MovementLine, postMovements, findOrCreateStockRow } from '../../stock/ledger/ledger.ts'
import { lockStockValues } from '../../stock/ledger/locks.ts'
import { freePieces } from '../pieces/sold-pieces.operations.ts'
import { type StoredSale, updateSaleRow } from '../sale/sale-writes.ts'
import { findSale, type SaleDetails as Sale } from '../sale/sales.queries.ts'
import { findChangedDays } from '../sale/sales.rules.ts'
import { recordRefundTaxes } from '../tax/tax.operations.ts'
import { findLineCosts, findSoldPieces, findTakenStock } from './refunds.queries.ts'
import {
  partsLeft,
  assertReturnable,
  combineParts,
  computeReturnedCosts,
  isFullyReturned,
  priceParts,
  type RefundedPart,
  allocateReturned,
} from './refunds.rules.ts'

type Input = z.output<typeof SaleRefundInput>
type Returned = RefundedPart & { unitCost: number; cost: number }
/** Goods that come back, with what each part is worth, and their whole value in pesos. */
type ReturnPlan = { returned: Returned[]; amount: number }

/**
 * Refunds a completed sale in whole or in part: the money is paid back and the goods return to stock. Without a payment
 * type, the money goes back as it came, and credit as credit. All of it counts today, so a sale of the closed books can
 * be refunded.
 */
export async function refundSale(context: Context, id: number, input: Input): Promise<Sale> {
  assertAccess(context.actor, 'sales.refund')
  const { db } = context
  const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, undefined)
  if (stored.status !== 'Completed')
    throw new AppError('sale.not_completed', `This sale is ${stored.status}: only a Completed sale can be refunded`)
  const type = input.paymentTypeID === undefined ? null : await findBackType(context, input.paymentTypeID)
  const before = await findSale(db, id)
  const customerID = await settleCustomer(context, stored, before, input.customerID)
  if (type?.code === 'store_credit') assertCreditCustomer(customerID)
  const plan = await planReturn(context, before, input.items)
  const parts =
    type && type.code !== 'trade_in'
      ? [{ paymentTypeID: type.paymentTypeID, amount: plan.amount }]
      : await findRefundWays(context, id, plan.amount, type !== null)
  const { reason } = input
  const refundID = await storeReturn(context, before, { ...plan, reason, paymentTypeID: parts[0]!.paymentTypeID })
  await insertRefundEntries(context, stored, { refundID, reason }, parts)
  await closeReturn(context, stored, before, plan)
  const after = await findSale(db, id)
  await record(context, { action: 'refund', entity: 'sale', entityID: id, before, after })
  return after
}

/** Prices the goods that come back. Without `items`, they are everything that has not come back yet. */
export async function planReturn(context: Context, before: Sale, items: Input['items']): Promise<ReturnPlan> {
  const returned = await addReturnedCosts(context, before, items ?? partsLeft(before))
  return { returned, amount: fromCentavos(returned.reduce((sum, part) => sum + toCentavos(part.amount), 0)) }
}

/** Stores a refund with its taxes but without its money, and returns its goods to stock. Returns its key. */
export async function storeReturn(
  context: Context,
  before: Sale,
  { returned, ...refund }: ReturnPlan & Pick<typeof saleRefund.$inferInsert, 'paymentTypeID' | 'reason'>,
): Promise<number> {
  const refundID = await insertRefund(context, before, refund, returned)
  const { salesTransactionID, taxes } = before
  await recordRefundTaxes(context, taxes, { salesTransactionID, refundID, parts: returned })
  await returnToStock(context, before, returned)
  return refundID
}

/** Adds a refund to its sale, which is Refunded once everything came back. */
export async function closeReturn(
  context: Context,
  stored: StoredSale,
  before: Sale,
  { returned, amount }: ReturnPlan,
) {
  await updateSaleRow(context, stored, {
    refundedAmount: fromCentavos(toCentavos(stored.refundedAmount) + toCentavos(amount)),
    status: isFullyReturned(before, returned) ? 'Refunded' : 'Completed',
  })
}

/**
 * Returns the customer of a sale. A sale without a customer gets the given one, whose statement then shows it. Throws
 * 422 when the sale belongs to another customer.
 */
export async function settleCustomer(
  context: Context,
  stored: StoredSale,
  before: Sale,
  customerID: number | undefined,
): Promise<number | null> {
  if (customerID === undefined || customerID === stored.customerID) return stored.customerID
  if (stored.customerID !== null)
    throw new AppError('sale.other_customer', 'This sale belongs to another customer', { field: 'customerID' })
  if (stored.buyerID !== null)
    throw new AppError('sale.buyer_apart', `Join the buyer ${before.buyer!.handle} to this customer first`, {
      field: 'customerID',
    })
  const { timeZone } = await readSettings(context.db)
  await assertBooksOpen(context, timeZone, findChangedDays(timeZone, before, before, true))
  await updateSaleRow(context, stored, { customerID })
  return customerID
}

/**
 * Returns the ways by which the money of a refund goes back. Throws 422 when goods of an exchange paid for it. Also for the
 * part that a trade-in paid, a person chooses: money, store credit or, while its scrap is there, the trade-in.
 */
async function findRefundWays(
  context: Context,
  salesTransactionID: number,
  amount: number,
  toTradeIn: boolean,
): Promise<WayBack[]> {
  const ways = await findWaysBack(context.db, { salesTransactionID }, amount)
  const open = ways.find(({ code }) => code === 'exchange' || (code === 'trade_in' && !toTradeIn))
  if (open || ways.length === 0)
    throw new AppError('refund.type_missing', `Choose how the ${formatPeso(open?.amount ?? 0)} is handed back`, {
      field: 'paymentTypeID',
    })
  if (toTradeIn && ways.every(({ tradeInID }) => !tradeInID))
    throw new AppError('payment.of_trade_in', 'No trade-in paid for these goods: choose another payment type', {
      field: 'paymentTypeID',
    })
  await assertScrapThere(context, ways)
  return ways
}

/** Returns the payment type by which money goes back. Throws 422 for an unknown one, and for that of exchanges. */
export async function findBackType({ db }: Context, paymentTypeID: number, field = 'paymentTypeID') {
  const [type] = await db.select().from(paymentType).where(eq(paymentType.paymentTypeID, paymentTypeID))
  if (!type) throw new AppError('reference.missing', `Payment type ${paymentTypeID} does not exist`, { field })
  if (type.code === 'exchange')
    throw new AppError('payment.of_exchange', `${type.paymentName} is for exchanges: choose another payment type`, {
      field,
    })
  return type
}

/** Prices the returned parts, and adds the cost at which each left the stock, per unit and in all. */
async function addReturnedCosts({ db }: Context, sold: Sale, sent: NonNullable<Input['items']>): Promise<Returned[]> {
  const parts = combineParts(sent)
  assertReturnable(sold, parts)
  const costs = await findLineCosts(db, sold.items)
  const returnedCosts = computeReturnedCosts(sold, costs, parts)
  return priceParts(sold, parts).map((part, n) => ({
    ...part,
    unitCost: costs.get(part.salesItemID)!.unitCost,
    cost: returnedCosts[n]!,
  }))
}

/** Stores a refund with its lines, and returns its key. */
async function insertRefund(
  context: Context,
  of: { salesTransactionID: number },
  { paymentTypeID, reason, amount }: { paymentTypeID: number; reason: string; amount: number },
  returned: readonly Returned[],
) {
  const [refund] = await context.db
    .insert(saleRefund)
    .values({ salesTransactionID: of.salesTransactionID, paymentTypeID, reason, amount, ...stampCreated(context) })
    .returning()
  await context.db.insert(saleRefundItem).values(
    returned.map(({ salesItemID, qty, disposition, ...part }) => ({
      refundID: refund!.refundID,
      salesItemID,
      qty,
      disposition,
      amount: part.amount,
      cost: part.cost,
    })),
  )
  return refund!.refundID
}

/**
 * Returns goods to stock at the cost at which they left. Goods for the shelf return to their original rows, and goods
 * for repair go to the repair stock. Scrapped goods return to no stock.
 */
async function returnToStock(
  context: Context,
  { salesTransactionID, locationID }: Sale,
  returned: readonly Returned[],
) {
  const lines: MovementLine[] = []
  await lockStockValues(
    context.db,
    returned.map(({ itemID }) => itemID),
  )
  const taken = await findTakenStock(context, salesTransactionID)
  const pieces = await findSoldPieces(context.db, returned)
  await freePieces(context, [...pieces.keys()])
  for (const { salesItemID, itemID, qty, disposition, unitCost, cost } of returned) {
    const named = pieces.get(salesItemID)
    const pieceIDs = named && [named.pieceID]
    if (disposition === 'repair') {
      const inventoryTypeID = await findOrCreateRepairType(context)
      const inventoryID = await findOrCreateStockRow(context, { itemID, locationID, inventoryTypeID })
      lines.push({ inventoryID, quantity: qty, unitCost, value: cost, pieceIDs })
    }
    if (disposition === 'restock') {
      const parts = allocateReturned(taken, itemID, qty, named?.inventoryID)
      const values = splitValue(
        cost,
        parts.map(({ quantity }) => quantity),
      )
      lines.push(...parts.map((part, n) => ({ ...part, unitCost, value: values[n]!, pieceIDs })))
    }
  }
  await postMovements(context, { kind: 'refund', documentType: 'sale', documentID: salesTransactionID }, lines)
}

/** Returns the key of the repair stock type. Throws 422 when that type is for sale. */
const findOrCreateRepairType = (context: Context) =>
  findOrCreateUnsoldType(
    context,
    { code: 'repair', typeName: 'Repair', description: 'Waits for the workshop' },
    { advice: 'make it not sellable, or choose another way for these goods', field: 'items' },
  )
