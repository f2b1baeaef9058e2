import { eq } from 'drizzle-orm'

import { paymentType } from '../db/schema/sales.ts'
import type { Context } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * Returns the payment type by which money comes in or goes out. Throws 422 for an unknown one, and, with the code, for
 * store credit, exchanged goods and trade-ins, which are no money.
 */
export async function findMoneyType(
  { db }: Context,
  paymentTypeID: number,
  code: 'payment.no_money' | 'payment.of_trade_in',
) {
  const field = 'paymentTypeID'
  const [type] = await db.select().from(paymentType).where(eq(paymentType.paymentTypeID, paymentTypeID))
  if (!type) throw new AppError('reference.missing', `Payment type ${paymentTypeID} does not exist`, { field })
  if (type.code !== null && type.code !== 'cash')
    throw new AppError(code, `${type.paymentName} is no money: choose another payment type`, { field })
  return type
}
