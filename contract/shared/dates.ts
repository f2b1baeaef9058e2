/** A calendar date (YYYY-MM-DD), as `20 Nov 2026`: no time zone is involved. */
export const day = (date: string) => days('UTC').format(new Date(`${date}T00:00:00Z`))

const days = formats('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** A moment (a Date, or ISO), in the shop's time zone, as `20 Nov 2026, 18:05`. */
export const momentIn = (at: Date | string, timeZone: string) => moments(timeZone).format(new Date(at))

const moments = formats('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A format of each time zone, made once: that takes far longer than to write a moment with it. */
export function formats(locale: string, options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    made.set(timeZone, format)
    return format
  }
}

const parts = formats('en-US-u-ca-gregory-nu-latn', { year: 'numeric', month: '2-digit', day: '2-digit' })
const clockParts = formats('en-US-u-nu-latn', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The calendar date (YYYY-MM-DD) in a time zone at a moment. */
export const dayIn = (timeZone: string, at: Date) => dateOfParts(parts(timeZone).formatToParts(at))

/** The time of day (HH:MM) in a time zone at a moment. */
export const timeIn = (timeZone: string, at: Date) => {
  const part = partReader(clockParts(timeZone).formatToParts(at))
  return `${part('hour').padStart(2, '0')}:${part('minute').padStart(2, '0')}`
}

/** Parts are read by their type: engines write the same locale in different orders. */
export function dateOfParts(all: readonly Intl.DateTimeFormatPart[]) {
  const part = partReader(all)
  return `${part('year').padStart(4, '0')}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`
}

const partReader = (all: readonly Intl.DateTimeFormatPart[]) => (wanted: Intl.DateTimeFormatPartTypes) => {
  const found = all.find(({ type }) => type === wanted)
  if (!found) throw new Error(`The format has no ${wanted}`)
  return found.value
}
