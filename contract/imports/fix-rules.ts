import { parseNumber } from '../shared/numbers.ts'
import { fillPattern } from './cell-rules.ts'
import { type Fix, fixesOf, type FixWay, type Reason } from './fixes.ts'
import { importColumns, type ImportKind } from './import-columns.ts'

// Pure rules that find the fix of a problem and apply it to a cell. Fixes of one reason and column never overlap, so
// their order means nothing.

type Problem = { reason: Reason; column: string | null }

const placeOf = ({ reason, column }: Problem) => `${reason} ${column ?? ''}`

/** Returns the reason why these fixes cannot be kept together, as a sentence; null when they can. */
export function findFixProblem(fixes: readonly Fix[]): string | null {
  const seen = new Set<string>()
  for (const fix of fixes) {
    if (!fixesOf[fix.reason].includes(fix.way.does)) return `${fix.way.does} is no fix for ${fix.reason}`
    const scopes = fix.rows?.map((row) => `row ${row}`) ??
      fix.cells?.map((cell) => `cell ${cell.toLowerCase()}`) ?? ['all']
    for (const scope of new Set(scopes)) {
      const key = `${placeOf(fix)} ${scope}`
      if (seen.has(key)) return 'Two fixes are for the same cells. Choose one of them'
      seen.add(key)
    }
  }
  return null
}

/**
 * Lists the fixes that a saved mapping repeats for the next file: those for all rows, and those for names and words. It
 * leaves out the numbers of rows, and cells that may name a person.
 */
export const listRepeatedFixes = (kind: ImportKind, fixes: readonly Fix[]): Fix[] =>
  fixes.filter(({ column, cells, rows }) => {
    const is = importColumns[kind].find(({ key }) => key === column)?.is
    return !rows && (!cells || is === 'name' || is === 'word')
  })

/** Returns a function that finds the fix for a problem of a cell in a row. */
export function createFixFinder(fixes: readonly Fix[]) {
  const found = new Map<string, Fix>()
  for (const fix of fixes) {
    const place = placeOf(fix)
    if (fix.rows) for (const row of fix.rows) found.set(`${place} row ${row}`, fix)
    else if (fix.cells) for (const cell of fix.cells) found.set(`${place} cell ${cell.toLowerCase()}`, fix)
    else found.set(`${place} all`, fix)
  }
  return (problem: Problem, row: number, cell: string): Fix | undefined => {
    if (found.size === 0) return undefined
    const place = placeOf(problem)
    return (
      found.get(`${place} row ${row}`) ?? found.get(`${place} cell ${cell.toLowerCase()}`) ?? found.get(`${place} all`)
    )
  }
}

/** The limits of a column: its number of decimals, and the length of its texts. */
export type Limits = { decimals?: number | undefined; longest?: number | undefined }

/** Applies a fix to a cell. `row` is the number of the row in the spreadsheet. */
export function fixCell(cell: string, way: FixWay, row: number, { decimals = 2, longest }: Limits): string {
  switch (way.does) {
    case 'clear':
      return ''
    case 'fill':
      return fillPattern(way.value, row - 2 + (way.start ?? 1), cell).trim()
    case 'comma':
      return cell.replaceAll('.', '').replace(',', '.')
    case 'cut':
      return longest === undefined ? cell : cutText(cell, longest)
    case 'round':
      return roundText(cell, decimals, way.way)
    default:
      return cell
  }
}

/** Cuts a text to a length without splitting a character. */
const cutText = (text: string, longest: number) =>
  text.length <= longest
    ? text
    : text
        .slice(0, longest)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trimEnd()

/** Rounds a number in its text, so that no binary fraction changes the result. A text that is no number stays. */
function roundText(text: string, decimals: number, way: 'up' | 'half_up'): string {
  const number = parseNumber(text)
  if (number === null || Number.isNaN(number)) return text
  const plain = text.normalize('NFKC').replaceAll(/[\s₱,+]/g, '')
  const [whole = '', fraction = ''] = plain.replace('-', '').split('.')
  const kept = BigInt(`${whole || '0'}${fraction.slice(0, decimals).padEnd(decimals, '0')}`)
  const rest = fraction.slice(decimals)
  const isMore = way === 'up' ? /[1-9]/.test(rest) : /^[5-9]/.test(rest)
  const digits = String(isMore ? kept + 1n : kept).padStart(decimals + 1, '0')
  const result = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return plain.startsWith('-') && /[1-9]/.test(result) ? `-${result}` : result
}
