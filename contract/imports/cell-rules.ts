import { gramsOf, type Source, type WeightUnit } from './mapping.ts'

// Pure rules that turn a cell of somebody's file into the text of one of our cells. Each is idempotent: its own result
// stays as it is.

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }

/** An entity, also one whose `&` was escaped several times: `&amp;amp;lt;`. */
const entity = /&(?:amp;)*(amp|lt|gt|quot|apos|nbsp|#39);/g
/** The beginning of a tag or comment as browsers see one. `<3` and `a < b` are text. */
const opening = /<(?:!--|(\/?[a-z][a-z0-9]*))/gi
/** The tags that end a line. */
const lineEnds = new Set(['br', '/p', '/div', '/li', '/h1', '/h2', '/h3', '/h4', '/h5', '/h6', '/tr', '/ul', '/ol'])
/** A text can hold escaped HTML, which is HTML again after a pass. One that needs more passes than these is no HTML. */
const passesAtMost = 10

/** Whether a text has an HTML tag. */
export function hasTag(text: string): boolean {
  const first = text.search(/<\/?[a-z]/i)
  return first !== -1 && text.includes('>', first)
}

/** Turns HTML into plain text, one line for each paragraph, line break or list entry. */
function readHtml(text: string): string {
  let plain = text
  for (let pass = 1; ; pass++) {
    const before = plain
    plain = removeTags(before).replaceAll(entity, (_, name: string) => entities[name]!)
    if (plain === before) break
    if (pass === passesAtMost) return text
  }
  if (plain === text) return text
  const lines = plain.split('\n').map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
  return lines.filter((line) => line !== '').join('\n')
}

/**
 * Removes tags, comments, scripts and styles. It looks for each kind of end at most once in vain, because a hostile cell
 * can open thousands of tags and close none.
 */
function removeTags(html: string): string {
  const missing = new Set<string>()
  /** Returns the index after the next end; -1 where there is none. */
  const findEnd = (name: string, end: RegExp, from: number) => {
    if (missing.has(name)) return -1
    end.lastIndex = from
    if (end.test(html)) return end.lastIndex
    missing.add(name)
    return -1
  }
  let [plain, at] = ['', 0]
  for (const { index, 1: tag } of html.matchAll(opening)) {
    if (index < at) continue
    const name = tag?.toLowerCase() ?? '!--'
    let end = -1
    if (name === '!--') end = findEnd(name, /-->/g, index + 4)
    else {
      if (name === 'script') end = findEnd(name, /<\/script\s*>/gi, index)
      if (name === 'style') end = findEnd(name, /<\/style\s*>/gi, index)
      if (end === -1) end = findEnd('>', />/g, index)
    }
    if (end === -1) continue
    plain += html.slice(at, index) + (lineEnds.has(name) ? '\n' : '')
    at = end
  }
  return plain + html.slice(at)
}

/** Maximum length of a text that can be an amount or a weight. */
const numberLength = 60

/** A number as a file may write it: digits with thousands separators and decimals, in either notation. */
const digits = String.raw`[-+]?\d[\d.,\s']*`
/** A currency as a sign or a code before or after an amount. */
const currency = String.raw`(?:[\p{Sc}]|[A-Za-z]{1,3}\p{Sc}|PHP|USD|JPY|EUR|GBP|AUD|CAD|SGD|HKD|CNY|KRW|Php|P)`
const amount = new RegExp(String.raw`^${currency}?\s*(${digits})\s*${currency}?$`, 'u')

/** Removes the currency of an amount: 'PHP 1,250.00' becomes '1,250.00'. */
function readAmount(text: string): string {
  const found = text.length > numberLength ? null : amount.exec(text.trim())
  return found ? found[1]!.trim() : text
}

const weight = /^(-?[\d.,]+)\s*(kg|kilos?|kilograms?|mg|g|gr|gms?|grams?|lbs?|pounds?|oz|ounces?|cts?|carats?)\.?$/i
const units: readonly [RegExp, WeightUnit][] = [
  [/^(kg|kilo)/i, 'kg'],
  [/^mg/i, 'mg'],
  [/^(g|gr|gm)/i, 'g'],
  [/^(lb|pound)/i, 'lb'],
  [/^(oz|ounce)/i, 'oz'],
  [/^(ct|carat)/i, 'ct'],
]

/** Returns the unit that a word names, such as 'kg' for 'kilograms'; null when it names none. */
export const unitOf = (word: string): WeightUnit | null => units.find(([pattern]) => pattern.test(word))?.[1] ?? null

/** Converts a plain number of a unit to grams with at most three decimals. */
function toGrams(number: string, unit: WeightUnit): string {
  if (unit === 'g' || !/^-?\d+(\.\d+)?$/.test(number)) return number
  return String(Number((Number(number) * gramsOf[unit]).toFixed(3)))
}

/** Reads a weight in grams: '3.25 g' becomes '3.25', and '0.5 kg' becomes '500'. */
function readWeight(text: string, unit: WeightUnit): string {
  const found = text.length > numberLength ? null : weight.exec(text.trim())
  return found ? toGrams(found[1]!, unitOf(found[2]!)!) : toGrams(text.trim(), unit)
}

const karat = /(?:^|[^\d.])(24|22|21|18|14|10)\s?-?(?:k|kt|karat|carat)s?\b/i

/** Returns the karat that a text names, such as '18K' for '18K yellow gold'; null when it names none. */
export function findKarat(text: string): string | null {
  const found = karat.exec(text)
  return found ? `${found[1]}K` : null
}

/** Words of tills about a product: whether it is published, and its status. Only an active product is public. */
const publishedWords: Record<string, 'yes' | 'no' | ''> = {
  true: 'yes',
  yes: 'yes',
  false: 'no',
  no: 'no',
  active: '',
  draft: 'no',
  archived: 'no',
  unlisted: 'no',
}

/** Reads words such as 'true draft' as yes or no: one no is enough. Empty when no word says either. */
function readPublished(text: string): string {
  const read = text.split(/\s+/).map((word) => publishedWords[word.toLowerCase()])
  if (read.includes(undefined)) return text
  if (read.includes('no')) return 'no'
  return read.includes('yes') ? 'yes' : ''
}

/** Reads a cell as its source says. A cell that cannot be read so stays as it is, so that a person sees it. */
export function readCellAs(text: string, { reads, unit = 'g' }: { reads: Reading; unit?: WeightUnit | undefined }) {
  if (text === '' || reads === 'text') return text
  if (reads === 'html') return readHtml(text)
  if (reads === 'amount') return readAmount(text)
  if (reads === 'weight') return readWeight(text, unit)
  if (reads === 'published') return readPublished(text)
  return findKarat(text) ?? ''
}
type Reading = Extract<Source, { from: 'column' }>['reads']

/** Maximum length of a filled pattern. A longer text is too long for every column. */
const filledLength = 6000

/** Fills a pattern: `{n}` is the number, `{n:4}` the same with at least four digits, and `{cell}` the cell. */
export function fillPattern(pattern: string, n: number, cell: string): string {
  let filled = ''
  for (const part of pattern.split(/(\{n(?::\d)?\}|\{cell\})/)) {
    const count = /^\{n(?::(\d))?\}$/.exec(part)
    if (count) filled += String(n).padStart(Number(count[1] ?? 1), '0')
    else filled += part === '{cell}' ? cell : part
    if (filled.length > filledLength) return filled.slice(0, filledLength).toWellFormed()
  }
  return filled
}
