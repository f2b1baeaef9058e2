import { formatAccountNumber } from '../../../../contract/pay-accounts/pay-account-rules.ts'
import { nameProof, type RejectReason, takenMinutes } from '../../../../contract/proofs/proof-rules.ts'
import type { ProofFlagRow, ProofListRow, ProofRow } from '../../../../contract/proofs/proofs.ts'
import { timeIn } from '../../../../contract/shared/dates.ts'
import { formatCount, formatMoment, formatPeso, today } from '../../../lib/format.ts'

/** What people read about payment proofs: their flags, ages, accounts and reasons. */

export type FlagWords = { colour: 'red' | 'orange' | 'blue' | 'black'; text: string }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Returns the colour and the short text of a flag. Red is an alarm, and black means that another person must act. */
export function describeFlag(flag: ProofFlagRow, timeZone: string, now: Date): FlagWords {
  switch (flag.kind) {
    case 'reference used':
      return { colour: 'red', text: 'Reference used before' }
    case 'picture': {
      const name = nameProof(flag.other.proofID)
      return {
        colour: flag.isAlarm ? 'red' : 'orange',
        text: flag.isSame ? `Same picture as ${name}` : `Looks like ${name}`,
      }
    }
    case 'short':
      return { colour: 'orange', text: `${formatPeso(flag.by)} short` }
    case 'hold ending':
      return { colour: 'orange', text: `Hold ends ${formatEnd(flag.at, timeZone, now)}` }
    case 'hold over':
      return { colour: 'orange', text: 'The hold is over' }
    case 'nothing due':
      return { colour: 'orange', text: 'Nothing to pay' }
    case 'several':
      return { colour: 'blue', text: `${flag.place} of ${flag.count} transfers` }
    default:
      return { colour: 'black', text: 'Your sale: another approves' }
  }
}

/** `at 18:00` today, or else the day and the time. */
function formatEnd(at: string, timeZone: string, now: Date): string {
  const moment = new Date(at)
  return today(timeZone, moment) === today(timeZone, now)
    ? `at ${timeIn(timeZone, moment)}`
    : formatMoment(at, timeZone)
}

/** Returns the flags of a proof in the queue, first that another person has taken it. */
export function describeFlags(proof: ProofListRow, userID: number | undefined, timeZone: string, now: Date) {
  const flags = proof.flags.map((flag) => describeFlag(flag, timeZone, now))
  const taker = findTaker(proof, userID, now)
  if (taker === null) return flags
  return [
    // The whole name, because two people may have one first name.
    { colour: 'black' as const, text: `Taken by ${taker.name}, ${taker.minutes} min left` },
    ...flags,
  ]
}

/** Returns the other person who has taken a waiting proof and for how long; null if nobody else has. */
export function findTaker(proof: Claimed, userID: number | undefined, now: Date) {
  if (proof.takenBy === null || proof.takenBy.userID === userID) return null
  const minutes = countMinutesLeft(proof, now)
  return minutes === null ? null : { name: proof.takenBy.name, minutes }
}
type Claimed = Pick<ProofRow, 'status' | 'takenBy' | 'takenUntil'>

/** Returns the minutes for which a proof is still taken; null if it is not. */
export function countMinutesLeft({ status, takenUntil }: Claimed, now: Date): number | null {
  if (takenUntil === null || (status !== 'Taken' && status !== 'Sent')) return null
  const left = Date.parse(takenUntil) - now.getTime()
  // The clock of the screen may be some seconds late.
  return left > 0 ? Math.min(takenMinutes, Math.ceil(left / minute)) : null
}

/** Whether nobody has decided about a proof yet. */
export const isWaiting = ({ status }: { status: ProofRow['status'] }) => status === 'Sent' || status === 'Taken'

/** Returns an age with at most two units: `34 min`, `19 h`, `1 d 2 h`, `12 d`. */
export function formatAge(since: string, now: Date): string {
  const age = Math.max(0, now.getTime() - Date.parse(since))
  if (age < hour) return `${Math.floor(age / minute)} min`
  if (age < day) return `${Math.floor(age / hour)} h`
  const days = Math.floor(age / day)
  const hours = Math.floor((age % day) / hour)
  return days < 2 && hours > 0 ? `${days} d ${hours} h` : `${days} d`
}

/** Returns the heading of the group of the queue to which an age belongs. */
export function nameAge(since: string, now: Date): string {
  const age = now.getTime() - Date.parse(since)
  if (age >= 7 * day) return 'Over a week'
  return age >= day ? 'Over a day' : 'Last 24 hours'
}

/**
 * Returns the name by which staff speak to a buyer: the first name; the whole name in a script that writes the family name
 * first. Only staff read it: viewers of a live see first names alone.
 */
export function nameSpokenTo(name: string | null): string {
  if (name === null) return 'the buyer'
  return /^\p{Script=Latin}/u.test(name) ? name.split(/\s+/)[0]! : name
}

/** Returns the name of the kind of an account: `GCash`, or that of its bank. */
export const nameBank = ({ kind, bankOrWallet }: { kind: string; bankOrWallet: string | null }) => bankOrWallet ?? kind

/** Returns an account as people choose it: `GCash · 0917 555 0186`. */
export const nameAccount = (account: ProofRow['accounts'][number]) =>
  `${nameBank(account)} · ${formatAccountNumber(account)}`

/** The short name of each reason to reject, for the staff. */
export const reasonNames: Record<RejectReason, string> = {
  not_seen_yet: 'Not in our account yet',
  reference_not_found: 'Reference not found',
  amount_differs: 'Amount differs',
  unreadable: 'Picture cannot be read',
  used_before: 'Used for another sale',
  own_words: 'In my own words',
}

/** Returns the place of an instalment: `2nd of 4`. */
export function namePlace(place: number, count: number): string {
  const ending = ['th', 'st', 'nd', 'rd'][place % 100 > 10 && place % 100 < 14 ? 0 : place % 10] ?? 'th'
  return `${place}${ending} of ${count}`
}

/** Returns how a decided proof ended, with who decided and when. */
export function describeDecision(proof: ProofListRow, timeZone: string): string {
  const verb = { Approved: 'Approved', Rejected: 'Rejected', Withdrawn: 'Withdrawn', Sent: 'Sent', Taken: 'Sent' }
  const by = proof.status === 'Withdrawn' ? ' by the buyer' : proof.decidedBy && ` by ${proof.decidedBy.name}`
  return `${verb[proof.status]}${by ?? ''}, ${formatMoment(proof.decidedAt ?? proof.sentAt, timeZone)}`
}

/** Returns why a waiting proof cannot be approved by this person; null if nothing is in the way. */
export function findApprovalBlock(proof: ProofRow, userID: number | undefined, now: Date): string | null {
  const taker = findTaker(proof, userID, now)
  if (taker) return `${taker.name} is checking this proof, for ${formatCount(taker.minutes, 'minute')} more.`
  return proof.flags.some(({ kind }) => kind === 'another approves')
    ? 'You made this sale, and the amount is large: another person approves it.'
    : null
}
