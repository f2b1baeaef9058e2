import { pieces, uomOf } from './pieces.ts'
import { createRandom } from './random.ts'
import type { SoldSale } from './sold-sale.ts'

// Computes the purchases and transfers that supply every sale. Quantities are pieces, pairs, or grams of BULK.

/** The numbers of days before the load on which goods arrive. Sales start after the first delivery. */
export const deliveries = [366, 305, 244, 183, 122, 61] as const

/** The quantity that remains unsold at each place: 0 Main, 1 Nagoya, 2 Quezon City. */
export type Spare = readonly [number, number, number]

/** Items whose remaining quantity equals their reorder threshold. */
const lowStock = new Set(['ER-006', 'RG-027', 'CH-007', 'FD-002'])

/** The remaining quantity of each item, and its reorder threshold at Main. */
export const remainingStock = (() => {
  const random = createRandom('shelf')
  return pieces.map((piece): { spare: Spare; reOrderThreshold: number } => {
    if (piece.leadTimeDays !== null) return { spare: [0, 0, 0], reOrderThreshold: 0 }
    const bulk = uomOf(piece) === 'BULK'
    const main = bulk ? random.whole(24, 60) : random.whole(2, 6)
    const nagoya = bulk ? random.whole(6, 20) : random.whole(piece.category === 'LS' ? 2 : 0, 3)
    const quezon = bulk ? random.whole(4, 12) : random.whole(0, 2)
    const spare = [main, nagoya, quezon] as const
    const isLow = lowStock.has(piece.itemCode)
    return { spare, reOrderThreshold: isLow ? main : bulk ? 12 : main > 3 ? 2 : 0 }
  })
})()

/**
 * Whether purchase orders and adjustments of the demo must not use this item, because its stock at Main must end
 * exactly as planned.
 */
export const isReserved = (piece: number) =>
  lowStock.has(pieces[piece]!.itemCode) || pieces[piece]!.leadTimeDays !== null

/** Returns the index of the delivery that supplies a sale this many days ago. */
const deliveryOf = (daysAgo: number) => deliveries.findLastIndex((days) => days >= daysAgo)

/**
 * Returns the needed quantities as lists: by delivery, then by item, then by place. A quantity lasts until the next
 * delivery. The first delivery also contains the quantities that remain unsold.
 */
export function computeNeeds(
  sales: readonly { sale: Pick<SoldSale, 'lines' | 'place'>; daysAgo: number }[],
): Spare[][] {
  const needed = deliveries.map((_, n) =>
    pieces.map((_, piece): [number, number, number] => (n === 0 ? [...remainingStock[piece]!.spare] : [0, 0, 0])),
  )
  for (const { sale, daysAgo } of sales)
    for (const { piece, quantity } of sale.lines)
      if (pieces[piece]!.leadTimeDays === null) needed[deliveryOf(daysAgo)]![piece]![sale.place]! += quantity
  return needed
}
