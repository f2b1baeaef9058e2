import { filled } from '../../../../../contract/sales/instalments.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'

// The instalments of a sale, as the till makes and shows them.

export const rhythms = ['Week', 'Two weeks', 'Month'] as const
export type Rhythm = (typeof rhythms)[number]

/** A calendar date (YYYY-MM-DD) plus so many periods; the last day of a month that is too short. */
export function addPeriods(date: string, rhythm: Rhythm, times: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  if (rhythm !== 'Month') return iso(Date.UTC(year, month - 1, day + times * (rhythm === 'Week' ? 7 : 14)))
  const last = new Date(Date.UTC(year, month + times, 0)).getUTCDate()
  return iso(Date.UTC(year, month - 1 + times, Math.min(day, last)))
}

const iso = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * A sale's total (pesos) as a down payment today and so many even instalments from the first date on. What does not
 * divide evenly is the last one's.
 */
export function spread({
  total,
  down,
  count,
  rhythm,
  first,
  today,
}: {
  total: number
  down: number
  count: number
  rhythm: Rhythm
  first: string
  today: string
}): { dueDate: string; amount: number }[] {
  const rest = toCentavos(total) - toCentavos(down)
  const each = Math.floor(rest / count)
  const even = Array.from({ length: count }, (_, n) => ({
    dueDate: addPeriods(first, rhythm, n),
    amount: fromCentavos(n < count - 1 ? each : rest - each * (count - 1)),
  }))
  return down > 0 ? [{ dueDate: today, amount: down }, ...even] : even
}

/** How a schedule stands after so much is paid (pesos): each instalment, what is overdue, and when the next is due. */
export function standing(schedule: readonly { dueDate: string; amount: number }[], paid: number, today: string) {
  const inOrder = schedule.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))
  const instalments = filled(
    inOrder.map((instalment) => ({ ...instalment, past: instalment.dueDate < today })),
    paid,
  )
  const overdue = instalments.filter(({ overdue }) => overdue)
  return {
    byDate: new Map(instalments.map((instalment) => [instalment.dueDate, instalment])),
    overdue: fromCentavos(overdue.reduce((sum, { amount, paid }) => sum + toCentavos(amount) - toCentavos(paid), 0)),
    next: instalments.find(({ amount, paid, overdue }) => paid < amount && !overdue)?.dueDate ?? null,
  }
}
