import { shopSetting } from '../db/schema/company.ts'
import type { Tx } from '../kernel/database.ts'
import { pieces } from './pieces.ts'

const indexOf = (code: string) => pieces.findIndex(({ itemCode }) => itemCode === code)

/** The pieces whose price a layaway keeps: one until a day that is over, and one still. No other sale has them. */
export const keptPieces = { over: indexOf('CH-002'), running: indexOf('BG-009') } as const

/** A deposit keeps a price for this many days. */
const keptDays = 30

/**
 * Sets for how many days a deposit keeps a price. Returns a function that sets it back: the settings are the shop's own,
 * and stay when the demo is cleared.
 */
export async function keepPrices(tx: Tx) {
  const [own] = await tx.select({ priceKeptDays: shopSetting.priceKeptDays }).from(shopSetting)
  await tx.update(shopSetting).set({ priceKeptDays: keptDays })
  return () => tx.update(shopSetting).set(own!)
}
