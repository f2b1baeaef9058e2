import { uoms } from '../catalogue/items.ts'
import { fromCentavos, computeLineTotal, toCentavos } from '../shared/money.ts'
import { formatInUnit, formatWeight } from '../shared/quantities.ts'
import type { receivingUoms } from './receivings.ts'

// Deliveries are weighed or counted; stock is counted in pieces, pairs, or grams of BULK. This module converts
// deliveries to stock, exactly, in thousandths of a quantity (milligrams) and millionths of a peso. The form and the
// server share it, so that the form shows the values that the server stores.

type Uom = (typeof uoms)[number]
type ReceivingUom = (typeof receivingUoms)[number]

/** The fields of an item that are needed to convert a weight to pieces. `grams` is the weight of one piece or pair. */
export type Weighed = { itemName: string; uom: Uom; grams: number }

/** A delivery as a person enters it: `receivedQty` units of `uom`, at `unitCost` pesos per unit. */
export type Entered = { uom: ReceivingUom; receivedQty: number; unitCost: number }

/** The same delivery in stock units: pieces, pairs or grams, and pesos per stock unit with 6 decimals. */
export type InStock = { stockQty: number; stockUnitCost: number }

/** Returns the units in which a person can enter a delivery of an item. The item's stock unit is the first. */
export const unitsOf = (uom: Uom): ReceivingUom[] => (uom === 'BULK' ? ['grams', 'kg'] : [uom, 'grams', 'kg'])

/** The largest quantity that numeric(14,3) stores. */
export const largestQuantity = 99_999_999_999

/** Returns the quantity in the item's stock unit, or a sentence that explains why it cannot be converted. */
export function toStock(item: Weighed, { uom, receivedQty }: Omit<Entered, 'unitCost'>): number | string {
  const { itemName, grams } = item
  const each = item.uom === 'PAIR' ? 'pair' : 'piece'
  if (!unitsOf(item.uom).includes(uom)) return `Enter ${itemName} in ${joinUnits(unitsOf(item.uom))}`
  if (item.uom !== 'BULK' && uom === item.uom)
    return Number.isInteger(receivedQty) ? limitQuantity(receivedQty) : `Enter ${itemName} in whole ${each}s`
  const weight = toSmallestParts({ uom, receivedQty })
  if (Number(weight) / partsPerUnit(uom) !== receivedQty) return `Weigh ${itemName} to 0.001 g at most`
  if (item.uom === 'BULK') return limitQuantity(Number(weight) / 1000)
  const one = toThousandths(grams)
  if (one === 0n) return `Count the ${each}s of ${itemName}: the weight of one is not known`
  if (weight % one !== 0n)
    return `Check the weight: ${formatInUnit(Number(weight) / 1000, 'BULK')} is not a whole number of ${each}s of ${itemName} at ${formatWeight(grams)} each`
  return limitQuantity(Number(weight / one))
}

/** Converts a quantity in the stock unit to `uom`. */
export function fromStock({ uom: stocked, grams }: Omit<Weighed, 'itemName'>, uom: ReceivingUom, stockQty: number) {
  if (uom === stocked) return stockQty
  const weight = stocked === 'BULK' ? toThousandths(stockQty) : BigInt(stockQty) * toThousandths(grams)
  return Number(weight) / partsPerUnit(uom)
}

/** Returns how many parts one entered unit has. Weights are computed in milligrams, counts in thousandths. */
const partsPerUnit = (uom: ReceivingUom) => (uom === 'kg' ? 1_000_000 : 1000)

const toSmallestParts = ({ uom, receivedQty }: Omit<Entered, 'unitCost'>) =>
  BigInt(Math.round(receivedQty * partsPerUnit(uom)))

/** Joins unit names for a message: 'PCS, grams or kg'. */
const joinUnits = (units: readonly string[]) => `${units.slice(0, -1).join(', ')} or ${units.at(-1)}`

const limitQuantity = (stockQty: number) => (stockQty <= largestQuantity ? stockQty : 'The quantity is too large')

/** A cost in pesos for one `uom`. */
export type CostPer = { uom: ReceivingUom; unitCost: number }

/** Converts a cost to another unit, in pesos to the centavo, half up; null when the item's weight is unknown. */
export function convertCost(item: Omit<Weighed, 'itemName'>, { uom: from, unitCost }: CostPer, to: ReceivingUom) {
  if (from === to) return unitCost
  const [entered, wanted] = [findStockFraction(item, from), findStockFraction(item, to)]
  if (!entered || !wanted) return null
  return fromCentavos(
    Number(divideHalfUp(BigInt(toCentavos(unitCost)) * wanted[0] * entered[1], wanted[1] * entered[0])),
  )
}

/** Returns how many stock units one entered unit contains, as a fraction; null when the item's weight is unknown. */
function findStockFraction(
  { uom: stocked, grams }: Omit<Weighed, 'itemName'>,
  uom: ReceivingUom,
): [bigint, bigint] | null {
  if (uom === stocked) return [1n, 1n]
  const one = stocked === 'BULK' ? 1000n : toThousandths(grams)
  return one === 0n ? null : [BigInt(partsPerUnit(uom)), one]
}

/** Converts the ordered cost to the unit of the delivery. `orderedCost` is in pesos per piece, pair or gram. */
export const convertOrderedCost = (item: Omit<Weighed, 'itemName'>, orderedCost: number, uom: ReceivingUom) =>
  convertCost(item, { uom: unitsOf(item.uom)[0]!, unitCost: orderedCost }, uom)

/**
 * Returns the cost of one piece, pair or gram in pesos, to 6 decimals, half up. It is the ordered cost when the entered
 * cost equals it in the entered unit. Otherwise it is the line's unrounded cost divided by the stock quantity.
 * `orderedCost` is null without an order.
 */
export function computeStockUnitCost(
  item: Omit<Weighed, 'itemName'>,
  line: Entered,
  stockQty: number,
  orderedCost: number | null,
): number {
  if (orderedCost !== null && convertOrderedCost(item, orderedCost, line.uom) === line.unitCost) return orderedCost
  const cost = BigInt(toCentavos(line.unitCost)) * toSmallestParts(line) * 10_000_000n
  return Number(divideHalfUp(cost, toThousandths(stockQty) * BigInt(partsPerUnit(line.uom)))) / 1_000_000
}

/**
 * Returns the cost of a line in pesos, to the centavo, half up. A line at the ordered cost is computed from its stock
 * quantity, any other line from the entered quantity and cost.
 */
export function computeLineCost(line: Entered & InStock, orderedCost: number | null): number {
  if (line.stockUnitCost === orderedCost) return fromCentavos(computeLineTotal(orderedCost, line.stockQty))
  return fromCentavos(
    Number(divideHalfUp(BigInt(toCentavos(line.unitCost)) * toSmallestParts(line), BigInt(partsPerUnit(line.uom)))),
  )
}

/**
 * Returns the moving average cost of an item after a delivery, in pesos to 6 decimals, half up. The stock on hand
 * counts at its exact value, and each delivered line at its line cost.
 */
export function computeAverageCost(
  { onHand, stockValue, averageCostNow }: { onHand: number; stockValue: number; averageCostNow: number },
  lines: readonly { stockQty: number; lineCost: number }[],
): number {
  const quantity = lines.reduce((sum, line) => sum + toThousandths(line.stockQty), toThousandths(onHand))
  const value = lines.reduce((sum, line) => sum + toCentavos(line.lineCost), toCentavos(stockValue))
  // One centavo for one thousandth of a unit is ten pesos for a unit, or 10,000,000 millionths.
  return quantity === 0n ? averageCostNow : Number(divideHalfUp(BigInt(value) * 10_000_000n, quantity)) / 1_000_000
}

/** Returns the totals of a delivery: the sum of its stock quantities in mixed units, and its cost in pesos. */
export const computeReceivingTotals = (lines: readonly { stockQty: number; lineCost: number }[]) => ({
  totalQty: Number(lines.reduce((sum, { stockQty }) => sum + toThousandths(stockQty), 0n)) / 1000,
  totalCost: fromCentavos(lines.reduce((sum, line) => sum + toCentavos(line.lineCost), 0)),
})

/** Returns the message for a line that exceeds the outstanding quantity of its order. */
export function describeExcess(
  { itemName, uom }: Omit<Weighed, 'grams'>,
  outstanding: number,
  poNumber: string,
): string {
  const unit = uom === 'BULK' ? ' g' : ''
  return outstanding > 0
    ? `Only ${outstanding}${unit} of ${itemName} outstanding on ${poNumber}`
    : `Nothing of ${itemName} is outstanding on ${poNumber}`
}

/** Rounds a cost of 6 decimals to the centavo, half up, as the form enters it. */
export const roundCostToCentavo = (cost: number) => fromCentavos(Number(divideHalfUp(toMillionths(cost), 10_000n)))

const toMillionths = (pesos: number) => BigInt(Math.round(pesos * 1_000_000))

const toThousandths = (quantity: number) => BigInt(Math.round(quantity * 1000))

/** Divides two numbers that are not negative, rounded half up. */
const divideHalfUp = (a: bigint, b: bigint) => (2n * a + b) / (2n * b)
