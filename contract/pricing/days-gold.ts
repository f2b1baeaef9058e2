import type { Language } from '../shared/languages.ts'
import { formatPeso, fromCentavos, toCentavos } from '../shared/money.ts'
import { toThousandths } from '../shared/quantities.ts'

// The gold in a piece at the rate of the day, and what the price has beyond it: work and stone.

/** The parts of a price that visitors may see. An administrator chooses. */
export const goldShownChoices = ['nothing', 'gold', 'gold and work'] as const

/** Whole pesos. `work` is null when the gold alone is worth the price or more. */
export type DaysGold = { gold: number; work: number | null }

type Weighed = { uom: 'PCS' | 'PAIR' | 'BULK'; netGrams: number | null }

/**
 * Returns the gold of a piece at a rate, rounded once to whole pesos, and the rest of its price. Null without a net weight
 * or a rate, and for an item by the gram, whose price is that of a gram.
 */
export function computeDaysGold(
  { uom, netGrams }: Weighed,
  price: number,
  sellPerGram: number | null,
): DaysGold | null {
  if (uom === 'BULK' || netGrams === null || sellPerGram === null || price <= 0) return null
  // Milligrams times centavos are hundred-thousandths of a peso.
  const product = BigInt(toThousandths(netGrams)) * BigInt(toCentavos(sellPerGram))
  const gold = Number((product + 50_000n) / 100_000n)
  const work = Math.round(fromCentavos(toCentavos(price) - toCentavos(gold)))
  return { gold, work: work > 0 ? work : null }
}

const words: Record<Language, { gold: string; work: string; workAndStone: string; comma: string }> = {
  en: { gold: 'gold', work: 'work', workAndStone: 'work and stone', comma: ', ' },
  tl: { gold: 'ginto', work: 'gawa', workAndStone: 'gawa at bato', comma: ', ' },
  ja: { gold: '地金', work: '加工', workAndStone: '加工・石', comma: '、' },
}

/** Describes it in the assay line: `gold ₱9,870, work and stone ₱41,680`. */
export function describeDaysGold(
  { gold, work }: DaysGold,
  { hasStone, language = 'en' }: { hasStone: boolean; language?: Language },
): string {
  const own = words[language]
  const pesos = (amount: number) => formatPeso(amount).replace(/\.00$/, '')
  const rest = work === null ? '' : `${own.comma}${hasStone ? own.workAndStone : own.work} ${pesos(work)}`
  return `${own.gold} ${pesos(gold)}${rest}`
}
