import {
  describeAccount,
  endOf,
  needsBankOrWallet,
  type PayAccountKind,
  readAccountNumber,
} from '../../../contract/pay-accounts/pay-account-rules.ts'
import type { payAccount } from '../../db/schema/money.ts'
import { AppError } from '../../kernel/errors.ts'

export type StoredAccount = typeof payAccount.$inferSelect

/** The fields of an account that its number and its name depend on, as they were typed. */
type Typed = { kind: PayAccountKind; bankOrWallet?: string | null | undefined; number: string }

/**
 * Returns the number and the bank or wallet as they are stored. Throws 422 for a number that the kind does not have, and
 * for a kind that needs the name of its bank or wallet.
 */
export function readAccount({ kind, bankOrWallet = null, number: typed }: Typed) {
  const read = readAccountNumber(kind, typed)
  if ('problem' in read) throw new AppError('pay_account.number_invalid', read.problem, { field: 'number' })
  if (!needsBankOrWallet(kind)) return { number: read.number, bankOrWallet: null }
  if (bankOrWallet === null)
    throw new AppError('pay_account.bank_missing', 'Enter the name of the bank or wallet', { field: 'bankOrWallet' })
  return { number: read.number, bankOrWallet }
}

/** The fields that a message names, in their order, each with its words. */
const changedWords: { [Name in keyof StoredAccount]?: (before: StoredAccount, after: StoredAccount) => string } = {
  kind: (_, { kind }) => `kind (now ${kind})`,
  bankOrWallet: () => 'bank or wallet',
  holder: () => 'holder',
  number: (_, { number, kind }) => (kind === 'Card link' ? 'address' : `number (now ending ${endOf(number)})`),
  qrFile: (before, after) =>
    `QR picture ${after.qrFile === null ? 'removed' : before.qrFile === null ? 'added' : 'replaced'}`,
  currency: (_, { currency }) => `currency (now ${currency})`,
  note: () => 'note',
  paymentTypeID: () => 'payment type',
  referencesRepeat: (_, { referencesRepeat }) => (referencesRepeat ? 'references repeat' : 'references do not repeat'),
  status: (_, { status }) => (status ? 'now active' : 'now inactive'),
}

/** Returns the words for what differs between two versions of an account; empty when nothing does. */
export const listAccountChanges = (before: StoredAccount, after: StoredAccount): string[] =>
  (Object.keys(changedWords) as (keyof StoredAccount)[])
    .filter((name) => before[name] !== after[name])
    .map((name) => changedWords[name]!(before, after))

/** Returns the sentence about a change, such as `Maria Cruz changed the GCash account ending 4567: holder, note`. */
export const describeAccountChange = (who: string, before: StoredAccount, changes: readonly string[]): string =>
  `${who} changed the ${describeAccount(before)}: ${changes.join(', ')}`

/** Returns the sentence about a new account. */
export const describeNewAccount = (who: string, account: StoredAccount): string =>
  `${who} added the ${describeAccount(account)}, into which buyers pay`

/** Whether two orders of keys are the same. */
export const isSameOrder = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, n) => id === b[n])

/** Whether both lists have the same keys, each once. */
export const isReordering = (a: readonly number[], b: readonly number[]): boolean =>
  new Set(b).size === b.length && isSameOrder(a.toSorted(byNumber), b.toSorted(byNumber))

const byNumber = (a: number, b: number) => a - b
