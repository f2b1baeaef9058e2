/** The days that the page shows, both included, as YYYY-MM-DD; null where it begins or ends where there is anything. */
export type AnalyticsPeriod = { from: string | null; to: string | null }

/** The address' word for a period without days: no word at all is the last 30 days. */
export const allTime = 'all'

/** The periods that are asked for by name, on this day of the shop's. */
export function analyticsPeriods(today: string): Record<string, AnalyticsPeriod> {
  const back = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
  return {
    Today: { from: today, to: today },
    'Last 7 days': { from: back(6), to: today },
    'Last 30 days': { from: back(29), to: today },
    'This month': { from: `${today.slice(0, 8)}01`, to: today },
    'This year': { from: `${today.slice(0, 5)}01-01`, to: today },
    'All time': { from: null, to: null },
  }
}

/** What the address asks for: `from=` and `to=`, `period=all`, or nothing for the last 30 days. */
export function periodOf(search: URLSearchParams, today: string): AnalyticsPeriod {
  const [from, to] = [search.get('from') || null, search.get('to') || null]
  if (from !== null || to !== null || search.get('period') === allTime) return { from, to }
  return analyticsPeriods(today)['Last 30 days']!
}

/** The address of a period: what `periodOf` reads. */
export function searchOfPeriod({ from, to }: AnalyticsPeriod): Record<string, string> {
  if (from === null && to === null) return { period: allTime }
  return { ...(from !== null && { from }), ...(to !== null && { to }) }
}

/** What a period is called on this day; null where it has no name. */
export const nameOfPeriod = (today: string, { from, to }: AnalyticsPeriod): string | null =>
  Object.entries(analyticsPeriods(today)).find(([, period]) => period.from === from && period.to === to)?.[0] ?? null
