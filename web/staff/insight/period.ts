import { Day } from '../../../contract/fields.ts'

/** The periods to choose from, by their names in the address; nothing there is all time. */
export const periods = [
  { value: 'all', label: 'All time' },
  { value: 'today', label: 'Today' },
  { value: '7-days', label: 'Last 7 days' },
  { value: '30-days', label: 'Last 30 days' },
  { value: 'month', label: 'This month' },
  { value: 'year', label: 'This year' },
  { value: 'custom', label: 'From … to …' },
] as const
export type PeriodName = (typeof periods)[number]['value']

/** Days (YYYY-MM-DD), both included; left out where the period has no beginning or no end. */
export type Days = { from?: string; to?: string }

/** The period that an address names; all time where it names none, or one that there is not. */
export const periodOf = (search: URLSearchParams): PeriodName =>
  periods.find(({ value }) => value === search.get('period'))?.value ?? 'all'

/** The days of the period that an address names, seen from `today` (YYYY-MM-DD). What is no day is left out. */
export const daysOf = (search: URLSearchParams, today: string): Days => daysByName[periodOf(search)](today, search)

const daysByName: Record<PeriodName, (today: string, search: URLSearchParams) => Days> = {
  all: () => ({}),
  today: (to) => ({ from: to, to }),
  '7-days': (to) => ({ from: daysBefore(to, 6), to }),
  '30-days': (to) => ({ from: daysBefore(to, 29), to }),
  month: (to) => ({ from: `${to.slice(0, 8)}01`, to }),
  year: (to) => ({ from: `${to.slice(0, 5)}01-01`, to }),
  custom: (_, search) => {
    const [from, to] = ['from', 'to'].map((name) => Day.safeParse(search.get(name)).data)
    return { ...(from && { from }), ...(to && { to }) }
  },
}

const daysBefore = (day: string, count: number) =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)

/** An address with the days under these names, and whatever else it asks for. */
export function addressOf(
  path: string,
  { from, to }: Days,
  more: Record<string, string> = {},
  [fromName, toName]: readonly [string, string] = ['from', 'to'],
): string {
  const search = new URLSearchParams({ ...more, ...(from && { [fromName]: from }), ...(to && { [toName]: to }) })
  return search.size === 0 ? path : `${path}?${search}`
}
