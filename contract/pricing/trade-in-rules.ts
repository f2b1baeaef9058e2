import { fineness, type Karat } from '../catalogue/karats.ts'
import { formatPeso, fromCentavos, largestAmount, toCentavos } from '../shared/money.ts'
import { toThousandths } from '../shared/quantities.ts'

// The rules of trade-ins, which the server and the screen share. They are exact: whole centavos, milligrams and
// hundredths of a percent as BigInt. The database computes the same grams and sums again.

/** The weight of a piece with its stones, and the weight of the stones, in grams. */
type Weighed = { grossGrams: number; stoneGrams: number }

const milligrams = (grams: number) => BigInt(toThousandths(grams))
const centavos = (pesos: number) => BigInt(toCentavos(pesos))

/** Divides and rounds half up. Both numbers are at least 0. */
const divideHalfUp = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor)

/** Returns the grams of a piece without its stones. */
export const netGramsOf = ({ grossGrams, stoneGrams }: Weighed) =>
  (toThousandths(grossGrams) - toThousandths(stoneGrams)) / 1000

/**
 * Returns the grams of a piece that count: without the stones, and without the loss in percent. They become stock, so
 * they are whole milligrams, rounded half up.
 */
export function countedGramsOf(piece: Weighed & { loss: number }): number {
  const kept = BigInt(10_000 - Math.round(piece.loss * 100))
  return Number(divideHalfUp(milligrams(netGramsOf(piece)) * kept, 10_000n)) / 1000
}

/** Returns the pesos for counted grams at a rate a gram, rounded half up once; null for more than a column holds. */
export function reckonPiece(countedGrams: number, perGram: number): number | null {
  const sum = divideHalfUp(milligrams(countedGrams) * centavos(perGram), 1000n)
  return sum > BigInt(largestAmount) ? null : fromCentavos(Number(sum))
}

/** Returns the exact sum of amounts in pesos; null for more than a column holds. */
export function addAmounts(amounts: readonly number[]): number | null {
  const sum = amounts.reduce((total, amount) => total + centavos(amount), 0n)
  return sum > BigInt(largestAmount) ? null : fromCentavos(Number(sum))
}

/**
 * Splits an offer over the pieces in proportion to their sums: what each of them costs the shop. The parts add up to the
 * offer exactly. The sums must not all be 0.
 */
export function splitOffer(offer: number, sums: readonly number[]): number[] {
  const whole = sums.reduce((total, sum) => total + centavos(sum), 0n)
  let [reached, given] = [0n, 0n]
  return sums.map((sum) => {
    reached += centavos(sum)
    const upToHere = divideHalfUp(centavos(offer) * reached, whole)
    const part = upToHere - given
    given = upToHere
    return fromCentavos(Number(part))
  })
}

/** Whether a piece tests lower than its mark says. A piece without a mark or a test does not. */
export const testsLower = (marked: Karat | null, tested: Karat | null) =>
  marked !== null && tested !== null && fineness[tested] < fineness[marked]

/** The reason why somebody may not make an offer, and who may. */
export type OfferProblem = { needs: 'manager' | 'confirmation'; sentence: string }

/**
 * Returns what an offer needs beyond the pieces' reckoned sum: a Manager for more than it, and a Manager's confirmation
 * for more than the metal sells for. Returns null for an offer that anybody may make.
 */
export function findOfferProblem(offer: number, reckoned: number, sellValue: number): OfferProblem | null {
  if (toCentavos(offer) > toCentavos(sellValue))
    return {
      needs: 'confirmation',
      sentence: `More than the metal sells for (${formatPeso(sellValue)}): a Manager must allow and confirm this`,
    }
  if (toCentavos(offer) > toCentavos(reckoned))
    return { needs: 'manager', sentence: `More than the reckoned ${formatPeso(reckoned)}: a Manager must allow this` }
  return null
}
