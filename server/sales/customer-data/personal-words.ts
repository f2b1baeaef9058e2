/** What tells who somebody is, as a customer's record keeps it. */
export type Person = {
  firstName: string
  middleName: string | null
  lastName: string
  contactNo: string
  address: string | null
  email: string
}

/** What stands in a customer's record once nobody can tell who it was. */
export const anonymousPerson = (customerID: number) => ({
  firstName: 'Anonymised',
  middleName: null,
  lastName: `customer ${customerID}`,
  contactNo: `Anonymised ${customerID}`,
  address: null,
  // A domain that reaches nobody, whoever writes to it (RFC 2606).
  email: `anonymised-${customerID}@customer.invalid`,
})

/** What stands where somebody was named. */
export const anonymousName = (customerID: number) => `Anonymised customer ${customerID}`
const removed = '[removed]'

/** Takes a person's words out of texts. */
export type Scrubber = {
  /** The words that tell who it is wherever they stand, as one regular expression that PostgreSQL reads too. */
  telling: string
  /** Takes out what tells who it is: whole names, numbers, addresses. */
  scrub: (text: string) => string
  /** Takes out single names and towns too: in texts that are about this person, where 'Ruby' is no stone. */
  scrubOwn: (text: string) => string
}

/** For all that a person was ever called: names change, and so do addresses. */
export function scrubberOf(customerID: number, people: readonly Person[]): Scrubber {
  const names = unique(people.flatMap(wholeNames).map(spaced))
  const details = unique(people.flatMap(tellingDetails))
  const vague = unique(people.flatMap(({ contactNo, address }) => [contactNo, address ?? '']))
  const single = unique(
    people.flatMap(({ firstName, middleName, lastName }) => [firstName, middleName ?? '', lastName]),
  )
  const named = longestFirst(names)
  const other = longestFirst(details)
  const [long, short] = [single.filter((name) => name.length > 3), single.filter((name) => name.length <= 3)]

  const scrub = (text: string) =>
    text.replaceAll(whole(named, 'giu'), anonymousName(customerID)).replaceAll(whole(other, 'giu'), removed)
  return {
    telling: [...named, ...other].join('|'),
    scrub,
    // Short names are words too ('To', 'Go'): only as they are written.
    scrubOwn: (text) =>
      scrub(text)
        .replaceAll(whole(longestFirst([...vague, ...long].map(spaced)), 'giu'), removed)
        .replaceAll(whole(longestFirst(short.map(spaced)), 'gu'), removed),
  }
}

/** First and last name, with the middle name and without, in either order. */
const wholeNames = ({ firstName, middleName, lastName }: Person) => [
  [firstName, middleName, lastName].filter(Boolean).join(' '),
  `${firstName} ${lastName}`,
  `${lastName}, ${firstName}`,
  `${lastName} ${firstName}`,
]

/**
 * How to reach somebody and nobody else. A number counts however it is spaced. Without a digit neither a number nor an
 * address tells who it is: 'Viber' and 'Manila' stand in many texts.
 */
function tellingDetails({ contactNo, address, email }: Person): string[] {
  const digits = contactNo.replaceAll(/[^0-9]/g, '')
  const number = digits.length >= 7 ? [String.raw`\+?${digits.split('').join(String.raw`[\s().-]*`)}`] : []
  const house = address !== null && /\d/.test(address) && /\p{L}{3}/u.test(address) ? [spaced(address)] : []
  return [...number, ...house, spaced(email)]
}

/** A regular expression of the text, whatever spaces it has; in JSON, quotes and backslashes have backslashes before them. */
const spaced = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/"|\\\\/g, String.raw`\\*$&`))
    .join(String.raw`\s+`)

const unique = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text !== '')
const longestFirst = (texts: readonly string[]) => texts.toSorted((a, b) => b.length - a.length)

/** Any of them as whole words; nothing at all where there are none. */
const whole = (sources: readonly string[], flags: string) =>
  new RegExp(
    sources.length === 0 ? '(?!)' : String.raw`(?<![\p{L}\p{N}])(?:${sources.join('|')})(?![\p{L}\p{N}])`,
    flags,
  )

/** What people type freely into a sale and its payments and refunds. */
const freely = new Set(['remarks', 'reference', 'reason'])

/** What is written of goods, places and companies is about no customer, whatever its words. */
const catalogue =
  /^(item|category|supplier|location|type|Type|reason|payment|transaction|company)Name$|^(itemCode|description|metal|stone)$/

/**
 * A recorded value (of the audit trail, or an answer) without what tells who the customer is: their own details are the
 * anonymous ones, free texts are scrubbed. Other customers' details stay, also where they share a number.
 */
export function redacted(value: unknown, customerID: number, scrubber: Scrubber): unknown {
  const anonymous: Record<string, unknown> = {
    ...anonymousPerson(customerID),
    customerName: anonymousName(customerID),
  }

  const walk = (part: unknown, key: string, own: boolean): unknown => {
    if (typeof part === 'string' && catalogue.test(key)) return part
    if (typeof part === 'string') return own && freely.has(key) ? scrubber.scrubOwn(part) : scrubber.scrub(part)
    if (Array.isArray(part)) return part.map((entry) => walk(entry, key, own))
    if (typeof part !== 'object' || part === null) return part
    const theirs = 'customerID' in part ? part.customerID === customerID : own
    const person = 'firstName' in part && 'contactNo' in part
    if (person && !theirs) return part
    return Object.fromEntries(
      Object.entries(part).map(([name, entry]) => [
        name,
        person && name in anonymous ? anonymous[name] : walk(entry, name, theirs),
      ]),
    )
  }
  return walk(value, '', false)
}
