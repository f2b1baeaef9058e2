import { Day } from '../../contract/shared/fields.ts'

/** The named periods, with the value of `period=` in the address and the label on the screen. */
export const periodNames = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7-days': 'Last 7 days',
  '30-days': 'Last 30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
  'last-year': 'Last year',
  all: 'All time',
} as const
export type PeriodName = keyof typeof periodNames

/** The first and last day of a period, inclusive, as YYYY-MM-DD. An open end is undefined. */
export type Days = { from?: string; to?: string }

/** A period that the address requests, and its days. `name` is null if the address gives the days instead of a name. */
export type Period = { name: PeriodName | null; days: Days }

/**
 * Reads the period from an address. `from=` and `to=` take precedence over `period=`. Without a valid value the period
 * is `usual`.
 */
export function readPeriod(search: URLSearchParams, today: string, usual: PeriodName): Period {
  const days = parseDays(search.get('from'), search.get('to'))
  if (days.from !== undefined || days.to !== undefined) return { name: null, days }
  const requested = search.get('period') ?? ''
  const name = Object.hasOwn(periodNames, requested) ? (requested as PeriodName) : usual
  return { name, days: daysOf(name, today) }
}

/**
 * Returns the address parameters of a period. A named period keeps its name, so that a saved link stays relative to
 * today.
 */
export const periodParamsOf = ({ name, days }: Period): Record<string, string> =>
  name === null ? { ...days } : { period: name }

/** Returns the period of two chosen days; all time if both are missing. */
export function createPeriod(from: string | undefined, to: string | undefined): Period {
  const days = parseDays(from, to)
  return { name: days.from === undefined && days.to === undefined ? 'all' : null, days }
}

/**
 * Returns the days of a named period. 'This month' and 'This year' end today, so that the dashboard compares them with
 * an equal number of earlier days.
 */
export function daysOf(name: PeriodName, today: string): Days {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const daysOfName: Record<PeriodName, Days> = {
    today: { from: today, to: today },
    yesterday: { from: shiftDay(today, -1), to: shiftDay(today, -1) },
    '7-days': { from: shiftDay(today, -6), to: today },
    '30-days': { from: shiftDay(today, -29), to: today },
    'this-month': { from: firstDayOf(year, month), to: today },
    'last-month': { from: firstDayOf(year, month - 1), to: shiftDay(firstDayOf(year, month), -1) },
    'this-year': { from: firstDayOf(year, 1), to: today },
    'last-year': { from: firstDayOf(year - 1, 1), to: shiftDay(firstDayOf(year, 1), -1) },
    all: {},
  }
  return daysOfName[name]
}

/** Returns the days of the period before, which has as many days; null for a period with an open end. */
export function daysBefore({ from, to }: Days): Days | null {
  if (from === undefined || to === undefined || from > to) return null
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return { from: shiftDay(from, -length), to: shiftDay(from, -1) }
}

function parseDays(...given: [from: string | null | undefined, to: string | null | undefined]): Days {
  const [from, to] = given.map((day) => Day.safeParse(day).data)
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** Returns the first day of a month. Month 0 is December of the previous year. */
const firstDayOf = (year: number, month: number) => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)

/** Returns the date `days` days after `day`. It uses UTC, because calendar dates have no time zone. */
const shiftDay = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
