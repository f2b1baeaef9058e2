import { fillInstalments } from '../../../../../contract/sales/instalments.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { parseDay } from '../../../../lib/days.ts'

// Computes the instalments of a sale and their payment state.

export const rhythms = ['Week', 'Two weeks', 'Month'] as const
export type Rhythm = (typeof rhythms)[number]

/** Adds periods to a date (YYYY-MM-DD). In a month that is too short, returns the last day. */
export function addPeriods(date: string, rhythm: Rhythm, times: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  if (rhythm !== 'Month') return toISODate(Date.UTC(year, month - 1, day + times * (rhythm === 'Week' ? 7 : 14)))
  const last = new Date(Date.UTC(year, month + times, 0)).getUTCDate()
  return toISODate(Date.UTC(year, month - 1 + times, Math.min(day, last)))
}

const toISODate = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * Splits a total (pesos) into a down payment today and `count` equal instalments from `first` on. The last instalment
 * takes the remainder.
 */
export function splitTotal({
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

/**
 * Returns the state of a schedule after a payment (pesos): each instalment, the overdue amount and the next due date.
 */
export function computeScheduleState(
  schedule: readonly { dueDate: string; amount: number }[],
  paid: number,
  today: string,
) {
  const inOrder = schedule.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))
  const instalments = fillInstalments(
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

/** The money that a schedule asks for next: all that is overdue, or else the rest of the first open instalment. */
export type NextDue = { when: 'overdue' | 'today' | 'later'; dueDate: string; amount: number }

/** Returns what to take next of a schedule after a payment (pesos); null if every instalment is paid. */
export function findNextDue(
  schedule: readonly { dueDate: string; amount: number }[],
  paid: number,
  today: string,
): NextDue | null {
  const { byDate, overdue } = computeScheduleState(schedule, paid, today)
  const open = [...byDate.values()].find(({ amount, paid }) => toCentavos(paid) < toCentavos(amount))
  if (!open) return null
  const { dueDate } = open
  if (overdue > 0) return { when: 'overdue', dueDate, amount: overdue }
  const amount = fromCentavos(toCentavos(open.amount) - toCentavos(open.paid))
  return { when: dueDate === today ? 'today' : 'later', dueDate, amount }
}

/** Whether a typed date is finished. */
const isTypedDay = (text: string | null): text is string => text !== null && parseDay(text) === text

/** Returns the instalments of a form that have a date and an amount. */
export const completeInstalments = (
  schedule: readonly { dueDate: string | null; amount: number | null }[],
): { dueDate: string; amount: number }[] =>
  schedule.flatMap(({ dueDate, amount }) => (isTypedDay(dueDate) && amount ? [{ dueDate, amount }] : []))
