import type { PaymentInput } from '../../../contract/sales/sale-payments.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { assertCredit } from '../../money/credit.ts'
import { insertPayments } from '../../money/ledger.ts'
import { takeTradeIns } from '../../money/trade-in.ts'
import { applyPayments, isDepositEnough } from '../payments/payments.rules.ts'
import { findKeptPrice } from '../price-locks/price-locks.queries.ts'
import { assertMayBePaid, renewPriceLock } from '../price-locks/price-locks.rules.ts'
import { readSaleFacts } from './sale-facts.queries.ts'
import { findGoods, holdStock, lockStockOfSale } from './sale-stock.ts'
import { updateSaleRow } from './sale-writes.ts'
import { lockOpenSale, recordSale } from './sales.operations.ts'
import { findSale, type SaleDetails } from './sales.queries.ts'
import { resolvePlace, withPaymentTypes } from './sales.rules.ts'

type NewPayment = z.output<typeof PaymentInput>

/**
 * Takes a payment for an open sale. From the least deposit on, the goods are held until the sale is completed or
 * canceled, and prices by the rate are kept until a day. A smaller payment leaves the hold as it is. Throws 409 for the
 * payment of all that is left, while a manager has to decide about the price.
 */
export const takePayment = async (context: Context, id: number, payment: NewPayment): Promise<SaleDetails> =>
  (await enterPayment(context, id, payment)).sale

/** Takes a payment as `takePayment` does, and returns the key of its entry in the ledger too. */
export async function enterPayment(
  context: Context,
  id: number,
  payment: NewPayment,
): Promise<{ sale: SaleDetails; entryID: number }> {
  assertAccess(context.actor, 'sales.write')
  const stored = await lockOpenSale(context, id, 'be paid')
  const { totalPurchase, customerID } = stored
  const before = await findSale(context.db, id)
  const facts = await readSaleFacts(context, { ...stored, items: [] }, [payment])
  const { payments, ...paid } = applyPayments(totalPurchase, stored, withPaymentTypes(facts, [payment]))
  assertMayBePaid(before, totalPurchase, paid)
  const keepsGoods = stored.holdUntil === null || isDepositEnough(facts, totalPurchase, paid)
  if (keepsGoods) {
    const stock = await lockStockOfSale(context, stored)
    // The hold may have lapsed, so what is missing is taken again.
    await holdStock(context, await findGoods(context, id), resolvePlace(facts, stored, stored.locationID), stock)
  }
  await assertCredit(context, customerID, payments)
  const [entryID] = await insertPayments(context, stored, await takeTradeIns(context, customerID, payments))
  const keptPrice = await findKeptPrice(context.db, id)
  await updateSaleRow(context, stored, {
    ...paid,
    ...renewPriceLock(facts, context.now, stored, { ...paid, totalPurchase, keptPrice }),
    status: 'Processing',
    ...(keepsGoods && { holdUntil: null }),
  })
  return { sale: await recordSale(context, 'pay', id, before), entryID: entryID! }
}
