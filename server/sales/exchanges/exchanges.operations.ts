import { eq } from 'drizzle-orm'

import type { SaleExchangeInput } from '../../../contract/sales/exchanges.ts'
import { formatPeso, fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { saleExchange } from '../../db/schema/credit.ts'
import { paymentType, sale } from '../../db/schema/sales.ts'
import { assertAccess, type Context, mayAct, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertCreditCustomer, lockCredit } from '../../money/credit.ts'
import { insertRefundEntries, type WayBack } from '../../money/ledger.ts'
import { lockUnchanged, record } from '../../resource/records.ts'
import { lockSellable } from '../../stock/ledger/locks.ts'
import { closeReturn, findBackType, planReturn, settleCustomer, storeReturn } from '../refunds/refunds.operations.ts'
import { createSale, digestOf, findMadeSale } from '../sale/sales.operations.ts'
import { findSale, type SaleDetails } from '../sale/sales.queries.ts'
import { findMadeExchange } from './exchanges.queries.ts'

type Input = z.output<typeof SaleExchangeInput>
type PaymentType = typeof paymentType.$inferSelect

/**
 * Exchanges goods of a completed sale for others: a refund and a new completed sale, both of today, in one transaction.
 * The returned value pays for the new sale. Only a manager gives a rest back, as store credit or as money. Returns the new
 * sale.
 */
export async function exchangeSale(context: Context, id: number, input: Input): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  assertMayScrap(context, input.returned)
  const { db } = context
  const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, undefined)
  const clientDigest = digestOf(input.clientKey, { ...input, salesTransactionID: id })
  const made = input.clientKey === undefined ? undefined : await findMadeExchange(db, input.clientKey)
  if (made) return findMadeSale(context, made, clientDigest)
  if (stored.status !== 'Completed')
    throw new AppError('sale.not_completed', `This sale is ${stored.status}: only a Completed sale can be exchanged`)
  const [byGoods, backType] = [await findTypeOf(context, 'exchange'), await resolveBackType(context, input.backTypeID)]
  if (backType.code === 'trade_in')
    throw new AppError('payment.of_trade_in', `${backType.paymentName} is for trade-ins: choose another payment type`, {
      field: 'backTypeID',
    })
  const before = await findSale(db, id)
  const customerID = await settleCustomer(context, stored, before, input.customerID)
  const plan = await planReturn(context, before, input.returned)

  // All stock of both sides is locked at once, then the credit, so that exchanges never deadlock.
  const itemIDs = [...plan.returned, ...input.items].map(({ itemID }) => itemID)
  await lockSellable(context, [...new Set(itemIDs)], [stored.locationID])
  if (backType.code === 'store_credit' && customerID !== null) await lockCredit(context, customerID)
  const { reason } = input
  const refundID = await storeReturn(context, before, { ...plan, reason, paymentTypeID: byGoods.paymentTypeID })
  const sold = await createSale(context, saleOf(stored, input, customerID), {
    paymentTypeID: byGoods.paymentTypeID,
    value: plan.amount,
    reference: stored.transactionNumber,
    clientDigest,
  })

  const amount = Math.min(plan.amount, sold.totalPurchase)
  const rest = fromCentavos(toCentavos(plan.amount) - toCentavos(amount))
  if (rest > 0) assertMayReturn(context, backType, rest, customerID)
  const parts: WayBack[] = [
    { paymentTypeID: byGoods.paymentTypeID, amount },
    { paymentTypeID: backType.paymentTypeID, amount: rest },
  ]
  const moved = parts.filter((part) => part.amount > 0)
  await insertRefundEntries(context, stored, { refundID, reason }, moved.length > 0 ? moved : parts.slice(0, 1))
  await db.insert(saleExchange).values({
    refundID,
    salesTransactionID: sold.salesTransactionID,
    amount,
    createdByID: userIDOf(context.actor),
    createdAt: context.now,
  })
  await closeReturn(context, stored, before, plan)
  await record(context, { action: 'exchange', entity: 'sale', entityID: id, before, after: await findSale(db, id) })
  return findSale(db, sold.salesTransactionID)
}

/** Returns the new sale of an exchange. It has the location, the type, and the customer or buyer of the returned one. */
const saleOf = (
  { locationID, transactionTypeID, buyerID }: typeof sale.$inferSelect,
  { items, payments, clientKey }: Input,
  customerID: number | null,
) => ({
  locationID,
  transactionTypeID,
  ...(buyerID === null ? { customerID } : { buyerID }),
  items,
  payments,
  remarks: null,
  complete: true,
  ...(clientKey !== undefined && { clientKey }),
})

/** Returns the payment type by which the rest goes back: store credit, unless the input names another one. */
const resolveBackType = (context: Context, backTypeID: number | undefined) =>
  backTypeID === undefined ? findTypeOf(context, 'store_credit') : findBackType(context, backTypeID, 'backTypeID')

/** Returns the payment type that the program means by a code. */
async function findTypeOf({ db }: Context, code: 'exchange' | 'store_credit'): Promise<PaymentType> {
  const [type] = await db.select().from(paymentType).where(eq(paymentType.code, code))
  return type!
}

/** Throws 403 when Staff scrap returned goods. Scrap is a write-off, which otherwise needs an approval. */
function assertMayScrap({ actor }: Context, returned: Input['returned']) {
  const scrapped = returned.findIndex(({ disposition }) => disposition === 'scrap')
  if (scrapped >= 0 && !mayAct(actor, 'sales.refund'))
    throw new AppError('exchange.scrap_denied', 'Only a manager may scrap returned goods', {
      field: `returned.${scrapped}.disposition`,
    })
}

/**
 * Throws 403 when Staff give a rest back, also as store credit. Otherwise Staff would refund any sale by exchanging it for
 * the cheapest piece. Throws 422 for store credit without a customer.
 */
function assertMayReturn({ actor }: Context, { code }: PaymentType, rest: number, customerID: number | null) {
  if (!mayAct(actor, 'sales.refund'))
    throw new AppError(
      'exchange.money_back_denied',
      `Only a manager may give the ${formatPeso(rest)} back: choose goods that cost at least as much`,
      { field: 'items' },
    )
  if (code === 'store_credit') assertCreditCustomer(customerID)
}
