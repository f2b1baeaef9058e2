import { normalizeReference, proofStatuses, type ProofStatus } from '../../../contract/proofs/proof-rules.ts'
import type { ProofFlag } from '../../../contract/proofs/proofs.ts'
import { formatDay } from '../../../contract/shared/dates.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { joinNames } from '../../../contract/shared/names.ts'

// The rules of the queue, without database access. Amounts are pesos.

/** The names of a sale's customer, or the handle of its buyer. All are null for a sale without a person. */
export type NamesOfBuyer = { firstName: string | null; lastName: string | null; handle: string | null }

/** Returns the buyer as staff name them among others, such as `Ana R.`; null for a sale without a person. */
export function nameBuyer({ firstName, lastName, handle }: NamesOfBuyer): string | null {
  if (firstName === null || lastName === null) return handle
  const [initial] = lastName
  // A Japanese family name has no initial, so `joinNames` puts it first and it stays whole.
  const isWestern = initial !== undefined && /\p{Script=Latin}/u.test(initial)
  return joinNames({ firstName, lastName: isWestern ? `${initial.toUpperCase()}.` : lastName })
}

/** Something that a reference has paid: a sale, and the day of the payment. */
export type FirstUse = { transactionNumber: string; buyerName: string | null; day: string }

/** Returns the sentence that names the first use of a reference. `today` is the shop's day; its year is left out. */
export function describeFirstUse(reference: string, { transactionNumber, buyerName, day }: FirstUse, today: string) {
  const written = formatDay(day)
  const shown = day.slice(0, 4) === today.slice(0, 4) ? written.slice(0, -5) : written
  const who = buyerName === null ? shown : `${buyerName}, ${shown}`
  return `Reference ${reference} paid ${transactionNumber} (${who})`
}

/**
 * Returns the key by which a reference is unique among the approved proofs of an account. Where the bank's references
 * repeat, the day and the amount tell transfers apart.
 */
export function makeReferenceKey(
  { reference, day, amount }: { reference: string; day: string; amount: number },
  isRepeating: boolean,
): string {
  const key = normalizeReference(reference)
  return isRepeating ? `${key}|${day}|${amount.toFixed(2)}` : key
}

/** A sale as the flags of its proofs need it. `next` is the next amount to pay; null when nothing is left to pay. */
export type FlaggedSale = {
  isOpen: boolean
  balance: number
  next: number | null
  holdUntil: Date | null
  createdByID: number | null
}

const day = 86_400_000

/** Returns the flags that follow from a proof's amount and its sale. */
export function flagSale(
  { amount }: { amount: number },
  { isOpen, next, holdUntil, createdByID }: FlaggedSale,
  { now, userID, secondPersonFrom }: { now: Date; userID: number | null; secondPersonFrom: number | null },
): ProofFlag[] {
  const flags: ProofFlag[] = []
  if (next === null) flags.push({ kind: 'nothing due' })
  else if (amount < next) flags.push({ kind: 'short', by: fromCentavos(toCentavos(next) - toCentavos(amount)) })
  if (isOpen && holdUntil !== null) {
    if (holdUntil <= now) flags.push({ kind: 'hold over' })
    else if (holdUntil.getTime() - now.getTime() <= day) flags.push({ kind: 'hold ending', at: holdUntil })
  }
  if (needsSecondPerson(amount, createdByID, userID, secondPersonFrom)) flags.push({ kind: 'another approves' })
  return flags
}

/** Whether another person must approve: the user made the sale, and the amount is one from which the shop wants two. */
export const needsSecondPerson = (
  amount: number,
  createdByID: number | null,
  userID: number | null,
  secondPersonFrom: number | null,
) => secondPersonFrom !== null && amount >= secondPersonFrom && createdByID !== null && createdByID === userID

/** Whether a proof waits for a decision. */
export const isWaiting = (status: ProofStatus) => status === 'Sent' || status === proofStatuses[1]
