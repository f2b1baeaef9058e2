import { itemPricing } from '../../contract/pricing/item-pricing.ts'
import { reckonPrice } from '../../contract/pricing/price-rules.ts'
import type { Calendar } from './calendar.ts'
import { pieces, priceOf, uomOf } from './pieces.ts'
import { insertRates, planRates } from './rates.ts'
import type { OpenShop } from './shop.ts'

/** The plain pieces of these kinds follow the gold rate. */
const kinds = ['chain', 'bracelet', 'bangle', 'ring'] as const
/** The manager priced them this many days ago. The rates since then wait in the repricing. */
const pricedDaysAgo = 8
const roundTo = 10

const followsTheRate = (piece: (typeof pieces)[number]) =>
  piece.stone === 'none' &&
  piece.category !== 'RG' &&
  uomOf(piece) === 'PCS' &&
  kinds.some((kind) => kind === piece.kind)

/**
 * Inserts the rates of the year. Between them, on its day, the manager prices the plain pieces by the rate. What a piece
 * costs beside its gold is its making, so that its price stays.
 */
export async function priceByRates(
  { tx, crew, itemIDs }: OpenShop,
  days: Calendar,
  now: Date,
  setMoment: (at: Date) => void,
) {
  const [manager] = crew
  const moment = days.at(pricedDaysAgo, 11)
  const rates = planRates(days, now)
  await insertRates(
    tx,
    rates.filter(({ fromAt }) => fromAt < moment),
  )
  setMoment(moment)
  for (const [n, piece] of pieces.entries()) {
    if (!followsTheRate(piece)) continue
    const id = itemIDs[n]!
    const { sellPerGram } = (await manager!(itemPricing.get, { id })).data.rate!
    const parts = { netGrams: piece.grams, markup: 0, makingPerGram: 0, stones: 0, roundTo } as const
    const ofGold = reckonPrice({ ...parts, sellPerGram, makingPerPiece: 0 })!
    const makingPerPiece = priceOf(piece) - ofGold
    if (makingPerPiece < 0) continue
    await manager!(itemPricing.set, { id, body: { ...parts, makingPerPiece } })
  }
  await insertRates(
    tx,
    rates.filter(({ fromAt }) => fromAt >= moment),
  )
}
