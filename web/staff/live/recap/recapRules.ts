// The words and figures of a recap that follow from what the server returns.
import type { liveRecap } from '../../../../contract/live/live-recap.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import type { Answer } from '../../../../contract/shared/endpoint.ts'
import { describeMinutes } from '../console/liveWords.ts'

export type Recap = Answer<typeof liveRecap.get>['data']
type Hour = Recap['hours'][number]

const hour = 3_600_000
/** A live must have lasted this long before pesos per hour mean something. */
const shortest = hour / 6
/** Maximum number of columns. A live that was paused for days shows only the hours with sales. */
const columnsAtMost = 24

/** Describes a number of seconds: `4.1 s`, `42 s`, `1 min 5 s`, `2 h 5 min`. */
export function describeSeconds(seconds: number): string {
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const rest = whole % 60
  if (whole < 3600) return rest === 0 ? `${whole / 60} min` : `${(whole - rest) / 60} min ${rest} s`
  return describeMinutes(Math.round(whole / 60))
}

/** Describes the claims that came to nothing: `3 withdrawn, 2 lapsed`. */
export function describeLost(recap: Pick<Recap, 'withdrawn' | 'lapsed' | 'refused'>): string {
  const parts = (['withdrawn', 'lapsed', 'refused'] as const).flatMap((what) =>
    recap[what] > 0 ? [`${recap[what]} ${what}`] : [],
  )
  return parts.length === 0 ? 'none withdrawn, lapsed or refused' : parts.join(', ')
}

/** Returns the pesos sold per hour from the start to the close, or to now; null for a live of some minutes. */
export function findPerHour(
  sold: number,
  { startedAt, closedAt }: Pick<LiveRow, 'startedAt' | 'closedAt'>,
  now: Date,
): number | null {
  if (startedAt === null) return null
  const lasted = (closedAt === null ? now.getTime() : Date.parse(closedAt)) - Date.parse(startedAt)
  return lasted < shortest ? null : Math.round((sold / lasted) * hour)
}

/** Returns the hours from the first to the last one with sales. Those between without sales have zero. */
export function fillHours(hours: readonly Hour[]): Hour[] {
  if (hours.length === 0) return []
  const [first, last] = [Date.parse(hours[0]!.from), Date.parse(hours.at(-1)!.from)]
  const count = Math.round((last - first) / hour) + 1
  if (count > columnsAtMost) return [...hours]
  const known = new Map(hours.map((one) => [Date.parse(one.from), one]))
  return Array.from({ length: count }, (_, n) => {
    const at = first + n * hour
    return known.get(at) ?? { from: new Date(at).toISOString(), won: 0, amount: 0 }
  })
}

/** Returns the hour with the most pesos, the earlier one of two; undefined without sales. */
export const findBestHour = (hours: readonly Hour[]): Hour | undefined =>
  hours.reduce<Hour | undefined>(
    (best, one) => (best === undefined || one.amount > best.amount ? one : best),
    undefined,
  )

/** Returns the pieces that nobody claimed, in the order of their numbers. */
export const findNeverClaimed = ({ neverClaimed }: Pick<Recap, 'neverClaimed'>, { pieces }: Pick<LiveRow, 'pieces'>) =>
  pieces.filter(({ number }) => neverClaimed.includes(number)).toSorted((a, b) => a.number - b.number)
