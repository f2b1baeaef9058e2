/** Formats a calendar date (YYYY-MM-DD) as `20 Nov 2026`, without any time zone. */
export const formatDay = (date: string) => shortenMonth(days('UTC').format(new Date(`${date}T00:00:00Z`)))

/** Returns the date (YYYY-MM-DD) that is so many days after another. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Every month has three letters. British English has four for September alone. */
export const shortenMonth = (text: string) => text.replace('Sept', 'Sep')

/** The message for an expected delivery date before the order date. */
export const expectedTooEarly = 'Expected delivery date must not be before the order date'

/** The message for a change dated in the closed books. */
export const describeClosedBooks = (closedUntil: string) => `The books are closed until ${formatDay(closedUntil)}`

const days = createFormatters('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** Formats a moment (a Date or ISO text) in a time zone as `20 Nov 2026, 18:05`. */
export const formatMoment = (at: Date | string, timeZone: string) =>
  shortenMonth(moments(timeZone).format(new Date(at)))

const moments = createFormatters('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Returns a cached formatter per time zone, because creating one takes far longer than using it. */
export function createFormatters(locale: string, options: Intl.DateTimeFormatOptions) {
  const cache = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const format = cache.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    cache.set(timeZone, format)
    return format
  }
}

const parts = createFormatters('en-US-u-ca-gregory-nu-latn', { year: 'numeric', month: '2-digit', day: '2-digit' })
const clockParts = createFormatters('en-US-u-nu-latn', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Returns the calendar date (YYYY-MM-DD) of a moment in a time zone. */
export const dayIn = (timeZone: string, at: Date) => dateOfParts(parts(timeZone).formatToParts(at))

/** Returns the time of day (HH:MM) of a moment in a time zone. */
export const timeIn = (timeZone: string, at: Date) => {
  const part = createPartReader(clockParts(timeZone).formatToParts(at))
  return `${part('hour').padStart(2, '0')}:${part('minute').padStart(2, '0')}`
}

/**
 * Returns YYYY-MM-DD from formatted parts. It finds parts by type, because JavaScript engines order them differently.
 */
export function dateOfParts(all: readonly Intl.DateTimeFormatPart[]) {
  const part = createPartReader(all)
  return `${part('year').padStart(4, '0')}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`
}

const createPartReader = (all: readonly Intl.DateTimeFormatPart[]) => (wanted: Intl.DateTimeFormatPartTypes) => {
  const found = all.find(({ type }) => type === wanted)
  if (!found) throw new Error(`The format has no ${wanted}`)
  return found.value
}
