// The words and figures of a recap that follow from what the server returns.
import type { liveRecap } from '../../../../contract/live/live-recap.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import type { Answer } from '../../../../contract/shared/endpoint.ts'
import { formatCount, formatQuantity } from '../../../lib/format.ts'
import { describeMinutes } from '../console/liveWords.ts'

export type Recap = Answer<typeof liveRecap.get>['data']
type Quarter = Recap['quarters'][number]

const hour = 3_600_000
/** The milliseconds of a quarter of an hour. */
export const quarter = hour / 4
/** A live must have lasted this long before pesos per hour mean something. */
const shortest = hour / 6
/** Maximum number of columns, of ten hours. A live that was paused for days shows only the quarters with sales. */
const columnsAtMost = 40

/** Describes a number of seconds: `4.1 s`, `42 s`, `1 min 5 s`, `2 h 5 min`. */
export function describeSeconds(seconds: number): string {
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const rest = whole % 60
  if (whole < 3600) return rest === 0 ? `${whole / 60} min` : `${(whole - rest) / 60} min ${rest} s`
  return describeMinutes(Math.round(whole / 60))
}

/** Describes how many claims there were, and which came to nothing: `of 58 claims; 3 withdrawn, 2 lapsed`. */
export function describeClaims(recap: Pick<Recap, 'claims' | 'withdrawn' | 'lapsed' | 'refused'>): string {
  const parts = (['withdrawn', 'lapsed', 'refused'] as const).flatMap((what) =>
    recap[what] > 0 ? [`${recap[what]} ${what}`] : [],
  )
  return [`of ${formatCount(recap.claims, 'claim')}`, parts.join(', ')].filter((part) => part !== '').join('; ')
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

/**
 * Compares the pesos per hour of a live with those of the live before: `+8.2%`, `−3%`. Null when one of them
 * lasted some minutes, or nothing was sold in the one before.
 */
export function compareLives(
  recap: Pick<Recap, 'sold' | 'before'>,
  live: Pick<LiveRow, 'startedAt' | 'closedAt'>,
  now: Date,
): string | null {
  const perHour = findPerHour(recap.sold, live, now)
  const perHourBefore = recap.before && findPerHour(recap.before.sold, recap.before, now)
  if (perHour === null || !perHourBefore) return null
  const percent = Math.round((perHour / perHourBefore - 1) * 1000) / 10
  return `${percent < 0 ? '−' : '+'}${formatQuantity(Math.abs(percent))}%`
}

/** Lists names as a sentence does: `Joy Abad and Mika Kondo`. */
export const listPeople = (people: readonly string[]) =>
  people.length < 2 ? people.join('') : `${people.slice(0, -1).join(', ')} and ${people.at(-1)}`

/** Returns the quarters of an hour from the first to the last one with sales. Those between without sales have zero. */
export function fillQuarters(quarters: readonly Quarter[]): Quarter[] {
  if (quarters.length === 0) return []
  const [first, last] = [Date.parse(quarters[0]!.from), Date.parse(quarters.at(-1)!.from)]
  const count = Math.round((last - first) / quarter) + 1
  if (count > columnsAtMost) return [...quarters]
  const known = new Map(quarters.map((one) => [Date.parse(one.from), one]))
  return Array.from({ length: count }, (_, n) => {
    const at = first + n * quarter
    return known.get(at) ?? { from: new Date(at).toISOString(), won: 0, amount: 0 }
  })
}

/** Returns the quarter of an hour with the most pesos, the earlier one of two; undefined without sales. */
export const findBestQuarter = (quarters: readonly Quarter[]): Quarter | undefined =>
  quarters.reduce<Quarter | undefined>(
    (best, one) => (best === undefined || one.amount > best.amount ? one : best),
    undefined,
  )

/** Returns the pieces that nobody claimed, in the order of their numbers. */
export const findNeverClaimed = ({ neverClaimed }: Pick<Recap, 'neverClaimed'>, { pieces }: Pick<LiveRow, 'pieces'>) =>
  pieces.filter(({ number }) => neverClaimed.includes(number)).toSorted((a, b) => a.number - b.number)
