import { createFormatters } from '../../../../../contract/shared/dates.ts'

const long = createFormatters('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const name = createFormatters('en-GB', { weekday: 'long' })
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** Formats a day (YYYY-MM-DD) as `Friday 20 November`. */
export const formatWeekday = (day: string) => long('UTC').format(noon(day))

/** Returns the name of a day's weekday: `Saturday`. */
export const nameWeekday = (day: string) => name('UTC').format(noon(day))
