/** Days from one to another, both included, as YYYY-MM-DD; an open end is null. */
export type Period = { from: string | null; to: string | null }

export const allTime: Period = { from: null, to: null }

/** The periods that are asked for by name, on this day of the shop's. */
export function namedPeriods(today: string): Record<string, Period> {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const yesterday = shifted(today, -1)
  return {
    'All time': allTime,
    Today: { from: today, to: today },
    Yesterday: { from: yesterday, to: yesterday },
    'This month': monthOf(year, month),
    'Last month': month === 1 ? monthOf(year - 1, 12) : monthOf(year, month - 1),
    'This year': { from: `${year}-01-01`, to: `${year}-12-31` },
  }
}

/** What a period is called on this day; null where it has no name. */
export const nameOfPeriod = (today: string, { from, to }: Period): string | null =>
  Object.entries(namedPeriods(today)).find(([, period]) => period.from === from && period.to === to)?.[0] ?? null

function monthOf(year: number, month: number): Period {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  return { from: first, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) }
}

/** So many days later: calendar dates know no time zone. */
const shifted = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
