import type { Karat } from '../../../contract/catalogue/karats.ts'
import { computeDaysGold, describeDaysGold } from '../../../contract/pricing/days-gold.ts'
import { rateAge } from '../../../contract/pricing/rate-rules.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { shopSetting } from '../../db/schema/company.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { findRates } from './rates.queries.ts'

export type PricedGold = {
  uom: 'PCS' | 'PAIR' | 'BULK'
  grams: number
  netGrams: number | null
  karat: Karat | null
  stone: string | null
  price: number
}

/**
 * Returns the function that describes the gold in a piece as the shop chose to show it. It gives null where the shop shows
 * nothing, where the net weight is unknown, and by a rate that is too old to sell by. With `soldAt`, the rates are those of that moment.
 */
export async function describeShownGold(db: Db | Tx, now: Date, language: Language, soldAt: Date | null = null) {
  const [setting] = await db.select({ goldShown: shopSetting.goldShown }).from(shopSetting)
  const { goldShown } = setting!
  if (goldShown === 'nothing') return () => null
  const rates = await findRates(db, soldAt ?? undefined)
  return ({ karat, stone, price, ...weighed }: PricedGold): string | null => {
    const rate = karat === null ? undefined : rates.get(karat)
    const sells = rate && rateAge(rate.fromAt, soldAt ?? now) !== 'refused' ? rate.sellPerGram : null
    const found = computeDaysGold(weighed, price, sells)
    if (found === null) return null
    const shown = goldShown === 'gold' ? { ...found, work: null } : found
    return describeDaysGold(shown, { hasStone: stone !== null, language })
  }
}
