/** A calendar date (YYYY-MM-DD), as `20 Nov 2026`: no time zone is involved. */
export const day = (date: string) => days('UTC').format(new Date(`${date}T00:00:00Z`))

const days = formats('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** A moment (a Date, or ISO), in the shop's time zone, as `20 Nov 2026, 18:05`. */
export const moment = (at: Date | string, timeZone: string) => moments(timeZone).format(new Date(at))

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
