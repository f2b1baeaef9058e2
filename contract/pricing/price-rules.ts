import { formatPeso, fromCentavos, largestAmount, toCentavos } from '../shared/money.ts'
import { toThousandths } from '../shared/quantities.ts'

// The rules of prices by the gold rate, which the server, its database and the screens share. They are exact: whole
// centavos, milligrams and basis points as BigInt, and one rounding at the end.

/** The steps to which a price by the rate is rounded up, in pesos. */
export const roundings = [10, 50] as const

/** The parts from which a price by the rate is reckoned. Amounts are pesos with 2 decimals. */
export type PriceParts = {
  /** The grams of gold alone, with 3 decimals. */
  netGrams: number
  sellPerGram: number
  /** Percent on the gold, with 2 decimals. */
  markup: number
  makingPerGram: number
  makingPerPiece: number
  stones: number
  roundTo: (typeof roundings)[number]
}

/** A part of a billionth of a peso, which every product of the parts is a whole number of. */
const nano = 1_000_000_000n
const nanoOfCentavo = 10_000_000n

const milligrams = (grams: number) => BigInt(toThousandths(grams))
const centavos = (pesos: number) => BigInt(toCentavos(pesos))

/** Returns the exact parts of a price before its rounding, in billionths of a peso. */
function partsOf({ netGrams, sellPerGram, markup, makingPerGram, makingPerPiece, stones }: PriceParts) {
  const gold = milligrams(netGrams) * centavos(sellPerGram)
  return {
    gold: gold * 10_000n,
    markup: gold * BigInt(Math.round(markup * 100)),
    makingByGram: milligrams(netGrams) * centavos(makingPerGram) * 10_000n,
    makingByPiece: centavos(makingPerPiece) * nanoOfCentavo,
    stones: centavos(stones) * nanoOfCentavo,
  }
}

const sumOf = (parts: ReturnType<typeof partsOf>) => Object.values(parts).reduce((sum, part) => sum + part, 0n)

/**
 * Returns the price of a piece by the gold rate in pesos: net grams × rate × (1 + markup), and the making and the
 * stones, rounded up once. Returns null for a price that is too large to store.
 */
export function reckonPrice(parts: PriceParts): number | null {
  const step = BigInt(parts.roundTo) * nano
  const pesos = ((sumOf(partsOf(parts)) + step - 1n) / step) * BigInt(parts.roundTo)
  return pesos * 100n > BigInt(largestAmount) ? null : Number(pesos)
}

/** Returns the parts of a price and their sum before the rounding, each rounded to the centavo for reading, in pesos. */
export function describeParts(parts: PriceParts) {
  const exact = partsOf(parts)
  const pesos = (part: bigint) => fromCentavos(Number((part + nanoOfCentavo / 2n) / nanoOfCentavo))
  return {
    gold: pesos(exact.gold),
    markup: pesos(exact.markup),
    makingByGram: pesos(exact.makingByGram),
    makingByPiece: pesos(exact.makingByPiece),
    stones: pesos(exact.stones),
    reckoned: pesos(sumOf(exact)),
  }
}

/** Returns what the gold in a piece is bought for, in centavos, rounded up so that a price is never below it. */
export const goldFloor = (netGrams: number, buyPerGram: number): number =>
  Number((milligrams(netGrams) * centavos(buyPerGram) + 999n) / 1000n)

/**
 * Returns the cost of a unit (up to 6 decimals) and the least margin (percent with 2 decimals) on it, in centavos, rounded
 * up.
 */
export function costFloor(unitCost: number, leastMargin: number): number {
  const micro = BigInt(Math.round(unitCost * 1_000_000)) * BigInt(10_000 + Math.round(leastMargin * 100))
  return Number((micro + 99_999_999n) / 100_000_000n)
}

/**
 * Whether a price, less its share of the sale's discount, is below a floor. The price is pesos, the floor and the sale's
 * amounts are centavos.
 */
export const isBelowFloor = (price: number, floor: number, sale: { subtotal: number; discount: number }): boolean =>
  sale.subtotal === 0
    ? floor > 0
    : centavos(price) * BigInt(sale.subtotal - sale.discount) < BigInt(floor) * BigInt(sale.subtotal)

/** The sentence about a price below the gold in a piece. The floor is centavos. */
export const describeGoldFloor = (floor: number) =>
  `Below the gold in it (${formatPeso(fromCentavos(floor))}): a Manager must allow this`

/** The sentence about a price below the cost and the least margin. It shows no cost, which may be hidden. */
export const describeCostFloor = (itemName: string) => `Below the least price of ${itemName}: a Manager must allow this`

/** The sentence about an item that cannot be priced by the rate yet. */
export const describeMissingWeight = (itemCode: string) =>
  `Enter the net weight of ${itemCode} before pricing it by the rate`

/** The sentence about a typed price of an item that is priced by the rate. */
export const describePriceByRate = (itemCode: string) =>
  `${itemCode} is priced by the gold rate: change its pricing instead`
