import { formatDay, dayIn, createFormatters, formatMoment, timeIn } from '../../contract/shared/dates.ts'
import { formatPeso } from '../../contract/shared/money.ts'
import { formatNumber } from '../../contract/shared/numbers.ts'

export { formatDay, formatMoment }
export { formatPeso }
export { formatFieldText, parseNumber } from '../../contract/shared/numbers.ts'
export { formatInUnit, formatWeight } from '../../contract/shared/quantities.ts'

/** Formats a number with thousands separators and at most 6 decimals: `1,074`, `12.345`. */
export const formatQuantity = (value: number) => formatNumber(value)

/** Formats a count with its noun: `1 day`, `30 days`. */
export const formatCount = (count: number, what: string) =>
  `${formatQuantity(count)} ${count === 1 ? what : `${what}s`}`

/** Formats a cost, which is absent where costs are hidden from this person. */
export const formatShownCost = (pesos: number | undefined) => (pesos === undefined ? '' : formatPeso(pesos))

let short: Intl.NumberFormat | undefined
const getShortFormatter = () =>
  (short ??= new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 }))

/** Formats a number of a chart's axis: `1.5K`, `2M`. */
export const formatShortNumber = (value: number) => getShortFormatter().format(value)
/** Formats pesos of a chart's axis: `₱250K`. */
export const formatShortPeso = (value: number) => `₱${formatShortNumber(value)}`

/**
 * Formats an ISO moment of a list in the shop's time zone: `18:05` today, `Thu` in the last week, otherwise its day.
 */
export function formatRecent(iso: string, timeZone: string, now = new Date()) {
  const date = today(timeZone, new Date(iso))
  const age = Date.parse(today(timeZone, now)) - Date.parse(date)
  if (age <= 0) return timeIn(timeZone, new Date(iso))
  return age < 7 * 86_400_000 ? weekdays('UTC').format(new Date(date)) : formatDay(date)
}

/** Returns a day without its year if that is the current one: `19 Nov`. */
export function formatNearDay(day: string, now: Date): string {
  const written = formatDay(day)
  return day.startsWith(String(now.getFullYear())) ? written.slice(0, -5) : written
}

/** Returns a moment without its year if that is the current one: `19 Nov, 20:12`. */
export function formatNearMoment(at: string, timeZone: string, now: Date): string {
  return formatMoment(at, timeZone).replace(` ${now.getFullYear()},`, ',')
}

/** Returns the current date (YYYY-MM-DD) in the shop's time zone. */
export const today = (timeZone: string, now = new Date()) => dayIn(timeZone, now)

/** Returns up to two letters as a fallback for a round picture: `LR` for Liza Reyes, `佐` for 佐藤 由美. */
export function initialsOf(name: string) {
  const all = name.trim().split(/\s+/)
  // Skip words such as '18K', because the names of many items begin with one.
  const named = all.filter((word) => /^\p{L}/u.test(word))
  const words = named.length > 0 ? named : all
  const firstLetterOf = (word: string | undefined) => /^./u.exec(word ?? '')?.[0] ?? ''
  const first = firstLetterOf(words[0])
  const last = words.length > 1 ? firstLetterOf(words.at(-1)) : ''
  return /\p{Script=Latin}/u.test(first) ? (first + last).toUpperCase() : first
}

const weekdays = createFormatters('en-GB', { weekday: 'short' })
