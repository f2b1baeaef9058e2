/** A calendar date (YYYY-MM-DD), as `20 Nov 2026`: no time zone is involved. */
export const day = (date: string) => days.format(new Date(`${date}T00:00:00Z`))

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A moment (a Date, or ISO), in the shop's time zone, as `20 Nov 2026, 18:05`. */
export function moment(at: Date | string, timeZone: string) {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(at))
}
