import { fromCentavos, formatPeso, toCentavos } from '../shared/money.ts'

// The instalments of a sale: amounts in pesos with due dates. Payments fill the earliest instalment first.

type Instalment = { dueDate: string; amount: number }

/**
 * Returns the instalments, each with the amount paid of it. Payments fill them in date order. A `past` instalment that
 * is not fully paid is overdue.
 */
export function fillInstalments<T extends { amount: number; past: boolean }>(schedule: readonly T[], paid: number) {
  let left = toCentavos(paid)
  return schedule.map((instalment) => {
    const part = Math.min(left, toCentavos(instalment.amount))
    left -= part
    return { ...instalment, paid: fromCentavos(part), overdue: instalment.past && part < toCentavos(instalment.amount) }
  })
}

/** Returns an error message if two instalments are due on the same day; otherwise null. */
export function findRepeatedDay(schedule: readonly Pick<Instalment, 'dueDate'>[]): string | null {
  const days = schedule.map(({ dueDate }) => dueDate)
  const twice = days.find((day, n) => days.indexOf(day) < n)
  return twice === undefined ? null : `Two instalments are due on ${twice}`
}

/** Returns an error message if the instalments do not add up to the total; null if they do, or if there are none. */
export function findSumProblem(schedule: readonly Pick<Instalment, 'amount'>[], total: number): string | null {
  const sum = schedule.reduce((sum, { amount }) => sum + toCentavos(amount), 0)
  if (schedule.length === 0 || sum === toCentavos(total)) return null
  return `The instalments come to ${formatPeso(fromCentavos(sum))}, but the sale to ${formatPeso(total)}`
}
