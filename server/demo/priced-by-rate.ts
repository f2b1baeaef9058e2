import { itemPricing } from '../../contract/pricing/item-pricing.ts'
import { reckonPrice } from '../../contract/pricing/price-rules.ts'
import type { Tx } from '../kernel/database.ts'
import type { Calendar } from './calendar.ts'
import { keptPieces } from './kept-prices.ts'
import { pieces, uomOf } from './pieces.ts'
import { insertRates, planRates } from './rates.ts'
import type { OpenShop } from './shop.ts'
import type { Step } from './steps.ts'

/** The plain pieces of these kinds follow the gold rate. */
const kinds = ['chain', 'bracelet', 'bangle', 'ring'] as const
const roundTo = 10

const followsTheRate = (piece: (typeof pieces)[number]) =>
  piece.stone === 'none' &&
  piece.category !== 'RG' &&
  uomOf(piece) === 'PCS' &&
  kinds.some((kind) => kind === piece.kind)

/**
 * Plans the days on which the manager prices pieces by the rate. Two of them come first: a layaway keeps the price of each,
 * and they are priced once more after it. The rates since the last pricing wait in the repricing.
 */
export function planPricing(days: Calendar): Step[] {
  const kept = Object.values(keptPieces)
  const others = pieces.flatMap((piece, n) => (followsTheRate(piece) && !kept.includes(n) ? [n] : []))
  return [
    { at: days.at(60, 11), do: 'price', pieces: kept },
    { at: days.at(8, 11), do: 'price', pieces: others },
    { at: days.at(3, 11), do: 'price', pieces: kept },
  ]
}

/**
 * Prices pieces by the rate. What a piece costs beside its gold is its making, so that its price stays at first. Later its
 * making stays, and its price follows the rate.
 */
export async function followRate({ crew, itemIDs }: OpenShop, step: Step & { do: 'price' }) {
  const [manager] = crew
  for (const n of step.pieces) {
    const id = itemIDs[n]!
    const { rate, byRate, price } = (await manager!(itemPricing.get, { id })).data
    const parts = { netGrams: pieces[n]!.grams, markup: 0, makingPerGram: 0, stones: 0, roundTo } as const
    const ofGold = reckonPrice({ ...parts, sellPerGram: rate!.sellPerGram, makingPerPiece: 0 })!
    const makingPerPiece = byRate?.makingPerPiece ?? price - ofGold
    if (makingPerPiece >= 0) await manager!(itemPricing.set, { id, body: { ...parts, makingPerPiece } })
  }
}

/** Returns a function that inserts the rates of the year that were entered until a moment. */
export function createRateEntry(tx: Tx, days: Calendar, now: Date) {
  const rates = planRates(days, now)
  return async (until: Date) => {
    const later = rates.findIndex(({ fromAt }) => fromAt > until)
    const entered = rates.splice(0, later === -1 ? rates.length : later)
    if (entered.length > 0) await insertRates(tx, entered)
  }
}
