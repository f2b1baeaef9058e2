import { picturesPerItem } from '../catalogue/items.ts'
import { fromCentavos, toCentavos } from '../shared/money.ts'
import { parseNumber } from '../shared/numbers.ts'
import { fillPattern, readCellAs } from './cell-rules.ts'
import { type ImportColumn, normalizeColumnName } from './import-columns.ts'
import type { Mapping, NamedMapping, Source } from './mapping.ts'
import { addressLength } from './picture-sources.ts'

type Groups = NonNullable<Mapping['groups']>

/** The cells of one row by the key of our column. */
export type Cells = Record<string, string>

/** The name of a column of the file: its heading, or its place if it has none. */
export const headingOf = (header: readonly string[], position: number) =>
  header[position]?.trim() || `Column ${position + 1}`

/** Lists the columns of the file that a source reads. */
export function positionsOf(source: Source): number[] {
  if (source.from === 'columns') return source.columns
  if (source.from === 'column')
    return source.otherwise === undefined ? [source.column] : [source.column, source.otherwise]
  return source.from === 'pattern' && source.column !== undefined ? [source.column] : []
}

/** Lists all columns of the file that a mapping reads, each once. */
export const listUsedPositions = ({ columns, appended, groups, records }: Mapping): number[] => [
  ...new Set([
    ...columns.flatMap(({ source }) => positionsOf(source)),
    ...appended,
    ...(groups ? [groups.by, ...groups.columns, ...(groups.gathered ?? [])] : []),
    ...records,
  ]),
]

/**
 * Lists the columns of the file whose texts come in with a mapping. A column that only groups rows, or whose texts a group
 * repeats, comes in only where a source reads it.
 */
export const listTakenPositions = ({ columns, appended }: Mapping): number[] => [
  ...columns.flatMap(({ source }) => positionsOf(source)),
  ...appended,
]

/** Returns the reason why a mapping cannot be used for a file with this header, as a sentence; null when it can. */
export function findMappingProblem(
  mapping: Mapping,
  columns: readonly ImportColumn[],
  header: readonly string[],
): string | null {
  const seen = new Set<string>()
  for (const { key, source } of mapping.columns) {
    const column = columns.find((one) => one.key === key)
    if (!column) return `There is no column ${key} to fill`
    if (seen.has(key)) return `${column.label} has two sources. Choose one of them`
    seen.add(key)
    if (source.from === 'share' && (key !== 'cost' || !mapping.columns.some((one) => one.key === 'price')))
      return `${column.label} cannot be a share of the price`
  }
  const lacking = listUsedPositions(mapping).find((position) => position >= header.length)
  return lacking === undefined ? null : `This file has ${header.length} columns, and no column ${lacking + 1}`
}

/** Lists the required columns of ours that a mapping leaves without a source. */
export const listUnmapped = ({ columns: mapped }: Mapping, columns: readonly ImportColumn[]): ImportColumn[] =>
  columns.filter(({ key, required }) => required && !mapped.some((one) => one.key === key))

/** A column of a header: its normalized heading, and how many columns before it have the same one. */
const namesOf = (header: readonly string[]) => {
  const counts = new Map<string, number>()
  return header.map((heading) => {
    const name = normalizeColumnName(heading)
    const nth = counts.get(name) ?? 0
    counts.set(name, nth + 1)
    return `${name} ${nth}`
  })
}

/**
 * Changes a named mapping to the columns of another file. `missing` lists the headings that it needs and the file
 * lacks; the mapping is then without what reads them.
 */
export function transferMapping(
  named: NamedMapping,
  header: readonly string[],
): { mapping: Mapping; missing: string[] } {
  const positions = new Map(namesOf(header).map((name, position) => [name, position]))
  const theirs = namesOf(named.header)
  const moved = (position: number) => positions.get(theirs[position] ?? '')
  const present = (all: readonly number[]) => all.flatMap((position) => moved(position) ?? [])
  const { columns, appended, groups, records } = named.mapping
  const missing = listUsedPositions(named.mapping).filter((position) => moved(position) === undefined)
  const by = groups && moved(groups.by)
  return {
    missing: missing.map((position) => named.header[position] ?? `column ${position + 1}`),
    mapping: {
      columns: columns.flatMap(({ key, source }) => {
        const found = moveSource(source, moved)
        return found ? [{ key, source: found }] : []
      }),
      appended: present(appended),
      groups:
        groups && by !== null && by !== undefined
          ? { by, columns: present(groups.columns), ...(groups.gathered && { gathered: present(groups.gathered) }) }
          : null,
      records: present(records),
    },
  }
}

function moveSource(source: Source, moved: (position: number) => number | undefined): Source | null {
  if (source.from === 'columns') {
    const columns = source.columns.flatMap((position) => moved(position) ?? [])
    return columns.length === 0 ? null : { ...source, columns }
  }
  if (source.from === 'column') {
    const { otherwise: second, ...rest } = source
    const otherwise = second === undefined ? undefined : moved(second)
    const column = moved(source.column) ?? otherwise
    if (column === undefined) return null
    return { ...rest, column, ...(otherwise !== undefined && otherwise !== column && { otherwise }) }
  }
  if (source.from !== 'pattern' || source.column === undefined) return source
  const column = moved(source.column)
  return column === undefined ? null : { ...source, column }
}

/** The share of the columns of two files that have the same heading, from 0 to 1. */
export function compareHeaders(one: readonly string[], other: readonly string[]): number {
  const [ours, theirs] = [new Set(namesOf(one)), new Set(namesOf(other))]
  const both = [...ours].filter((name) => theirs.has(name)).length
  const all = ours.size + theirs.size - both
  return all === 0 ? 0 : both / all
}

/**
 * Returns a function that turns the rows of a file into our cells, in the order of the file. It returns null for a row
 * that is no record, or has nothing in the columns that the mapping reads. `n` is the number of the row, without the
 * header.
 */
export function createRowMapper(mapping: Mapping, header: readonly string[]) {
  const { columns, appended, groups, records } = mapping
  const used = records.length > 0 ? records : listUsedPositions(mapping)
  let above: readonly string[] = []
  return (cells: readonly string[], n: number): Cells | null => {
    const own = groups ? inheritCells(cells, above, groups) : cells
    if (groups) above = own
    if (used.length > 0 && used.every((position) => (cells[position] ?? '').trim() === '')) return null
    const row: Cells = {}
    for (const { key, source } of columns) row[key] = readSource(source, own, n)
    const lines = appended.flatMap((position) => {
      const cell = (own[position] ?? '').trim()
      return cell === '' ? [] : [`${headingOf(header, position)}: ${cell}`]
    })
    if (lines.length > 0) row['description'] = [row['description'] ?? '', ...lines].filter(Boolean).join('\n')
    return row
  }
}

/** Lists the texts of a row beyond the last heading. A separator inside a text without quotes makes such cells. */
export const listSurplus = (cells: readonly string[], header: readonly string[]): string[] =>
  cells.length <= header.length ? [] : cells.slice(header.length).filter((cell) => cell.trim() !== '')

type Lines = readonly { cells: readonly string[] }[]

/** Whether a row belongs to the one above it. */
function joinsAbove(rows: Lines, n: number, { by }: Groups): boolean {
  const key = rows[n]?.cells[by]?.trim()
  return key !== undefined && key !== '' && key === rows[n - 1]?.cells[by]?.trim()
}

/** Returns the number of rows before the last group. Only those are sure to have all rows of their groups. */
export function countBeforeLastGroup(rows: Lines, groups: Groups): number {
  let start = rows.length - 1
  while (joinsAbove(rows, start, groups)) start--
  return Math.max(start, 0)
}

/**
 * Gives each row the texts of the gathered columns of its group, as far as a cell may name pictures. The rows hold whole
 * groups.
 */
export function gatherCells<Row extends { cells: string[] }>(rows: readonly Row[], groups: Groups): Row[] {
  const { gathered = [] } = groups
  const done: Row[] = []
  for (let start = 0; start < rows.length;) {
    let end = start + 1
    while (joinsAbove(rows, end, groups)) end++
    const group = rows.slice(start, end)
    const joined = gathered.map((position) => [position, joinTexts(group, position)] as const)
    for (const row of group) {
      const cells = [...row.cells]
      for (const [position, text] of joined) if (position < cells.length) cells[position] = text
      done.push({ ...row, cells })
    }
    start = end
  }
  return done
}

/** Maximum length of the texts that a group gathers: the longest addresses of all pictures of an item. */
const gatheredLength = picturesPerItem * addressLength

function joinTexts(rows: readonly { cells: string[] }[], position: number): string {
  let length = 0
  return [...new Set(rows.map(({ cells }) => (cells[position] ?? '').trim()))]
    .filter((text) => text !== '' && (length += text.length) <= gatheredLength)
    .slice(0, picturesPerItem)
    .join(' | ')
}

/** Fills the empty cells of a row from the row above, when both belong together. */
function inheritCells(cells: readonly string[], above: readonly string[], groups: Groups) {
  const [key, former] = [cells[groups.by]?.trim(), above[groups.by]?.trim()]
  if (!key || key !== former) return cells
  const inherited = [...cells]
  for (const position of groups.columns)
    if ((inherited[position] ?? '').trim() === '') inherited[position] = above[position] ?? ''
  return inherited
}

function readSource(source: Source, cells: readonly string[], n: number): string {
  const at = (position: number) => (cells[position] ?? '').trim()
  if (source.from === 'column') {
    const cell = at(source.column)
    return readCellAs(cell === '' && source.otherwise !== undefined ? at(source.otherwise) : cell, source).trim()
  }
  if (source.from === 'columns') {
    const parts = source.columns.map(at).filter((cell) => cell !== '' && !source.without.includes(cell))
    return readCellAs(parts.join(source.between), source).trim()
  }
  if (source.from === 'constant') return source.value.trim()
  if (source.from === 'pattern')
    return fillPattern(
      source.pattern,
      n + (source.start ?? 1) - 1,
      source.column === undefined ? '' : at(source.column),
    ).trim()
  // The share needs the price, which corrections and fixes can change (`computeShare`).
  return ''
}

/** Returns the cost that is a share of the price of a row; null when the mapping has no such rule. */
export function computeShare({ columns }: Mapping, cells: Cells): string | null {
  const share = columns.find(({ source }) => source.from === 'share')?.source
  if (share?.from !== 'share') return null
  const price = parseNumber(cells['price'] ?? '')
  if (price === null || !Number.isFinite(price) || Math.abs(price) > 999_999_999_999) return ''
  return String(fromCentavos(Math.round((toCentavos(price) * share.percent) / 100)))
}
