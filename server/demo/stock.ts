import { pieces, uomOf } from './pieces.ts'
import { seeded } from './random.ts'
import type { SoldSale } from './sales.ts'

// What has to be bought and moved so that every sale finds its goods. Quantities are pieces, pairs, or grams of BULK.

/** Days before the day of loading on which goods arrive; sales begin after the first of them. */
export const deliveries = [366, 305, 244, 183, 122, 61] as const

/** What is left in the end at each place, beyond what was sold: 0 Main, 1 Nagoya, 2 Quezon City. */
export type Spare = readonly [number, number, number]

/** Pieces whose last ones are at the quantity at which they are to be ordered again. */
const low = new Set(['ER-006', 'RG-027', 'CH-007', 'FD-002'])

/** What stays on the shelf of each piece, and from which quantity at Main on it is to be ordered again. */
export const shelf = (() => {
  const random = seeded('shelf')
  return pieces.map((piece): { spare: Spare; reOrderThreshold: number } => {
    if (piece.leadTimeDays !== null) return { spare: [0, 0, 0], reOrderThreshold: 0 }
    const bulk = uomOf(piece) === 'BULK'
    const main = bulk ? random.whole(24, 60) : random.whole(2, 6)
    const nagoya = bulk ? random.whole(6, 20) : random.whole(piece.category === 'LS' ? 2 : 0, 3)
    const quezon = bulk ? random.whole(4, 12) : random.whole(0, 2)
    const spare = [main, nagoya, quezon] as const
    const isLow = low.has(piece.itemCode)
    return { spare, reOrderThreshold: isLow ? main : bulk ? 12 : main > 3 ? 2 : 0 }
  })
})()

/** Whether nothing but planned sales may take the last of this piece at Main. */
export const staysUntouched = (piece: number) =>
  low.has(pieces[piece]!.itemCode) || pieces[piece]!.leadTimeDays !== null

/** The delivery that a sale so many days ago is made from. */
const deliveryOf = (daysAgo: number) => deliveries.findLastIndex((days) => days >= daysAgo)

/** Of each delivery: how much of each piece each place needs until the next one, spare ones with the first. */
export function needs(sales: readonly { sale: SoldSale; daysAgo: number }[]): Spare[][] {
  const needed = deliveries.map((_, n) =>
    pieces.map((_, piece): [number, number, number] => (n === 0 ? [...shelf[piece]!.spare] : [0, 0, 0])),
  )
  for (const { sale, daysAgo } of sales)
    for (const { piece, quantity } of sale.lines)
      if (pieces[piece]!.leadTimeDays === null) needed[deliveryOf(daysAgo)]![piece]![sale.place]! += quantity
  return needed
}
