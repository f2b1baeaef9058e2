import type { ProofProblem, TypedProof } from '../../../contract/order-page/order-page.ts'
import {
  normalizeReference,
  proofDays,
  proofFilesAtMost,
  referenceLength,
} from '../../../contract/proofs/proof-rules.ts'
import { addDays } from '../../../contract/shared/dates.ts'
import type { UploadedFile } from '../../../contract/shared/endpoint.ts'
import { largestAmount, toCentavos } from '../../../contract/shared/money.ts'
import { parseNumber } from '../../../contract/shared/numbers.ts'

// The rules of what a buyer types and sends about a payment, without database access.

/** What a buyer says about a payment. The amount is pesos. */
export type ReadProof = { amount: number; day: string; reference: string; payAccountID: number | null }

/** Returns the problem of a field, or its value. */
type Reading<T> = { problem: ProofProblem } | { value: T }

/** Reads an amount of pesos as people type it: `12,000.00`, `₱12000` or with digits of full width. */
export function readAmount(typed: string): Reading<number> {
  const amount = parseNumber(typed.replace(/^\s*(?:PHP|P)\s*(?=\d)/i, ''))
  const problem = (is: 'missing' | 'unreadable' | 'too large') => ({ problem: { field: 'amount', is } as const })
  if (amount === null) return problem('missing')
  // A tenth of a centavo is not rounded: it is a slip.
  const isExact = Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-4
  if (Number.isNaN(amount) || amount <= 0 || !isExact) return problem('unreadable')
  return toCentavos(amount) > largestAmount ? problem('too large') : { value: amount }
}

/** Reads a day up to today (both YYYY-MM-DD). A browser without a field for days sends what was typed. */
export function readDay(typed: string, today: string): Reading<string> {
  const problem = (is: 'missing' | 'unreadable' | 'ahead' | 'too old') => ({ problem: { field: 'day', is } as const })
  const text = typed.normalize('NFKC').trim()
  if (text === '') return problem('missing')
  const [, year, month = '', date = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  if (year === undefined) return problem('unreadable')
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = Date.parse(`${day}T00:00:00Z`)
  // 31 February would be a day in March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) return problem('unreadable')
  if (day > today) return problem('ahead')
  return day < addDays(today, -proofDays) ? problem('too old') : { value: day }
}

/** Reads a reference. The shop compares its letters and digits alone. */
export function readReference(typed: string): Reading<string> {
  const reference = typed.replaceAll(/\p{Cc}/gu, ' ').trim()
  const problem = (is: 'missing' | 'too short' | 'too long') => ({ problem: { field: 'reference', is } as const })
  if (reference === '') return problem('missing')
  if (reference.length > referenceLength.most) return problem('too long')
  return normalizeReference(reference).length < referenceLength.least ? problem('too short') : { value: reference }
}

/** Reads the key of one of these accounts. It may be missing when there is no choice. */
function readAccount(typed: string, accountIDs: readonly number[]): Reading<number | null> {
  const found = accountIDs.find((id) => String(id) === typed)
  if (found !== undefined) return { value: found }
  return accountIDs.length > 1 ? { problem: { field: 'account', is: 'missing' } } : { value: accountIDs[0] ?? null }
}

/** Reads what a buyer typed, or returns the problems in the order of the form. */
export function readTypedProof(
  typed: TypedProof,
  { today, accountIDs }: { today: string; accountIDs: readonly number[] },
): { read: ReadProof } | { problems: ProofProblem[] } {
  const readings = [
    readAmount(typed.amount),
    readDay(typed.day, today),
    readReference(typed.reference),
    readAccount(typed.account, accountIDs),
  ] as const
  const problems = readings.flatMap((reading) => ('problem' in reading ? [reading.problem] : []))
  const [amount, day, reference, account] = readings
  if ('problem' in amount || 'problem' in day || 'problem' in reference || 'problem' in account) return { problems }
  return {
    read: { amount: amount.value, day: day.value, reference: reference.value, payAccountID: account.value },
  }
}

/** The formats of a proof's files, by their first bytes. */
export type ProofFormat = 'JPEG' | 'PNG' | 'WebP' | 'PDF'

/** Returns the format of a file; `heic` for a picture that only Apple's programs open, and null for any other file. */
export function findProofFormat(bytes: Uint8Array): ProofFormat | 'heic' | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1')
  if (head.startsWith('\u00FF\u00D8\u00FF')) return 'JPEG'
  if (head.startsWith('\u0089PNG\r\n\u001A\n')) return 'PNG'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'WebP'
  if (head.startsWith('%PDF-')) return 'PDF'
  return /^ftyp(?:hei|hev|mif1|msf1)/.test(head.slice(4)) ? 'heic' : null
}

/** Returns the problem of the files as they were sent; null for files that can be read. */
export function findFilesProblem(files: readonly UploadedFile[]): ProofProblem | null {
  const problem = (is: (ProofProblem & { field: 'pictures' })['is']) => ({ field: 'pictures', is }) as const
  if (files.length === 0) return problem('missing')
  if (files.length > proofFilesAtMost) return problem('too many')
  if (files.some(({ bytes }) => bytes.length === 0)) return problem('empty')
  const formats = files.map(({ bytes }) => findProofFormat(bytes))
  if (formats.includes('heic')) return problem('heic')
  return formats.includes(null) ? problem('other kind') : null
}

/**
 * Returns the new end of a hold; null when a proof does not move it. A hold that has lapsed, one that a deposit keeps
 * (null), and one that lasts longer stay as they are.
 */
export function extendHold(holdUntil: Date | null, now: Date, hours: number): Date | null {
  const end = new Date(now.getTime() + hours * 3_600_000)
  return holdUntil !== null && holdUntil > now && holdUntil < end ? end : null
}
