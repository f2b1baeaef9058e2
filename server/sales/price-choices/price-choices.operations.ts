import { choosePrice, fitInstalments, sumLockedLines } from '../../../contract/pricing/price-lock-rules.ts'
import type { salePrices } from '../../../contract/sales/sale-prices.ts'
import { formatDay } from '../../../contract/shared/dates.ts'
import { formatPeso, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { salePriceChoice } from '../../db/schema/price-locks.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { findLockedLines, lockItemPrices } from '../price-locks/price-locks.queries.ts'
import { findLastKeptDay } from '../price-locks/price-locks.rules.ts'
import { changeSale } from '../sale/changes.operations.ts'
import { readSaleFacts } from '../sale/sale-facts.queries.ts'
import { lockStockOfSale } from '../sale/sale-stock.ts'
import { lockOpenSale } from '../sale/sales.operations.ts'
import { findSale, type SaleDetails } from '../sale/sales.queries.ts'

type Decision = z.output<typeof salePrices.decide.body>

/**
 * Decides about the price of a sale whose last day is over: it stays, the lower of it and today's is taken, or today's is.
 * Today's price is that of the item, for which anybody would buy it. The chosen price is kept again for the days of the
 * settings. The last instalment takes the difference. Throws 409 when there is nothing to decide or today's price is not
 * the one that the caller saw, and 422 for today's price by a rate that is too old, or for a total below the paid sum.
 */
export async function decidePrice(
  context: Context,
  id: number,
  { choice, reason, total, updatedAt }: Decision,
): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.decide_price')
  const { db } = context
  const stored = await lockOpenSale(context, id, 'be priced', updatedAt)
  await lockStockOfSale(context, stored)
  // No repricing comes between the prices that are read and those that are stored.
  await lockItemPrices(db, id)
  const before = await findSale(db, id)
  const { priceLapse, priceKeptUntil } = before
  if (priceLapse === null || priceKeptUntil === null) throw nothingToDecide(before)
  const now = priceLapse.totals[choice]
  if (total !== undefined && toCentavos(total) !== toCentavos(now))
    throw new AppError(
      'sale.price_outrun',
      `A price has changed meanwhile, and this sale would come to ${formatPeso(now)}. Look at it again`,
    )
  if (choice !== 'keep' && priceLapse.refusal !== null) throw new AppError('rate.too_old', priceLapse.refusal)

  const lines = await findLockedLines(db, id)
  const nextUntil = findLastKeptDay(await readSaleFacts(context, { ...stored, items: [] }), context.now)
  await db.insert(salePriceChoice).values({
    salesTransactionID: id,
    choice,
    keptUntil: priceKeptUntil,
    was: priceLapse.was,
    today: priceLapse.today,
    chosen: sumLockedLines(lines, choice),
    nextUntil,
    reason,
    createdByID: userIDOf(context.actor),
    createdAt: context.now,
  })
  const { locationID, transactionTypeID } = stored
  const prices = new Map(lines.map((line) => [line.salesItemID, choosePrice(choice, line)]))
  const items = before.items.map(({ salesItemID, itemID, orderQty, piece }) => ({
    salesItemID,
    itemID,
    orderQty,
    price: prices.get(salesItemID)!,
    pieceID: piece?.pieceID,
  }))
  // Instalments that fit already stay, with the note of those that staff know to be overdue.
  const schedule = now === before.totalPurchase ? undefined : fitInstalments(before.schedule, now)
  return changeSale(
    context,
    stored,
    before,
    { locationID, transactionTypeID, items, schedule, remarks: undefined },
    { decided: { priceKeptUntil: nextUntil } },
  )
}

/** Returns the 409 error of a sale about whose price there is nothing to decide. */
function nothingToDecide({ priceKeptUntil, balance }: SaleDetails) {
  const why =
    priceKeptUntil === null
      ? 'No deposit keeps the price of this sale until a day'
      : balance === 0
        ? 'This sale is paid in full at its price'
        : `The price of this sale is kept until ${formatDay(priceKeptUntil)}, or it is the price of today`
  return new AppError('sale.price_not_lapsed', `${why}: there is nothing to decide`)
}
