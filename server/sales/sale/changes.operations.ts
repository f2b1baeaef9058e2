import type { saleLines } from '../../../contract/sales/sale-lines.ts'
import type { SaleChanges } from '../../../contract/sales/sales.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertBooksOpen } from '../../company/closed-books.operations.ts'
import { assertMoneyShown } from '../../db/blind-counts.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { assertOrderDays, shopDay } from '../../kernel/shop-days.ts'
import { lockSellable } from '../../stock/ledger/locks.ts'
import { replacePieces, resolvePieces } from '../pieces/sold-pieces.operations.ts'
import { findKeptPrice } from '../price-locks/price-locks.queries.ts'
import { assertLockedLinesStay, lockUntil, renewPriceLock } from '../price-locks/price-locks.rules.ts'
import { replaceSchedule } from '../schedule/schedule.operations.ts'
import { findLessened, matchLines } from './lines.rules.ts'
import type { Line } from './prices.rules.ts'
import { resolveBuyer, resolveCustomer } from './sale-customer.ts'
import { itemIDsOf, readSaleFacts } from './sale-facts.queries.ts'
import { findGoods, holdStock, releaseLines, releaseStock, sortGoods } from './sale-stock.ts'
import { storeSaleLines, type StoredSale, updateSaleRow } from './sale-writes.ts'
import { lockOpenSale, recordSale } from './sales.operations.ts'
import { findSale, type SaleDetails } from './sales.queries.ts'
import { assertCoversPaid, findChangedDays, isHoldOver, isOtherCustomer, priceSale } from './sales.rules.ts'

// Changes of an open sale: of the whole, or of a single line.

type Changes = z.output<typeof SaleChanges>
type Added = z.output<typeof saleLines.add.body>
type Changed = z.output<typeof saleLines.update.body>

/** Updates a Pending or Processing sale and its held stock. Throws 409 when it has changed since `updatedAt`. */
export async function updateSale(context: Context, id: number, input: Changes): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  const stored = await lockOpenSale(context, id, 'be changed', input.updatedAt)
  return changeSale(context, stored, await findSale(context.db, id), input)
}

/** Adds a line to an open sale. The prices of `allowed` lines were allowed elsewhere, such as in the plan of a live. */
export const addSaleLine = (
  context: Context,
  id: number,
  { updatedAt, ...line }: Added,
  allowed: readonly Line[] = [],
): Promise<SaleDetails> => changeLines(context, id, updatedAt, (lines) => [...lines, line], allowed)

/** Changes the quantity or the price of a line. */
export const changeSaleLine = (
  context: Context,
  id: number,
  salesItemID: number,
  { updatedAt, orderQty, price, pieceID }: Changed,
) =>
  changeLines(context, id, updatedAt, (lines) => {
    assertLine(lines, salesItemID)
    return lines.map((line) =>
      line.salesItemID === salesItemID
        ? { ...line, orderQty, price: price ?? line.price, pieceID: pieceID ?? line.pieceID }
        : line,
    )
  })

/**
 * Removes a line. Throws 422 for the last one. It throws 409 to those who count a drawer blind that has money of the sale:
 * a claim of a live that is taken back comes here too, and the refusals say how much is paid.
 */
export async function removeSaleLine(context: Context, id: number, salesItemID: number) {
  await assertMoneyShown(context.db, context.actor, 'sale', id)
  return changeLines(context, id, undefined, (lines) => {
    assertLine(lines, salesItemID)
    if (lines.length === 1)
      throw new AppError('sale.last_line', 'A sale has at least one line: cancel the sale instead')
    return lines.filter((line) => line.salesItemID !== salesItemID)
  })
}

type Lines = Changes['items']

async function changeLines(
  context: Context,
  id: number,
  updatedAt: Date | undefined,
  change: (lines: Lines) => Lines,
  allowed: readonly Line[] = [],
) {
  assertAccess(context.actor, 'sales.write')
  const stored = await lockOpenSale(context, id, 'be changed', updatedAt)
  const before = await findSale(context.db, id)
  const lines = before.items.map(({ salesItemID, itemID, orderQty, price, piece }) => ({
    salesItemID,
    itemID,
    orderQty,
    price,
    pieceID: piece?.pieceID,
  }))
  const { locationID, transactionTypeID } = stored
  const changes = { locationID, transactionTypeID, items: change(lines), remarks: undefined }
  return changeSale(context, stored, before, changes, { allowed })
}

/** Throws 404 when the sale has no such line. */
function assertLine(lines: Lines, salesItemID: number) {
  if (!lines.some((line) => line.salesItemID === salesItemID)) throw notFound('Line')
}

/**
 * Changes a locked sale. The lines that stay keep their keys and what they hold. The time at which the hold ends stays,
 * and a sale whose hold is over takes nothing. `decided` is a manager's decision about its price, with the last day of the
 * chosen one; without it, lines whose price is over stay as they are. The prices of `allowed` lines were allowed elsewhere.
 */
export async function changeSale(
  context: Context,
  stored: StoredSale,
  before: SaleDetails,
  sent: Changes,
  { decided, allowed = [] }: { decided?: { priceKeptUntil: string | null }; allowed?: readonly Line[] } = {},
) {
  const id = stored.salesTransactionID
  const keys = matchLines(before.items, sent.items)
  const input = { ...sent, items: keepPrices(before, sent.items, keys) }
  await lockSellable(context, [...itemIDsOf(before), ...itemIDsOf(input)], [before.locationID, input.locationID])
  const buying = await resolveBuyer(context, stored, input)
  const isOther = isOtherCustomer(before, buying ?? input)
  const isFixed = before.creditLeft !== null || before.payments.some(({ tradeInID }) => tradeInID !== null)
  if (isFixed && isOther)
    throw new AppError(
      'credit.customer_fixed',
      'Store credit or a trade-in paid for this sale, so its customer stays',
      {
        field: 'customerID',
      },
    )
  const facts = await readSaleFacts(context, input)
  const priced = priceSale(context, facts, input, before, allowed)
  assertCoversPaid(priced.totalPurchase, stored)
  const withKeys = priced.lines.map((line, n) => ({ ...line, salesItemID: keys[n]! }))
  if (!decided) assertLockedLinesStay(before, withKeys, priced.totalPurchase)
  const changes = sentValues(facts, input)
  assertOrderDays(shopDay(facts.timeZone, context.now), { ...before, ...changes }, before)
  const after = { ...before, ...changes, totalPurchase: priced.totalPurchase }
  const daysChanged = findChangedDays(facts.timeZone, before, after, isOther)
  await assertBooksOpen(context, facts.timeZone, daysChanged, 'orderDate')

  const party = buying ?? (await resolveCustomer(context, stored, input))
  const pieces = await resolvePieces(context, facts, input.items, { ...input, ...priced, salesTransactionID: id })
  const lines = withKeys.map((line, n) => ({ ...line, pieceID: pieces[n]?.pieceID ?? null }))
  await (input.locationID === before.locationID
    ? releaseLines(context, findLessened(before.items, lines))
    : releaseStock(context, id))
  const storedKeys = await storeSaleLines(context, id, lines)
  await replacePieces(
    context,
    lines.map(({ pieceID }, n) => ({ salesItemID: storedKeys[n]!, pieceID })),
  )
  const { totalPurchase } = priced
  await replaceSchedule(context, { id, timeZone: facts.timeZone, totalPurchase }, input.schedule)
  if (!isHoldOver(stored, context.now)) {
    // The stock is read again, because parts of the sale's hold were released.
    const stock = await lockSellable(context, itemIDsOf(input), [input.locationID])
    await holdStock(context, sortGoods(await findGoods(context, id), storedKeys), priced, stock)
  }
  const keptPrice = await findKeptPrice(context.db, id)
  const lock = decided
    ? lockUntil(decided.priceKeptUntil, keptPrice)
    : renewPriceLock(facts, context.now, stored, { ...stored, totalPurchase, keptPrice })
  await updateSaleRow(context, stored, {
    ...priced.figures,
    ...changes,
    ...lock,
    ...(party && { customerID: party.customerID, buyerID: party.buyerID }),
  })
  return recordSale(context, decided ? 'decide price' : 'update', id, before)
}

/** Returns the sent lines. A line that stays keeps its price if none was sent, also when the item has another one by now. */
const keepPrices = (before: SaleDetails, sent: Lines, keys: readonly (number | null)[]): Lines =>
  sent.map((line, n) => ({
    ...line,
    price: line.price ?? before.items.find(({ salesItemID }) => salesItemID === keys[n])?.price,
  }))

/** Returns the values that the input contains. Omitted values stay as stored. */
const sentValues = ({ timeZone }: { timeZone: string }, { orderDate, expectedDeliverDate, remarks }: Changes) => ({
  ...(orderDate && { orderDate: shopDay(timeZone, orderDate) }),
  ...(expectedDeliverDate !== undefined && {
    expectedDeliverDate: expectedDeliverDate && shopDay(timeZone, expectedDeliverDate),
  }),
  ...(remarks !== undefined && { remarks }),
})
