import { fromCentavos, peso, toCentavos } from '../shared/money.ts'

// A sale's instalments: what is to be paid of it until when. Amounts are pesos; payments fill the earliest first.

type Instalment = { dueDate: string; amount: number }

/** What is paid of each instalment, in the order of their dates; `past` ones that are not filled are overdue. */
export function filled<T extends { amount: number; past: boolean }>(schedule: readonly T[], paid: number) {
  let left = toCentavos(paid)
  return schedule.map((instalment) => {
    const part = Math.min(left, toCentavos(instalment.amount))
    left -= part
    return { ...instalment, paid: fromCentavos(part), overdue: instalment.past && part < toCentavos(instalment.amount) }
  })
}

/** Why two instalments cannot stand beside each other: null where each has a day of its own. */
export function dayTwice(schedule: readonly Pick<Instalment, 'dueDate'>[]): string | null {
  const days = schedule.map(({ dueDate }) => dueDate)
  const twice = days.find((day, n) => days.indexOf(day) < n)
  return twice === undefined ? null : `Two instalments are due on ${twice}`
}

/** Why instalments do not fit a sale: null where they come to its total, or there are none. */
export function notTheWhole(schedule: readonly Pick<Instalment, 'amount'>[], total: number): string | null {
  const sum = schedule.reduce((sum, { amount }) => sum + toCentavos(amount), 0)
  if (schedule.length === 0 || sum === toCentavos(total)) return null
  return `The instalments come to ${peso(fromCentavos(sum))}, but the sale to ${peso(total)}`
}
