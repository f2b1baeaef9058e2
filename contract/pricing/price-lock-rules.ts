import { formatDay } from '../shared/dates.ts'
import { computeSaleTotals, formatPeso, fromCentavos, computeLineTotal, toCentavos } from '../shared/money.ts'

// The rules of prices that a deposit keeps until a day. Amounts are pesos, days are YYYY-MM-DD in the shop's time zone.

/** The choices of a manager about a price whose last day is over: it stays, the lower of both counts, or today's does. */
export const priceChoices = ['keep', 'lower', 'reprice'] as const
export type PriceChoice = (typeof priceChoices)[number]

/** A line of a sale, with its item's price of today. Null for a line with a fixed price, which no choice changes. */
export type LockedLine = { price: number; today: number | null; orderQty: number }

/** Returns the price of a line after a choice. The lower of both is chosen for each line. */
export function choosePrice(choice: PriceChoice, { price, today }: Pick<LockedLine, 'price' | 'today'>): number {
  if (today === null || choice === 'keep') return price
  return choice === 'reprice' ? today : Math.min(price, today)
}

/** Returns the sum of the lines by the rate after a choice. */
export const sumLockedLines = (lines: readonly LockedLine[], choice: PriceChoice): number =>
  fromCentavos(
    lines
      .filter(({ today }) => today !== null)
      .reduce((sum, line) => sum + computeLineTotal(choosePrice(choice, line), line.orderQty), 0),
  )

/** Returns the total of a sale after each choice. The discount and the shipping fee stay as they are. */
export function computeChoiceTotals(
  lines: readonly LockedLine[],
  { discount, shippingFee }: { discount: number; shippingFee: number },
): Record<PriceChoice, number> {
  const totalOf = (choice: PriceChoice) => {
    const items = lines.map((line) => ({ price: choosePrice(choice, line), orderQty: line.orderQty }))
    return fromCentavos(computeSaleTotals({ items, discount, shippingFee, payments: [] }).total)
  }
  return { keep: totalOf('keep'), lower: totalOf('lower'), reprice: totalOf('reprice') }
}

/**
 * Returns the sentence about a kept price whose last day is over. The year stands there when it is not that of `on`, the
 * shop's day. `refusal` says why nobody knows the price of today.
 */
export function describeLapsedPrice(
  { keptUntil, was, today, refusal }: { keptUntil: string; was: number; today: number; refusal: string | null },
  on: string,
): string {
  const day = formatDay(keptUntil)
  const until = keptUntil.slice(0, 4) === on.slice(0, 4) ? day.replace(/ \d{4}$/, '') : day
  if (refusal !== null) return `The price was kept until ${until}. ${refusal}`
  return `The price was kept until ${until}; today it is ${formatPeso(today)} (was ${formatPeso(was)})`
}

/**
 * Returns the instalments of a sale whose total has changed: the last one takes the difference. A lower total shortens
 * them from the end, and one that comes to nothing goes away.
 */
export function fitInstalments<T extends { amount: number }>(schedule: readonly T[], total: number): T[] {
  if (schedule.length === 0) return []
  let more = toCentavos(total) - schedule.reduce((sum, { amount }) => sum + toCentavos(amount), 0)
  const fitted: T[] = []
  for (const instalment of schedule.toReversed()) {
    const amount = Math.max(0, toCentavos(instalment.amount) + more)
    more += toCentavos(instalment.amount) - amount
    if (amount > 0) fitted.unshift({ ...instalment, amount: fromCentavos(amount) })
  }
  return fitted
}
