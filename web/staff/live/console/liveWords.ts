// The words of a running live: names, times, the states of claims and where their order comes from.
import { firstNameOf, shortenName } from '../../../../contract/live/first-names.ts'
import type { LiveClaimRow, LiveCommentRow } from '../../../../contract/live/live-claims.ts'
import type { ClaimStatus } from '../../../../contract/live/live-statuses.ts'
import { createFormatters, timeIn } from '../../../../contract/shared/dates.ts'
import { formatPeso, today } from '../../../lib/format.ts'

export { firstNameOf, shortenName }

const clocks = createFormatters('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const weekdays = createFormatters('en-GB', { weekday: 'short' })

/** Formats a time of day with its seconds: `20:14:07`. */
export const formatClock = (at: string, timeZone: string) => clocks(timeZone).format(new Date(at))

/** Formats whole pesos without centavos: `₱74,800`. */
export const formatShownPrice = (pesos: number) => formatPeso(pesos).replace(/\.00$/, '')

/** Returns the name by which people know a buyer: the customer's, or else the handle. */
export const nameOfBuyer = ({ handle, customerName }: LiveClaimRow['buyer']) => customerName ?? handle

/** Describes where the order of a claim or a comment comes from: `Facebook’s time`, `typed by Joy`. */
export function describeSource({
  orderSource,
  platform,
  byName,
}: Pick<LiveClaimRow, 'orderSource' | 'platform'> & { byName: string | null }): string {
  if (orderSource === 'platform') return `${platform}’s time`
  if (orderSource === 'paste') return `place in the paste from ${platform}`
  return byName === null ? 'typed' : `typed by ${firstNameOf(byName)}`
}

const places = ['Next in line', 'Second in line', 'Third in line']
/** Returns the words of a place among those who wait, from 1. */
export const describePlace = (place: number) => places[place - 1] ?? `Place ${place} in line`

const states: Record<Exclude<ClaimStatus, 'waiting'>, { word: string; colour: string }> = {
  won: { word: 'Won', colour: 'green' },
  invoiced: { word: 'Won', colour: 'green' },
  asked: { word: 'Asked', colour: 'orange' },
  refused: { word: 'Refused', colour: 'red' },
  passed: { word: 'Passed', colour: 'black' },
  withdrawn: { word: 'Withdrawn', colour: 'black' },
  lapsed: { word: 'Lapsed', colour: 'black' },
}
/** Returns the words and the colour of a claim's state. `place` is its place among those who wait, from 1. */
export const stateOf = (status: ClaimStatus, place: number) =>
  status === 'waiting' ? { word: describePlace(place), colour: 'blue' } : states[status]

/** Formats the time that is left: `26 h 45 min`, and under an hour `12:40`, which is urgent. */
export function formatTimeLeft(milliseconds: number): { text: string; isUrgent: boolean } {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  if (hours > 0) return { text: `${hours} h ${minutes} min`, isUrgent: false }
  return { text: `${minutes}:${String(seconds % 60).padStart(2, '0')}`, isUrgent: true }
}

/** Describes when a hold ends: `until 23:00` today, else `until Sat 23:00`. */
export function describeUntil(at: string, timeZone: string, now: Date): string {
  const [date, time] = [new Date(at), timeIn(timeZone, new Date(at))]
  return today(timeZone, date) === today(timeZone, now)
    ? `until ${time}`
    : `until ${weekdays(timeZone).format(date)} ${time}`
}

/** Describes a span of minutes: `44 min`, `3 h`, `2 h 5 min`. */
export function describeMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/**
 * Describes what became of a new claim: `Piece 12 went to Ana R. at 20:14:07; Bea is next in line`. `next` is the first
 * who waits behind it.
 */
export function describeResult(
  claim: LiveClaimRow,
  { place, next, timeZone }: { place: number; next: LiveClaimRow | undefined; timeZone: string },
): string {
  const name = nameOfBuyer(claim.buyer)
  if (claim.status === 'won') {
    const follows = next ? `; ${firstNameOf(nameOfBuyer(next.buyer))} is next in line` : ''
    return `Piece ${claim.number} went to ${shortenName(name)} at ${formatClock(claim.orderAt, timeZone)}${follows}`
  }
  if (claim.status === 'refused')
    return `${shortenName(name)} does not get piece ${claim.number}: ${claim.reason ?? 'refused'}`
  const { word } = stateOf(claim.status, place)
  if (claim.status !== 'waiting' && claim.status !== 'asked')
    return `The claim of ${shortenName(name)} on piece ${claim.number} is ${word.toLowerCase()}`
  return `${shortenName(name)} is ${word.toLowerCase()} for piece ${claim.number}`
}

/** Describes in plain words what a comment means. A claim has a badge instead, as soon as its place is read. */
export const describeQuiet = ({ outcome }: Pick<LiveCommentRow, 'outcome'>) =>
  ({ claim: 'noted', again: 'has it already', undecided: 'needs a person', none: 'no claim' })[outcome]

/** Describes a buyer's record: `4 won, 4 paid`. What did not happen is left out. */
export function describeRecord(facts: { won: number; paid: number; lapsed: number; withdrawn: number }): string {
  const parts = (['won', 'paid', 'lapsed', 'withdrawn'] as const).flatMap((what) =>
    facts[what] > 0 ? [`${facts[what]} ${what}`] : [],
  )
  return parts.length === 0 ? 'nothing won yet' : parts.join(', ')
}
