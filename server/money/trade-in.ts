import { eq, inArray, sql } from 'drizzle-orm'

import { formatPeso, fromCentavos, toCentavos } from '../../contract/shared/money.ts'
import { toThousandths } from '../../contract/shared/quantities.ts'
import { assertMoneyShown } from '../db/blind-counts.ts'
import { shownCustomerName } from '../db/names.ts'
import { moneyEntry } from '../db/schema/money.ts'
import { customer, sale } from '../db/schema/sales.ts'
import { inventory } from '../db/schema/stock.ts'
import { tradeIn, tradeInPiece } from '../db/schema/trade-ins.ts'
import { touch } from '../events/publish.ts'
import type { Context } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'

// Accepted trade-ins pay sales. Triggers keep what is settled of each equal to its entries. This code locks a trade-in
// before a sale uses it, after the stock and the store credit and before the document number.

type Paying = { code: string | null; amount: number; tradeInID?: number | null | undefined; reference: string | null }

/**
 * Returns the payments of a sale, those by trade-in with the number of the trade-in as their reference. It locks the
 * trade-ins until the transaction ends. Throws 409 for a trade-in that is not accepted, that has paid a sale, or of which
 * too little is left, and 422 when the sale is another customer's. Those who count a drawer blind could find out what is
 * left, so it throws 409 for one with money in the counted session.
 */
export async function takeTradeIns<P extends Paying>(
  context: Context,
  customerID: number | null,
  payments: readonly P[],
): Promise<P[]> {
  const used = payments.filter(({ code }) => code === 'trade_in')
  if (used.length === 0) return [...payments]
  for (const { tradeInID } of used) await assertMoneyShown(context.db, context.actor, 'tradeIn', tradeInID!)
  const found = await lockTradeIns(
    context,
    used.map(({ tradeInID }) => tradeInID!),
  )
  const paid = new Set<number>()
  for (const { tradeInID, amount } of used) {
    const one = found.get(tradeInID!)
    if (!one) throw new AppError('reference.missing', `Trade-in ${tradeInID} does not exist`, { field: 'tradeInID' })
    assertPays(one, customerID, amount, paid.has(one.tradeInID))
    paid.add(one.tradeInID)
  }
  await touch(context, 'tradeIn', [...paid])
  return payments.map((payment) => {
    const by = payment.code === 'trade_in' ? found.get(payment.tradeInID!) : undefined
    return by ? { ...payment, reference: by.tradeInNumber } : payment
  })
}

type Locked = Awaited<ReturnType<typeof lockTradeIns>> extends Map<number, infer One> ? One : never

async function lockTradeIns({ db }: Context, tradeInIDs: readonly number[]) {
  const rows = await db
    .select({
      tradeInID: tradeIn.tradeInID,
      tradeInNumber: tradeIn.tradeInNumber,
      status: tradeIn.status,
      offer: tradeIn.offer,
      settled: tradeIn.settled,
      customerID: tradeIn.customerID,
    })
    .from(tradeIn)
    .where(inArray(tradeIn.tradeInID, [...tradeInIDs]))
    .orderBy(tradeIn.tradeInID)
    .for('update')
  const more = await db
    .select({
      tradeInID: tradeIn.tradeInID,
      customerName: shownCustomerName(customer),
      /** The sale that the trade-in pays; null unless it does. */
      paid: sql<
        string | null
      >`(select max(${sale.transactionNumber}) from ${moneyEntry} join ${sale} using (sales_transaction_id)
        where ${moneyEntry.tradeInID} = ${tradeIn.tradeInID} having sum(${moneyEntry.amount}) > 0)`,
    })
    .from(tradeIn)
    .innerJoin(customer, eq(customer.customerID, tradeIn.customerID))
    .where(inArray(tradeIn.tradeInID, [...tradeInIDs]))
  return new Map(
    rows.map((row) => [row.tradeInID, { ...row, ...more.find(({ tradeInID }) => tradeInID === row.tradeInID)! }]),
  )
}

function assertPays(one: Locked, customerID: number | null, amount: number, isTwice: boolean) {
  const { tradeInNumber, status, offer, settled, paid } = one
  const field = 'tradeInID'
  if (status !== 'Accepted')
    throw new AppError('trade_in.not_accepted', `${tradeInNumber} is ${status}: only an accepted trade-in pays`, {
      field,
    })
  if (one.customerID !== customerID)
    throw new AppError(
      'trade_in.other_customer',
      `${tradeInNumber} is of ${one.customerName}: choose this customer for the sale`,
      { field },
    )
  if (paid !== null || isTwice)
    throw new AppError('trade_in.used', `${tradeInNumber} pays ${paid ?? 'this sale'} already`, { field })
  const left = toCentavos(offer!) - toCentavos(settled)
  if (toCentavos(amount) > left)
    throw new AppError('trade_in.short', `Only ${formatPeso(fromCentavos(left))} of ${tradeInNumber} is left`, {
      field: 'amount',
    })
}

/**
 * Throws 409 when scrap of a trade-in to which money goes back has left the stock: then the value goes back as money or store credit. It
 * publishes that the trade-ins change.
 */
export async function assertScrapThere(context: Context, ways: readonly { tradeInID?: number | null }[]) {
  const tradeInIDs = ways.flatMap(({ tradeInID }) => tradeInID ?? [])
  if (tradeInIDs.length === 0) return
  const rows = await context.db
    .select({
      tradeInNumber: tradeIn.tradeInNumber,
      grams: sql<number>`sum(${tradeInPiece.countedGrams})`.mapWith(Number),
      available: sql<number>`min(${inventory.quantity} - ${inventory.reserved})`.mapWith(Number),
    })
    .from(tradeInPiece)
    .innerJoin(tradeIn, eq(tradeIn.tradeInID, tradeInPiece.tradeInID))
    .innerJoin(inventory, eq(inventory.inventoryID, tradeInPiece.inventoryID))
    .where(inArray(tradeIn.tradeInID, [...tradeInIDs]))
    .groupBy(tradeIn.tradeInID, inventory.inventoryID)
  const gone = rows.find(({ grams, available }) => toThousandths(grams) > toThousandths(available))
  if (gone)
    throw new AppError(
      'trade_in.scrap_gone',
      `The scrap of ${gone.tradeInNumber} has left the stock: choose money or store credit`,
      { field: 'paymentTypeID' },
    )
  await touch(context, 'tradeIn', [...tradeInIDs])
}
