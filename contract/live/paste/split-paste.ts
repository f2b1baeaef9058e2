import { timeIn } from '../../shared/dates.ts'

/** A comment as a page of a platform shows it. */
export type SplitComment = { name: string; text: string; writtenAt: Date | null }

/** The start of the live and the time zone of the pasted clock times. */
export type PasteClock = { startedAt: Date; timeZone: string }

const clock = String.raw`\[?(\d{1,2}):(\d{2})(?::(\d{2}))?\s?(am|pm)?\]?`
const timed = new RegExp(String.raw`^${clock}[\s,–-]+(.*)$`, 'i')

/**
 * Splits pasted text into comments: a line each, as `Ana Reyes: mine po`, `20:14:07 Ana Reyes: mine po` or with tabs between
 * the parts. A line without a name continues the comment before it. A time without seconds is left out, because the piece
 * on show may change within a minute.
 */
export function splitPaste(pasted: string, live: PasteClock): SplitComment[] {
  const comments: SplitComment[] = []
  for (const line of pasted.split(/\r\n|[\n\r\u{2028}]/u)) {
    if (line.trim() === '') continue
    const [time, rest] = takeTime(line.trim(), live)
    const [name, text] = takeName(rest)
    const last = comments.at(-1)
    if (name !== null) comments.push({ name, text, writtenAt: time })
    else if (last) last.text += `\n${text}`
    else comments.push({ name: '?', text, writtenAt: time })
  }
  return comments
}

function takeName(line: string): [name: string | null, text: string] {
  const [first = '', ...more] = line.split('\t')
  if (more.length > 0) return [first.trim() || null, more.join(' ').trim()]
  const found = /^([^:]{1,100}?)\s*:\s+(.*)$/.exec(line)
  return found ? [found[1]!.trim(), found[2]!] : [null, line]
}

function takeTime(line: string, live: PasteClock): [time: Date | null, rest: string] {
  const found = timed.exec(line)
  if (!found) return [null, line]
  const [, hours, minutes, seconds, half, rest = ''] = found
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return [null, line]
  if (seconds === undefined) return [null, rest]
  return [findMoment(hour * 3600 + Number(minutes) * 60 + Number(seconds), live), rest]
}

/** Returns the moment of a clock time in the 24 hours that begin an hour before the live. */
function findMoment(secondOfDay: number, { startedAt, timeZone }: PasteClock): Date {
  const earliest = startedAt.getTime() - 3_600_000
  const start = Math.floor(earliest / 60_000) * 60_000
  const [hours, minutes] = timeIn(timeZone, new Date(start)).split(':').map(Number)
  const then = hours! * 3600 + minutes! * 60
  return new Date(start + ((secondOfDay - then + 86_400) % 86_400) * 1000)
}
