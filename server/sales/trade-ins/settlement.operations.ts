import { eq } from 'drizzle-orm'

import type { TradeInSettlement } from '../../../contract/sales/trade-ins.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { tradeIn } from '../../db/schema/trade-ins.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { insertCreditEntry, lockCredit } from '../../money/credit.ts'
import { insertTradeInPayout } from '../../money/ledger.ts'
import { findMoneyType } from '../../money/money-types.queries.ts'
import { record } from '../../resource/records.ts'
import { lockTradeIn, recordTradeIn } from './trade-ins.operations.ts'
import { findTradeIn, type TradeInDetails } from './trade-ins.queries.ts'

/**
 * Pays out what is left of an accepted trade-in, as money or as store credit of its customer. Throws 409 when nothing is
 * left, and 422 for a payment type that is no money.
 */
export async function settleTradeIn(
  context: Context,
  id: number,
  { to, paymentTypeID, updatedAt }: z.output<typeof TradeInSettlement>,
): Promise<TradeInDetails> {
  assertAccess(context.actor, 'trade_ins.write')
  const { db } = context
  // Sales lock the store credit before the trade-in. An accepted trade-in keeps its customer.
  const [found] = await db.select({ customerID: tradeIn.customerID }).from(tradeIn).where(eq(tradeIn.tradeInID, id))
  if (!found) throw notFound('Trade-in')
  const creditBefore = to === 'credit' ? await lockCredit(context, found.customerID) : null
  const stored = await lockTradeIn(context, id, updatedAt)
  const { tradeInNumber, customerID, locationID } = stored
  if (stored.status !== 'Accepted')
    throw new AppError('trade_in.not_accepted', `This trade-in is ${stored.status}: there is nothing to pay out`)
  const amount = fromCentavos(toCentavos(stored.offer!) - toCentavos(stored.settled))
  if (amount === 0) throw new AppError('trade_in.nothing_left', 'Nothing is left of this trade-in')
  const before = await findTradeIn(db, id)
  if (creditBefore === null) {
    if (paymentTypeID === undefined)
      throw new AppError('refund.type_missing', 'Choose the payment type by which it is paid out', {
        field: 'paymentTypeID',
      })
    const type = await findMoneyType(context, paymentTypeID, 'payment.of_trade_in')
    await insertTradeInPayout(
      context,
      { tradeInID: id, locationID },
      { paymentTypeID: type.paymentTypeID, amount, reference: tradeInNumber },
    )
  } else {
    await insertCreditEntry(context, { customerID, kind: 'traded in', amount, reason: tradeInNumber, tradeInID: id })
    await record(context, {
      action: 'give',
      entity: 'storeCredit',
      entityID: customerID,
      before: { storeCredit: creditBefore },
      after: { storeCredit: fromCentavos(toCentavos(creditBefore) + toCentavos(amount)), reason: tradeInNumber },
    })
  }
  return recordTradeIn(context, 'settle', id, before)
}
