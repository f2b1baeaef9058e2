import { computeNetPaid, type Paid } from '../../../contract/sales/payments.ts'
import type { PaymentInput } from '../../../contract/sales/sale-payments.ts'
import type { SaleInput } from '../../../contract/sales/sales.ts'
import {
  findDiscountProblem,
  fromCentavos,
  largestAmount,
  formatPeso,
  computeSaleTotals,
  toCentavos,
} from '../../../contract/shared/money.ts'
import { toThousandths } from '../../../contract/shared/quantities.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { type Actor, type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { assertCountable, computeDepartures, type SellableRow } from '../../stock/ledger/ledger.rules.ts'
import {
  type Allowed,
  assertFloors,
  assertFreshRates,
  assertPrices,
  findItemPriceID,
  type Line,
} from './prices.rules.ts'
import type { SaleFacts } from './sale-facts.queries.ts'

// The business rules of a sale, without database access. Amounts are pesos unless a name says centavos.

type Input = Pick<z.output<typeof SaleInput>, 'locationID' | 'transactionTypeID' | 'items' | 'discount' | 'shippingFee'>
type Payment = z.output<typeof PaymentInput>
/** A stored sale, as `findSale` returns it. */
type Before = Omit<Allowed, 'lines'> & { locationID: number; shippingFee: number; items: readonly Line[] }

/** Adds up the lines, the discount and the shipping fee. Throws 400 when the discount exceeds the lines' total. */
export function addUp(lines: readonly Line[], discount: number, shippingFee: number) {
  const { subtotal, total } = computeSaleTotals({ items: lines, discount, shippingFee, payments: [] })
  if (subtotal > largestAmount || total > largestAmount)
    throw new AppError('amount.too_large', 'The total is too large')
  const problem = findDiscountProblem(discount, fromCentavos(subtotal))
  if (problem !== null) throw new AppError('sale.discount_too_large', problem, { field: 'discount' })
  return { subtotal: fromCentavos(subtotal), totalPurchase: fromCentavos(total) }
}

/**
 * Throws 403 when an actor other than a manager discounts more than 10 % of the items' total. The sale may keep its
 * present discount, if neither the amount nor the rate rises.
 */
export function assertDiscount(actor: Actor, subtotal: number, discount: number, allowed: Allowed | null) {
  if (mayAct(actor, 'sales.discount_freely')) return
  const [whole, off] = [BigInt(toCentavos(subtotal)), BigInt(toCentavos(discount))]
  const kept =
    allowed !== null &&
    off <= BigInt(toCentavos(allowed.discount)) &&
    off * BigInt(toCentavos(allowed.subtotal)) <= BigInt(toCentavos(allowed.discount)) * whole
  if (off * 10n > whole && !kept)
    throw new AppError('sale.discount_above', 'Only a manager may give a discount of more than 10 %', {
      field: 'discount',
    })
}

/** Throws 409 unless the sale is Pending or Processing. `change` completes the message, as in 'be paid'. */
export function assertOpen({ status }: { status: string }, change: string) {
  if (status !== 'Pending' && status !== 'Processing')
    throw new AppError('sale.closed', `This sale is ${status} and can no longer ${change}`)
}

/** Throws 422 when the changed total is below the amount already paid. */
export function assertCoversPaid(totalPurchase: number, paid: Paid) {
  const net = computeNetPaid(paid)
  if (totalPurchase < net)
    throw new AppError(
      'sale.total_below_paid',
      `The total cannot be less than the ${formatPeso(net)} that is paid already`,
    )
}

/** A sale with the figures that customers' statements show on its order date. */
type Dated = { orderDate: string; totalPurchase: number }

/**
 * Returns the days whose figures an update changes. Statements charge the total to the customer on the order date, and
 * show each payment on its day.
 */
export function findChangedDays(
  timeZone: string,
  before: Dated & { payments: readonly { paidAt: Date }[] },
  after: Dated,
  otherCustomer: boolean,
): string[] {
  const days: string[] = []
  if (otherCustomer) days.push(...before.payments.map(({ paidAt }) => shopDay(timeZone, paidAt)))
  if (otherCustomer || after.orderDate !== before.orderDate || after.totalPurchase !== before.totalPurchase)
    days.push(before.orderDate, after.orderDate)
  return days
}

/** Whether the input gives the sale to another customer. */
export const isOtherCustomer = (
  before: { customerID: number | null },
  { customerID, customer }: Pick<z.output<typeof SaleInput>, 'customerID' | 'customer'>,
) => customer !== undefined || (customerID !== undefined && customerID !== before.customerID)

/** Returns the time at which a hold of so many days ends. */
export const holdEnd = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000)

/** Whether the hold of an open sale has ended. Such a sale holds nothing, or the lapse is about to release it. */
export const isHoldOver = ({ holdUntil }: { holdUntil: Date | null }, now: Date) =>
  holdUntil !== null && holdUntil <= now

/**
 * Prices the input and checks items, location, prices and permissions. Throws 400, 403 or 422. Values that the stored
 * sale already has stay allowed, even when a new sale could not have them, and so do lines that were allowed elsewhere.
 */
export function priceSale(
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  facts: SaleFacts,
  input: Input,
  before: Before | null,
  allowedElsewhere: readonly Line[] = [],
) {
  const { locationName, beyondStock } = resolvePlace(facts, input, before?.locationID ?? null)
  const lines = resolveLines(facts, input, sumPerItem(before ?? { items: [] }), now)
  const discount = input.discount ?? before?.discount ?? 0
  const shippingFee = input.shippingFee ?? before?.shippingFee ?? 0
  const { subtotal, totalPurchase } = addUp(lines, discount, shippingFee)
  const allowed = listAllowed(before, allowedElsewhere)
  assertPrices(actor, lines, allowed)
  assertFreshRates(lines, allowed, facts.timeZone, now)
  assertFloors(actor, lines, { subtotal, discount, leastMargin: facts.leastMargin }, allowed)
  assertDiscount(actor, subtotal, discount, allowed)
  return {
    lines,
    locationName,
    beyondStock,
    totalPurchase,
    /** The values to store in the sale's own row. */
    figures: {
      locationID: input.locationID,
      transactionTypeID: input.transactionTypeID,
      totalItems: lines.length,
      totalQuantity: lines.reduce((sum, { orderQty }) => sum + toThousandths(orderQty), 0) / 1000,
      subtotal,
      discount,
      shippingFee,
      totalPurchase,
    },
  }
}

/** Returns the lines and the discount that were allowed before; null when nothing was. */
function listAllowed(before: Before | null, elsewhere: readonly Line[]): Allowed | null {
  if (before) return { ...before, lines: [...before.items, ...elsewhere] }
  return elsewhere.length === 0 ? null : { lines: elsewhere, subtotal: 0, discount: 0 }
}

/**
 * Returns the location and type of a sale. Throws 422 when either is unknown, or when the location is newly chosen and
 * inactive.
 */
export function resolvePlace(
  { locations: [place], kinds: [kind] }: SaleFacts,
  { locationID, transactionTypeID }: Pick<Input, 'locationID' | 'transactionTypeID'>,
  locationBefore: number | null,
) {
  if (!place) throw new AppError('reference.missing', `Location ${locationID} does not exist`, { field: 'locationID' })
  if (!place.status && locationID !== locationBefore)
    throw new AppError('reference.inactive', `Location ${place.locationName} is inactive`, { field: 'locationID' })
  if (!kind)
    throw new AppError('reference.missing', `Transaction type ${transactionTypeID} does not exist`, {
      field: 'transactionTypeID',
    })
  return { locationName: place.locationName, beyondStock: kind.beyondStock }
}

/**
 * Returns the lines with their items. Throws 422 for an unknown item, or when the quantity of an Inactive item
 * increases.
 */
function resolveLines({ items }: SaleFacts, input: Input, soldBefore: ReadonlyMap<number, number>, now: Date) {
  const byID = new Map(items.map((row) => [row.itemID, row]))
  const soldNow = sumPerItem(input)
  return input.items.map(({ itemID, orderQty, price }, n) => {
    const sold = byID.get(itemID)
    if (!sold) throw new AppError('reference.missing', `Item ${itemID} does not exist`, { field: `items.${n}.itemID` })
    if (!sold.status && soldNow.get(itemID)! > (soldBefore.get(itemID) ?? 0))
      throw new AppError('reference.inactive', `${sold.itemName} is inactive`, { field: `items.${n}.itemID` })
    assertCountable(sold, orderQty, `items.${n}.orderQty`)
    const { itemName, averageCost, taxClass, netGrams, rate } = sold
    const at = price ?? sold.price
    const line = { itemID, orderQty, price: at, itemName, itemPrice: sold.price, averageCost, taxClass }
    return { ...line, netGrams, rate, itemPriceID: findItemPriceID(sold, at, now) }
  })
}

/** Returns the total quantity of each item, in thousandths. */
const sumPerItem = ({ items }: { items: readonly { itemID: number; orderQty: number }[] }) =>
  items.reduce(
    (sums, { itemID, orderQty }) => sums.set(itemID, (sums.get(itemID) ?? 0) + toThousandths(orderQty)),
    new Map<number, number>(),
  )

/**
 * Returns the payments with their type's name, its code and whether it gives change. Throws 422 for an unknown type, and
 * for the type that only exchanges use.
 */
export function withPaymentTypes({ paymentTypes }: SaleFacts, payments: readonly Payment[]) {
  return payments.map((payment) => {
    const type = paymentTypes.find(({ paymentTypeID }) => paymentTypeID === payment.paymentTypeID)
    if (!type)
      throw new AppError('reference.missing', `Payment type ${payment.paymentTypeID} does not exist`, {
        field: 'paymentTypeID',
      })
    if (type.code === 'exchange')
      throw new AppError('payment.of_exchange', `${type.paymentName} is for exchanges: choose another payment type`, {
        field: 'paymentTypeID',
      })
    const isTradeIn = type.code === 'trade_in'
    if (isTradeIn !== (payment.tradeInID !== undefined))
      throw new AppError(
        'payment.trade_in_missing',
        isTradeIn ? 'Choose the trade-in that pays' : `${type.paymentName} is not a trade-in: leave the trade-in out`,
        { field: 'tradeInID' },
      )
    return {
      ...payment,
      reference: payment.reference ?? null,
      code: type.code,
      paymentName: type.paymentName,
      givesChange: type.givesChange,
    }
  })
}

/** The quantity that one line takes from one stock row. */
type Part = { line: number; inventoryID: number; quantity: number }

/**
 * Allocates stock to the lines in their order. Each line takes from the first rows that still have some, and a piece from
 * the row that it is in. Returns the allocated parts and the first line that is short, with its item's quantity available
 * to all lines.
 */
export function allocateStock(
  lines: readonly { itemID: number; wanted: number; piece: { inventoryID: number | null } | null }[],
  rows: readonly SellableRow[],
) {
  // Thousandths keep sums of grams exact.
  const left = rows.map((row) => toThousandths(row.quantity) - toThousandths(row.reserved))
  const parts: Part[] = []
  let short: { line: number; available: number } | null = null
  for (const [line, { itemID, wanted, piece }] of lines.entries()) {
    let missing = toThousandths(wanted)
    for (const [n, row] of rows.entries()) {
      // Stock that is kept by piece is taken by its pieces alone.
      const isOpen = row.pieces === null || row.inventoryID === piece?.inventoryID
      const taken = row.itemID === itemID && isOpen ? Math.min(missing, left[n]!) : 0
      if (taken <= 0) continue
      left[n]! -= taken
      missing -= taken
      parts.push({ line, inventoryID: row.inventoryID, quantity: taken / 1000 })
    }
    if (missing > 0) short ??= { line, available: availableOf(itemID, rows) }
  }
  return { parts, short }
}

/** Returns the cost in pesos at which each line's goods leave the stock, in the order of the lines. */
export function computeLineCosts(
  lines: readonly { itemID: number; orderQty: number }[],
  rows: readonly SellableRow[],
): number[] {
  const costs = lines.map(() => 0)
  for (const [itemID, same] of Map.groupBy(lines.keys(), (n) => lines[n]!.itemID)) {
    const stock = rows.find((row) => row.itemID === itemID)?.stock
    // The stock of such an item is short, so the sale fails before the cost matters.
    if (!stock) continue
    const values = computeDepartures(
      stock,
      same.map((n) => lines[n]!.orderQty),
    )
    for (const [k, n] of same.entries()) costs[n] = values[k]!
  }
  return costs
}

const availableOf = (itemID: number, rows: readonly SellableRow[]) =>
  rows
    .filter((row) => row.itemID === itemID)
    .reduce((sum, row) => sum + toThousandths(row.quantity) - toThousandths(row.reserved), 0) / 1000
