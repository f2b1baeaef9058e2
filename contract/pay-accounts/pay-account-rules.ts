/** The kinds of account into which buyers pay. */
export const payAccountKinds = ['Bank transfer', 'GCash', 'Maya', 'Other e-wallet', 'Card link'] as const
export type PayAccountKind = (typeof payAccountKinds)[number]

/** The currencies of accounts. The shop's prices are in pesos, so another currency needs a note about the amount. */
export const payCurrencies = ['PHP', 'JPY', 'USD'] as const
export type PayCurrency = (typeof payCurrencies)[number]

/** Maximum number of active accounts, all of which a buyer sees at once. */
export const activeAccountsAtMost = 20

/** Whether an account of this kind needs the name of its bank or wallet. GCash and Maya name themselves. */
export const needsBankOrWallet = (kind: PayAccountKind): boolean => !isMobileWallet(kind)

/** Whether the number of an account is a Philippine mobile number. */
export const isMobileWallet = (kind: PayAccountKind): boolean => kind === 'GCash' || kind === 'Maya'

/** A number in the form in which it is stored, or the sentence that says what is wrong with it. */
export type ReadNumber = { number: string } | { problem: string }

/**
 * Reads the number of an account as people type it, also in the full-width digits of a Japanese keyboard. A mobile
 * number becomes `09175550186`. A bank's number keeps its spaces and hyphens, in capitals. A card link becomes its whole
 * address.
 */
export function readAccountNumber(kind: PayAccountKind, typed: string): ReadNumber {
  const text = typed.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  if (isMobileWallet(kind)) return readMobile(kind, text)
  if (kind === 'Bank transfer') return readBankNumber(text)
  return kind === 'Card link' ? readLink(text) : readWalletName(text)
}

function readMobile(kind: PayAccountKind, text: string): ReadNumber {
  const [, mobile] = /^(?:\+?63|0)?(9\d{9})$/.exec(text.replaceAll(/[ ().-]/g, '')) ?? []
  return mobile === undefined
    ? { problem: `A ${kind} number is a mobile number, such as 0917 555 0186` }
    : { number: `0${mobile}` }
}

function readBankNumber(text: string): ReadNumber {
  const number = text.toUpperCase().replaceAll(/[‐‑‒–—―−ー]/g, '-')
  const compact = number.replaceAll(/[ -]/g, '')
  const isNumber = /^[0-9A-Z]{6,34}$/.test(compact) && /^[0-9A-Z].*[0-9A-Z]$/.test(number) && /\d{4}/.test(compact)
  return isNumber
    ? { number }
    : { problem: 'An account number has 6 to 34 digits or letters, with spaces or hyphens between them' }
}

const readWalletName = (text: string): ReadNumber =>
  /^[\w@+][\w@+. -]{2,79}$/.test(text)
    ? { number: text }
    : { problem: 'The number of an e-wallet is a phone number, an email or a user name' }

function readLink(text: string): ReadNumber {
  const problem = 'A card link is an address that begins with https://, without a password in it'
  if (!URL.canParse(text)) return { problem }
  const { protocol, hostname, username, password, href } = new URL(text)
  const isPlain = protocol === 'https:' && hostname.includes('.') && username === '' && password === ''
  return isPlain && href.length <= 300 ? { number: href } : { problem }
}

/** Returns the number as people read it: a mobile number in groups, any other as it is stored. */
export const formatAccountNumber = ({ kind, number }: { kind: PayAccountKind; number: string }): string =>
  isMobileWallet(kind) ? number.replace(/^(\d{4})(\d{3})(\d{4})$/, '$1 $2 $3') : number

type Named = { kind: PayAccountKind; bankOrWallet: string | null; number: string }

/** Returns the name of an account by which a message tells it from others, such as `GCash account ending 0186`. */
export function describeAccount({ kind, bankOrWallet, number }: Named): string {
  if (kind === 'Card link') return `${bankOrWallet ?? kind} card link`
  return `${bankOrWallet ?? kind} account ending ${endOf(number)}`
}

/** Returns the last four letters or digits of a number. */
export const endOf = (number: string): string => number.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(-4)
