import { gramsOf, type Source, type WeightUnit } from './mapping.ts'

// Pure rules that turn a cell of somebody's file into the text of one of our cells. Each is idempotent: its own result
// stays as it is.

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }

/** A tag as browsers see one. `<3` and `a < b` are text. */
const tag = /<\/?[a-z][^>]*>|<!--[\s\S]*?-->/gi
const entity = /&(amp|lt|gt|quot|apos|nbsp|#39);/g

/** Turns HTML into plain text, one line for each paragraph, line break or list entry. */
function readHtml(text: string): string {
  if (!/<\/?[a-z][^>]*>|&(amp|lt|gt|quot|apos|nbsp|#39);/i.test(text)) return text
  let plain = text
  // A text can hold escaped HTML, which is HTML again after the first pass.
  for (let before = ''; plain !== before;) {
    before = plain
    plain = plain
      .replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
      .replaceAll(/<(br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/ul|\/ol)\b[^>]*>/gi, '\n')
      .replaceAll(tag, '')
      .replaceAll(entity, (_, name: string) => entities[name]!)
  }
  const lines = plain.split('\n').map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
  return lines.filter((line) => line !== '').join('\n')
}

/** A number as a file may write it: digits with thousands separators and decimals, in either notation. */
const digits = String.raw`[-+]?\d[\d.,\s']*`
/** A currency as a sign or a code before or after an amount. */
const currency = String.raw`(?:[\p{Sc}]|[A-Za-z]{1,3}\p{Sc}|PHP|USD|JPY|EUR|GBP|AUD|CAD|SGD|HKD|CNY|KRW|Php|P)`
const amount = new RegExp(String.raw`^${currency}?\s*(${digits})\s*${currency}?$`, 'u')

/** Removes the currency of an amount: 'PHP 1,250.00' becomes '1,250.00'. */
function readAmount(text: string): string {
  const found = amount.exec(text.trim())
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
  const found = weight.exec(text.trim())
  return found ? toGrams(found[1]!, unitOf(found[2]!)!) : toGrams(text.trim(), unit)
}

const karat = /(?:^|[^\d.])(24|22|21|18|14|10)\s?-?(?:k|kt|karat|carat)s?\b/i

/** Returns the karat that a text names, such as '18K' for '18K yellow gold'; null when it names none. */
export function findKarat(text: string): string | null {
  const found = karat.exec(text)
  return found ? `${found[1]}K` : null
}

/** Reads a cell as its source says. A cell that cannot be read so stays as it is, so that a person sees it. */
export function readCellAs(text: string, { reads, unit = 'g' }: { reads: Reading; unit?: WeightUnit | undefined }) {
  if (text === '' || reads === 'text') return text
  if (reads === 'html') return readHtml(text)
  if (reads === 'amount') return readAmount(text)
  if (reads === 'weight') return readWeight(text, unit)
  return findKarat(text) ?? ''
}
type Reading = Extract<Source, { from: 'column' }>['reads']

/** Fills a pattern: `{n}` is the number, `{n:4}` the same with at least four digits, and `{cell}` the cell. */
export const fillPattern = (pattern: string, n: number, cell: string) =>
  pattern
    .replaceAll(/\{n(?::(\d))?\}/g, (_, width?: string) => String(n).padStart(Number(width ?? 1), '0'))
    .replaceAll('{cell}', () => cell)
