import { uoms } from '../catalogue/items.ts'
import { fromCentavos, lineTotal, toCentavos } from '../shared/money.ts'
import type { receivingUoms } from './receivings.ts'

// Converts deliveries, which are weighed or counted, to stock, which counts pieces, pairs, or grams of BULK. It
// computes
// exactly, in whole thousandths of a quantity (milligrams) and millionths of a peso. The form and the server share this
// code, so that the form shows the values that the server stores.

type Uom = (typeof uoms)[number]
type ReceivingUom = (typeof receivingUoms)[number]

/** The facts of an item that convert a weight to pieces. `grams` is the weight of one piece or pair. */
export type Weighed = { itemName: string; uom: Uom; grams: number }

/** The entered values: `receivedQty` of `uom`, each at `unitCost` pesos. */
export type Entered = { uom: ReceivingUom; receivedQty: number; unitCost: number }

/** The values in stock units: pieces, pairs or grams, and pesos per unit to 6 decimals. */
export type InStock = { stockQty: number; stockUnitCost: number }

/** Returns the units in which an item can be entered, its stock unit first. */
export const unitsOf = (uom: Uom): ReceivingUom[] => (uom === 'BULK' ? ['grams', 'kg'] : [uom, 'grams', 'kg'])

/** The largest quantity that numeric(14,3) stores. */
export const largestQuantity = 99_999_999_999

/** Returns the quantity in the item's stock unit, or a sentence that explains why it cannot be converted. */
export function toStock(item: Weighed, { uom, receivedQty }: Omit<Entered, 'unitCost'>): number | string {
  const { itemName, grams } = item
  const each = item.uom === 'PAIR' ? 'pair' : 'piece'
  if (!unitsOf(item.uom).includes(uom)) return `Enter ${itemName} in ${choice(unitsOf(item.uom))}`
  if (item.uom !== 'BULK' && uom === item.uom)
    return Number.isInteger(receivedQty) ? atMost(receivedQty) : `Enter ${itemName} in whole ${each}s`
  const weight = smallest({ uom, receivedQty })
  if (Number(weight) / parts(uom) !== receivedQty) return `Weigh ${itemName} to 0.001 g at most`
  if (item.uom === 'BULK') return atMost(Number(weight) / 1000)
  const one = thousandths(grams)
  if (one === 0n) return `Count the ${each}s of ${itemName}: the weight of one is not known`
  if (weight % one !== 0n)
    return `Check the weight: ${Number(weight) / 1000} g is not a whole number of ${each}s of ${itemName} at ${grams} g each`
  return atMost(Number(weight / one))
}

/** Converts a quantity in the stock unit to `uom`. */
export function fromStock({ uom: stocked, grams }: Omit<Weighed, 'itemName'>, uom: ReceivingUom, stockQty: number) {
  if (uom === stocked) return stockQty
  const weight = stocked === 'BULK' ? thousandths(stockQty) : BigInt(stockQty) * thousandths(grams)
  return Number(weight) / parts(uom)
}

/** Returns the number of smallest parts in one entered unit: milligrams of a weight, or thousandths of a count. */
const parts = (uom: ReceivingUom) => (uom === 'kg' ? 1_000_000 : 1000)

const smallest = ({ uom, receivedQty }: Omit<Entered, 'unitCost'>) => BigInt(Math.round(receivedQty * parts(uom)))

/** Joins units as 'PCS, grams or kg'. */
const choice = (units: readonly string[]) => `${units.slice(0, -1).join(', ')} or ${units.at(-1)}`

const atMost = (stockQty: number) => (stockQty <= largestQuantity ? stockQty : 'The quantity is too large')

/** A cost in pesos per unit. */
export type CostPer = { uom: ReceivingUom; unitCost: number }

/** Converts a cost to another unit, in pesos to the centavo, half up; null when the item's weight is unknown. */
export function costIn(item: Omit<Weighed, 'itemName'>, { uom: from, unitCost }: CostPer, to: ReceivingUom) {
  if (from === to) return unitCost
  const [entered, wanted] = [inStock(item, from), inStock(item, to)]
  if (!entered || !wanted) return null
  return fromCentavos(Number(quotient(BigInt(toCentavos(unitCost)) * wanted[0] * entered[1], wanted[1] * entered[0])))
}

/** Returns the stock units in one entered unit, as a fraction; null when the item's weight is unknown. */
function inStock({ uom: stocked, grams }: Omit<Weighed, 'itemName'>, uom: ReceivingUom): [bigint, bigint] | null {
  if (uom === stocked) return [1n, 1n]
  const one = stocked === 'BULK' ? 1000n : thousandths(grams)
  return one === 0n ? null : [BigInt(parts(uom)), one]
}

/** Converts the cost of an order line to the entered unit; `orderedCost` is per piece, pair or gram. */
export const orderedCostIn = (item: Omit<Weighed, 'itemName'>, orderedCost: number, uom: ReceivingUom) =>
  costIn(item, { uom: unitsOf(item.uom)[0]!, unitCost: orderedCost }, uom)

/**
 * Returns the cost of one piece, pair or gram in pesos, to 6 decimals, half up. It is the ordered cost when the entered
 * cost equals it in the entered unit. Otherwise it is the line's unrounded cost divided by the stock quantity.
 * `orderedCost` is null without an order.
 */
export function stockUnitCost(
  item: Omit<Weighed, 'itemName'>,
  line: Entered,
  stockQty: number,
  orderedCost: number | null,
): number {
  if (orderedCost !== null && orderedCostIn(item, orderedCost, line.uom) === line.unitCost) return orderedCost
  const cost = BigInt(toCentavos(line.unitCost)) * smallest(line) * 10_000_000n
  return Number(quotient(cost, thousandths(stockQty) * BigInt(parts(line.uom)))) / 1_000_000
}

/**
 * Returns the cost of a line in pesos, to the centavo, half up. It multiplies the stock quantity when the line has the
 * ordered cost, and the entered quantity otherwise.
 */
export function lineCost(line: Entered & InStock, orderedCost: number | null): number {
  if (line.stockUnitCost === orderedCost) return fromCentavos(lineTotal(orderedCost, line.stockQty))
  return fromCentavos(Number(quotient(BigInt(toCentavos(line.unitCost)) * smallest(line), BigInt(parts(line.uom)))))
}

/**
 * Returns the moving average cost after a delivery, in pesos to 6 decimals, half up. It weighs the stock on hand at the
 * current average and the delivery at its own cost by their quantities.
 */
export function averageAfter(
  { onHand, averageCost }: { onHand: number; averageCost: number },
  lines: readonly InStock[],
): number {
  const value = (quantity: number, cost: number) => thousandths(quantity) * millionths(cost)
  const quantity = lines.reduce((sum, line) => sum + thousandths(line.stockQty), thousandths(onHand))
  const total = lines.reduce((sum, line) => sum + value(line.stockQty, line.stockUnitCost), value(onHand, averageCost))
  return quantity === 0n ? averageCost : Number(quotient(total, quantity)) / 1_000_000
}

/** Returns the totals of a delivery: the sum of its stock quantities in mixed units, and its cost in pesos. */
export const receivingTotals = (lines: readonly { stockQty: number; lineCost: number }[]) => ({
  totalQty: Number(lines.reduce((sum, { stockQty }) => sum + thousandths(stockQty), 0n)) / 1000,
  totalCost: fromCentavos(lines.reduce((sum, line) => sum + toCentavos(line.lineCost), 0)),
})

/** Returns the message for a line that exceeds the outstanding quantity of its order. */
export function tooMuch({ itemName, uom }: Omit<Weighed, 'grams'>, outstanding: number, poNumber: string): string {
  const unit = uom === 'BULK' ? ' g' : ''
  return outstanding > 0
    ? `Only ${outstanding}${unit} of ${itemName} outstanding on ${poNumber}`
    : `Nothing of ${itemName} is outstanding on ${poNumber}`
}

/** Rounds a cost of 6 decimals to the centavo, half up, as the form enters it. */
export const costToCentavo = (cost: number) => fromCentavos(Number(quotient(millionths(cost), 10_000n)))

const millionths = (pesos: number) => BigInt(Math.round(pesos * 1_000_000))

const thousandths = (quantity: number) => BigInt(Math.round(quantity * 1000))

/** Divides two numbers that are not negative, rounded half up. */
const quotient = (a: bigint, b: bigint) => (2n * a + b) / (2n * b)
