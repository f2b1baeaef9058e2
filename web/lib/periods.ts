import { Day } from '../../contract/shared/fields.ts'

/** The periods that are chosen by name, as the address (`period=`) and the screens call them. */
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

/** The shop's days from one to another, both included, as YYYY-MM-DD; left out where the period has no such end. */
export type Days = { from?: string; to?: string }

/** A period as it was asked for, by name or by days of its own (name null), and its days. */
export type Period = { name: PeriodName | null; days: Days }

/** The period that an address asks for (`from=` and `to=` before `period=`), or else `usual`. What is no day is left out. */
export function periodIn(search: URLSearchParams, today: string, usual: PeriodName): Period {
  const days = daysFrom(search.get('from'), search.get('to'))
  if (days.from !== undefined || days.to !== undefined) return { name: null, days }
  const asked = search.get('period') ?? ''
  const name = Object.hasOwn(periodNames, asked) ? (asked as PeriodName) : usual
  return { name, days: daysOf(name, today) }
}

/** What an address says of a period: it stays the same period on every screen, and a name stays a name tomorrow. */
export const addressed = ({ name, days }: Period): Record<string, string> =>
  name === null ? { ...days } : { period: name }

/** The days that are chosen by hand; all time where there is neither. */
export function ownPeriod(from: string | undefined, to: string | undefined): Period {
  const days = daysFrom(from, to)
  return { name: days.from === undefined && days.to === undefined ? 'all' : null, days }
}

/** Periods that have not ended end today: a month so far is compared with as many days before it. */
export function daysOf(name: PeriodName, today: string): Days {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const daysOfName: Record<PeriodName, Days> = {
    today: { from: today, to: today },
    yesterday: { from: shifted(today, -1), to: shifted(today, -1) },
    '7-days': { from: shifted(today, -6), to: today },
    '30-days': { from: shifted(today, -29), to: today },
    'this-month': { from: firstOf(year, month), to: today },
    'last-month': { from: firstOf(year, month - 1), to: shifted(firstOf(year, month), -1) },
    'this-year': { from: firstOf(year, 1), to: today },
    'last-year': { from: firstOf(year - 1, 1), to: shifted(firstOf(year, 1), -1) },
    all: {},
  }
  return daysOfName[name]
}

function daysFrom(...given: [from: string | null | undefined, to: string | null | undefined]): Days {
  const [from, to] = given.map((day) => Day.safeParse(day).data)
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** Month 0 is December of the year before. */
const firstOf = (year: number, month: number) => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)

/** So many days later: calendar dates know no time zone. */
const shifted = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
