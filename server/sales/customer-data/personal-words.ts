import { anonymousPerson, removedText } from '../customers/anonymous.rules.ts'

/** The personal details in a customer's record. */
export type Person = {
  firstName: string
  middleName: string | null
  lastName: string
  contactNo: string
  address: string | null
  email: string
}

/** Returns the replacement for a customer's name in texts. */
export const anonymousName = (customerID: number) => `Anonymised customer ${customerID}`

/** Removes a person's details from texts. */
export type Scrubber = {
  /** A regular expression for all details that identify the person in any text. PostgreSQL can use it too. */
  pattern: string
  /** Removes identifying details: full names, numbers, addresses. */
  scrub: (text: string) => string
  /** Removes single names and towns too. It is only for texts about this person, in which 'Ruby' is not a gemstone. */
  scrubOwn: (text: string) => string
}

/** The handle of a buyer with its contact. */
export type HandleFacts = { handle: string; contact: string | null }

/**
 * Creates the scrubber for every version of a person's details, because names and addresses change. `handles` are those
 * of the person's buyers.
 */
export function createScrubber(
  customerID: number,
  people: readonly Person[],
  handles: readonly HandleFacts[] = [],
): Scrubber {
  const names = unique(people.flatMap(fullNames).map(inAnySpacing))
  const own = handles.flatMap(({ handle, contact }) => [handle.trim().replace(/^@+/, ''), contact ?? ''])
  const details = unique([...people.flatMap(identifyingPatterns), ...own.filter(isIdentifying).map(inAnySpacing)])
  const vague = unique([...people.flatMap(({ contactNo, address }) => [contactNo, address ?? '']), ...own])
  const single = unique(
    people.flatMap(({ firstName, middleName, lastName }) => [firstName, middleName ?? '', lastName]),
  )
  const named = longestFirst(names)
  const other = longestFirst(details)
  const [long, short] = [single.filter((name) => name.length > 3), single.filter((name) => name.length <= 3)]

  const scrub = (text: string) =>
    text
      .replaceAll(wholeWords(named, 'giu'), anonymousName(customerID))
      .replaceAll(wholeWords(other, 'giu'), removedText)
  return {
    pattern: [...named, ...other].join('|'),
    scrub,
    // A short name can be an ordinary word ('To', 'Go'), so it matches only in its exact case.
    scrubOwn: (text) =>
      scrub(text)
        .replaceAll(wholeWords(longestFirst([...vague, ...long].map(inAnySpacing)), 'giu'), removedText)
        .replaceAll(wholeWords(longestFirst(short.map(inAnySpacing)), 'gu'), removedText),
  }
}

/** Returns the name in all its forms: with or without the middle name, in either order. */
const fullNames = ({ firstName, middleName, lastName }: Person) => [
  [firstName, middleName, lastName].filter(Boolean).join(' '),
  `${firstName} ${lastName}`,
  `${lastName}, ${firstName}`,
  `${lastName} ${firstName}`,
]

/**
 * Returns patterns for details that identify one person. A phone number matches in any spacing. Entries without digits,
 * such as 'Viber' or 'Manila', are common words and do not count.
 */
function identifyingPatterns({ contactNo, address, email }: Person): string[] {
  const digits = contactNo.replaceAll(/[^0-9]/g, '')
  const number = digits.length >= 7 ? [String.raw`\+?${digits.split('').join(String.raw`[\s().-]*`)}`] : []
  const house = address !== null && /\d/.test(address) && /\p{L}{3}/u.test(address) ? [inAnySpacing(address)] : []
  return [...number, ...house, inAnySpacing(email)]
}

/** Whether a handle is no word or name that other people may have: 'mina' is, 'mina.1987' is not. */
const isIdentifying = (handle: string) => handle.length >= 6 && /[\d_.]/.test(handle)

/** Returns a pattern that matches the text in any spacing, even when JSON escapes its quotes and backslashes. */
const inAnySpacing = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/"|\\\\/g, String.raw`\\*$&`))
    .join(String.raw`\s+`)

const unique = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text !== '')
const longestFirst = (texts: readonly string[]) => texts.toSorted((a, b) => b.length - a.length)

/**
 * Returns a pattern that matches any of the patterns in `sources` as a whole word. Without sources it never matches.
 */
const wholeWords = (sources: readonly string[], flags: string) =>
  new RegExp(
    sources.length === 0 ? '(?!)' : String.raw`(?<![\p{L}\p{N}])(?:${sources.join('|')})(?![\p{L}\p{N}])`,
    flags,
  )

/** The free-text fields of a sale and its payments and refunds. */
const freeTextFields = new Set(['remarks', 'reference', 'reason'])

/** Names and descriptions of goods, places and companies contain no personal data. */
const impersonalFields =
  /^(item|category|supplier|location|type|Type|reason|payment|transaction|company)Name$|^(itemCode|description|metal|stone)$/

/**
 * Returns an audit record or a stored response without the customer's personal data: details become anonymous, free
 * texts are scrubbed. Other customers' details stay, even a shared number.
 */
export function redact(
  value: unknown,
  customerID: number,
  scrubber: Scrubber,
  buyerIDs: readonly number[] = [],
): unknown {
  const isOwn = (part: object) =>
    ('customerID' in part && part.customerID === customerID) ||
    ('buyerID' in part && buyerIDs.includes(part.buyerID as number))

  const anonymous: Record<string, unknown> = {
    ...anonymousPerson(customerID),
    customerName: anonymousName(customerID),
  }

  const anonymousBuyer = (part: object): Record<string, unknown> => ({
    handle: removedText,
    contact: null,
    ...('customerName' in part && part.customerName !== null && { customerName: anonymous['customerName'] }),
  })
  const walk = (part: unknown, key: string, own: boolean): unknown => {
    if (typeof part === 'string' && impersonalFields.test(key)) return part
    if (typeof part === 'string') return own && freeTextFields.has(key) ? scrubber.scrubOwn(part) : scrubber.scrub(part)
    if (Array.isArray(part)) return part.map((entry) => walk(entry, key, own))
    if (typeof part !== 'object' || part === null) return part
    const theirs = 'customerID' in part || 'buyerID' in part ? isOwn(part) : own
    const isPerson = 'firstName' in part && 'contactNo' in part
    const isBuyer = 'handle' in part && 'platform' in part
    if ((isPerson || isBuyer) && !theirs) return part
    const replaced = isPerson ? anonymous : isBuyer ? anonymousBuyer(part) : {}
    return Object.fromEntries(
      Object.entries(part).map(([name, entry]) => [
        name,
        name in replaced ? replaced[name] : walk(entry, name, theirs),
      ]),
    )
  }
  return walk(value, '', false)
}
