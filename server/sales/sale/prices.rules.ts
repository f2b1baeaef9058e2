import {
  costFloor,
  describeCostFloor,
  describeGoldFloor,
  goldFloor,
  isBelowFloor,
} from '../../../contract/pricing/price-rules.ts'
import { describeRefusedRate, rateAge } from '../../../contract/pricing/rate-rules.ts'
import { formatPeso, toCentavos } from '../../../contract/shared/money.ts'
import { toThousandths } from '../../../contract/shared/quantities.ts'
import { type Actor, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SaleFacts } from './sale-facts.queries.ts'

// The rules about the prices of a sale, without database access: the item's price, the reckoned price that a line is at,
// how old its rate may be, and the floor that the metal sets.

/** One line as sent: the price per unit, and the quantity in pieces or pairs, or in grams for BULK. */
export type Line = { itemID: number; price: number; orderQty: number }

/** The lines and the discount that the sale already has. They were allowed once, so any user may keep them. */
export type Allowed = { lines: readonly Line[]; subtotal: number; discount: number }

/** The net weight of an item in grams, and the latest rate of its karat. */
type SoldItem = Pick<SaleFacts['items'][number], 'netGrams' | 'rate'>

/**
 * Throws 403 when an actor other than a manager sells below the item's price. The sale may keep the quantity that it
 * already has at this price or below.
 */
export function assertPrices(
  actor: Actor,
  lines: readonly (Line & { itemName: string; itemPrice: number })[],
  allowed: Allowed | null,
) {
  if (mayAct(actor, 'sales.price_below')) return
  for (const [n, { itemID, itemName, itemPrice, price }] of lines.entries()) {
    if (price < itemPrice && quantityOf(lines, itemID, price) > quantityOf(allowed?.lines ?? [], itemID, price))
      throw new AppError('sale.price_below', `Only a manager may sell ${itemName} below ${formatPeso(itemPrice)}`, {
        field: `items.${n}.price`,
      })
  }
}

/** The hours for which a sale may still be at a price after another one has replaced it. */
const formerPriceHours = 24

/**
 * Returns the reckoned price of an item that a line is at. A till may still show the price before the last repricing: for a
 * day, the line then names that one. Any other price names the present one, from which it differs. Null for a fixed price.
 */
export const findItemPriceID = (
  { itemPriceID, recentPrices }: Pick<SaleFacts['items'][number], 'itemPriceID' | 'recentPrices'>,
  price: number,
  now: Date,
): number | null =>
  recentPrices?.find(
    (recent) =>
      recent.price === price &&
      (recent.replacedAt === null ||
        now.getTime() - new Date(recent.replacedAt).getTime() <= formerPriceHours * 3_600_000),
  )?.itemPriceID ?? itemPriceID

/** Throws 422 for more of an item by the rate than the sale has already, when its karat has no rate of the last 72 hours. */
export function assertFreshRates(
  lines: readonly (Line & SoldItem & { itemPriceID: number | null })[],
  allowed: Allowed | null,
  timeZone: string,
  now: Date,
) {
  for (const [n, { itemID, itemPriceID, rate }] of lines.entries()) {
    if (itemPriceID === null || rate === null || rateAge(rate.fromAt, now) !== 'refused') continue
    if (quantityOf(lines, itemID) <= quantityOf(allowed?.lines ?? [], itemID)) continue
    throw new AppError('rate.too_old', describeRefusedRate(rate.karat, rate.fromAt, now, timeZone), {
      field: `items.${n}.itemID`,
    })
  }
}

/**
 * Throws 403 when an actor other than a manager sells below the gold in a piece, or below its cost and the least margin,
 * with the line's share of the discount taken off. A sale may keep the quantity that it has at this price or below, if
 * its discount does not rise.
 */
export function assertFloors(
  actor: Actor,
  lines: readonly (Line & SoldItem & { itemName: string; averageCost: number })[],
  sale: { subtotal: number; discount: number; leastMargin: number | null },
  allowed: Allowed | null,
) {
  if (mayAct(actor, 'sales.price_below')) return
  const amounts = { subtotal: toCentavos(sale.subtotal), discount: toCentavos(sale.discount) }
  const keepsDiscount = allowed !== null && !isMoreDiscount(amounts, allowed)
  for (const [n, line] of lines.entries()) {
    const problem = findFloorProblem(line, amounts, sale.leastMargin)
    if (problem === null) continue
    const { itemID, price } = line
    const isKept = keepsDiscount && quantityOf(lines, itemID, price) <= quantityOf(allowed.lines, itemID, price)
    if (!isKept) throw new AppError('price.below_floor', problem, { field: `items.${n}.price` })
  }
}

/** Returns the sentence about a line below the gold in it, or below its cost and the least margin; null above both. */
function findFloorProblem(
  { itemName, price, averageCost, netGrams, rate }: Line & SoldItem & { itemName: string; averageCost: number },
  sale: { subtotal: number; discount: number },
  leastMargin: number | null,
): string | null {
  if (netGrams !== null && rate !== null) {
    const floor = goldFloor(netGrams, rate.buyPerGram)
    if (isBelowFloor(price, floor, sale)) return describeGoldFloor(floor)
  }
  const isBelowCost = leastMargin !== null && isBelowFloor(price, costFloor(averageCost, leastMargin), sale)
  return isBelowCost ? describeCostFloor(itemName) : null
}

/** Whether a sale gives a larger part of its total as discount than it did. */
const isMoreDiscount = (now: { subtotal: number; discount: number }, before: { subtotal: number; discount: number }) =>
  BigInt(now.discount) * BigInt(toCentavos(before.subtotal)) >
  BigInt(toCentavos(before.discount)) * BigInt(now.subtotal)

/** Returns the quantity of an item at this price or below, or at any price, in thousandths. */
const quantityOf = (lines: readonly Line[], itemID: number, price = Number.POSITIVE_INFINITY) =>
  lines
    .filter((line) => line.itemID === itemID && line.price <= price)
    .reduce((sum, { orderQty }) => sum + toThousandths(orderQty), 0)
