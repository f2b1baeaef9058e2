import { formatDay, formatMoment, today as dayIn } from '../../../lib/format.ts'

type Due = { dueDate: string | null; dueTime: string | null; done: boolean }

/**
 * Returns the due time as short text and whether it is overdue. Examples: 'Today', '20:00' for today, '21 Nov', '21
 * Nov, 20:00', '3 Jan 2027' for another year, '' without a due date.
 */
export function formatDue(
  { dueDate, dueTime, done }: Due,
  timeZone: string,
  now: Date,
): { text: string; overdue: boolean } {
  if (dueDate === null) return { text: '', overdue: false }
  const today = dayIn(timeZone, now)
  const past =
    dueDate < today || (dueDate === today && dueTime !== null && dueTime <= formatMoment(now, timeZone).slice(-5))
  if (dueDate === today) return { text: dueTime ?? 'Today', overdue: past && !done }
  const date = dueDate.slice(0, 4) === today.slice(0, 4) ? formatDay(dueDate).slice(0, -5) : formatDay(dueDate)
  return { text: dueTime === null ? date : `${date}, ${dueTime}`, overdue: past && !done }
}
