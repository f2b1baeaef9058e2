import { uoms } from '../catalogue/items.ts'
import { fromCentavos, lineTotal, toCentavos } from '../shared/money.ts'
import type { receivingUoms } from './receivings.ts'

// What arrives is weighed or counted; stock keeps pieces, pairs, or grams of a BULK item. Exact, in whole numbers of
// the smallest unit: thousandths of a quantity (milligrams of a weight), millionths of a peso. The form shows what the
// server will store.

type Uom = (typeof uoms)[number]
type ReceivingUom = (typeof receivingUoms)[number]

/** What has to be known of an item to turn a weight into pieces. `grams` is the weight of one piece or pair. */
export type Weighed = { itemName: string; uom: Uom; grams: number }

/** As it was entered: `receivedQty` of `uom`, each at `unitCost` pesos. */
export type Entered = { uom: ReceivingUom; receivedQty: number; unitCost: number }

/** The same in units of stock: pieces, pairs or grams, and pesos for each to 6 decimals. */
export type InStock = { stockQty: number; stockUnitCost: number }

/** The units in which an item can be entered, the one that it is stocked in first. */
export const unitsOf = (uom: Uom): ReceivingUom[] => (uom === 'BULK' ? ['grams', 'kg'] : [uom, 'grams', 'kg'])

/** The largest quantity that is stored: numeric(14,3). */
export const largestQuantity = 99_999_999_999

/** The quantity in the unit in which the item is stocked; a sentence where there is none. */
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

/** The same goods in another unit: how much of `uom` this quantity in stock is. */
export function fromStock({ uom: stocked, grams }: Omit<Weighed, 'itemName'>, uom: ReceivingUom, stockQty: number) {
  if (uom === stocked) return stockQty
  const weight = stocked === 'BULK' ? thousandths(stockQty) : BigInt(stockQty) * thousandths(grams)
  return Number(weight) / parts(uom)
}

/** The smallest parts of one entered unit that are told apart: milligrams, or thousandths of what is counted. */
const parts = (uom: ReceivingUom) => (uom === 'kg' ? 1_000_000 : 1000)

const smallest = ({ uom, receivedQty }: Omit<Entered, 'unitCost'>) => BigInt(Math.round(receivedQty * parts(uom)))

/** 'PCS, grams or kg'. */
const choice = (units: readonly string[]) => `${units.slice(0, -1).join(', ')} or ${units.at(-1)}`

const atMost = (stockQty: number) => (stockQty <= largestQuantity ? stockQty : 'The quantity is too large')

/** A cost in pesos, each of this unit. */
export type CostPer = { uom: ReceivingUom; unitCost: number }

/** The same cost in another unit, in pesos to the centavo, half up; null where a weight says nothing of pieces. */
export function costIn(item: Omit<Weighed, 'itemName'>, { uom: from, unitCost }: CostPer, to: ReceivingUom) {
  if (from === to) return unitCost
  const [entered, wanted] = [inStock(item, from), inStock(item, to)]
  if (!entered || !wanted) return null
  return fromCentavos(Number(quotient(BigInt(toCentavos(unitCost)) * wanted[0] * entered[1], wanted[1] * entered[0])))
}

/** The units of stock in one entered unit, as a fraction: a gram of rings is a part of a ring. */
function inStock({ uom: stocked, grams }: Omit<Weighed, 'itemName'>, uom: ReceivingUom): [bigint, bigint] | null {
  if (uom === stocked) return [1n, 1n]
  const one = stocked === 'BULK' ? 1000n : thousandths(grams)
  return one === 0n ? null : [BigInt(parts(uom)), one]
}

/** What an ordered line costs in the unit entered; `orderedCost` is per piece, pair or gram. */
export const orderedCostIn = (item: Omit<Weighed, 'itemName'>, orderedCost: number, uom: ReceivingUom) =>
  costIn(item, { uom: unitsOf(item.uom)[0]!, unitCost: orderedCost }, uom)

/**
 * What one piece, pair or gram costs. Entered at the ordered cost, as it is told in the unit entered, it is the ordered
 * cost itself; `orderedCost` is null without an order. Otherwise what the line comes to, not yet rounded to centavos, by the quantity in stock. Pesos to 6 decimals, half up.
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
 * What a line comes to in pesos, to the centavo, half up: at the ordered cost by its quantity in stock where that is
 * what it costs, otherwise as it was entered.
 */
export function lineCost(line: Entered & InStock, orderedCost: number | null): number {
  if (line.stockUnitCost === orderedCost) return fromCentavos(lineTotal(orderedCost, line.stockQty))
  return fromCentavos(Number(quotient(BigInt(toCentavos(line.unitCost)) * smallest(line), BigInt(parts(line.uom)))))
}

/**
 * The moving average once this has come: what is on hand at the average until now and what comes at its own cost,
 * together, by their quantity. Pesos to 6 decimals, half up; with nothing on hand, what the goods cost.
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

/** What a delivery adds up to: its quantity in the units of stock, whatever these are, and its cost in pesos. */
export const receivingTotals = (lines: readonly { stockQty: number; lineCost: number }[]) => ({
  totalQty: Number(lines.reduce((sum, { stockQty }) => sum + thousandths(stockQty), 0n)) / 1000,
  totalCost: fromCentavos(lines.reduce((sum, line) => sum + toCentavos(line.lineCost), 0)),
})

/** Why a line cannot be received: more came than its order still waits for. */
export function tooMuch({ itemName, uom }: Omit<Weighed, 'grams'>, outstanding: number, poNumber: string): string {
  const unit = uom === 'BULK' ? ' g' : ''
  return outstanding > 0
    ? `Only ${outstanding}${unit} of ${itemName} outstanding on ${poNumber}`
    : `Nothing of ${itemName} is outstanding on ${poNumber}`
}

/** A cost of 6 decimals as it is entered: pesos to the centavo, half up. */
export const costToCentavo = (cost: number) => fromCentavos(Number(quotient(millionths(cost), 10_000n)))

const millionths = (pesos: number) => BigInt(Math.round(pesos * 1_000_000))

const thousandths = (quantity: number) => BigInt(Math.round(quantity * 1000))

/** Half up; for what is not negative. */
const quotient = (a: bigint, b: bigint) => (2n * a + b) / (2n * b)
