import { findKarat, hasTag, unitOf } from './cell-rules.ts'
import type { Fix } from './fixes.ts'
import { type ImportColumn, type ImportKind, normalizeColumnName } from './import-columns.ts'
import { compareHeaders, transferMapping } from './mapping-rules.ts'
import { type Mapping, type NamedMapping, noMapping, type Source } from './mapping.ts'
import { type Preset, presets } from './presets.ts'
import { synonyms } from './synonyms.ts'

/** The defaults for required columns for which the file has nothing. */
const defaults: Partial<Record<ImportKind, Record<string, Source>>> = {
  items: {
    itemCode: { from: 'pattern', pattern: 'R-{n:4}' },
    uom: { from: 'constant', value: 'PCS' },
  },
}

/** The number of rows that a proposal looks at. */
export const sampleRows = 50

const isMostly = (cells: readonly string[], is: (cell: string) => boolean) => {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length > 0 && filled.filter(is).length * 2 > filled.length
}

/** Finds the unit in a heading such as 'Weight (kg)'; grams where it names none. */
function headingUnit(heading: string) {
  const word = /\((\w+)\)|\bin (\w+)|_(\w+)$/i.exec(heading)
  return word ? unitOf((word[1] ?? word[2] ?? word[3])!) : null
}

/** Chooses how to read a column, by its place with us and by its cells. */
function sourceFor({ key, is }: ImportColumn, column: number, heading: string, cells: readonly string[]): Source {
  const plain = { from: 'column', column, reads: 'text' } as const
  if (key === 'grams' || key === 'netGrams') {
    const unit = headingUnit(heading)
    return { ...plain, reads: 'weight', ...(unit && unit !== 'g' && { unit }) }
  }
  if (key === 'price' || key === 'cost') return { ...plain, reads: 'amount' }
  if (key === 'karat') return isMostly(cells, (cell) => findKarat(cell) !== null) ? { ...plain, reads: 'karat' } : plain
  const isHtml = is === 'text' && isMostly(cells, hasTag)
  return isHtml ? { ...plain, reads: 'html' } : plain
}

/**
 * Proposes a mapping by the headings of a file and by the cells of its first rows. It never maps one of our columns
 * twice. Two of ours share one of theirs only where a text names metal and karat together.
 */
export function proposeMapping(
  kind: ImportKind,
  columns: readonly ImportColumn[],
  header: readonly string[],
  sample: readonly (readonly string[])[],
): Mapping {
  const names = header.map(normalizeColumnName)
  const taken = new Set<number>()
  const found = new Map<string, Source>()
  const cellsOf = (position: number) => sample.map((row) => (row[position] ?? '').trim())
  const take = (column: ImportColumn, wanted: readonly string[]) => {
    for (const name of wanted) {
      const position = names.findIndex((one, at) => one === name && !taken.has(at))
      if (name === '' || position === -1) continue
      taken.add(position)
      found.set(column.key, sourceFor(column, position, header[position]!, cellsOf(position)))
      return
    }
  }
  for (const column of columns) take(column, [column.key, column.label].map(normalizeColumnName))
  for (const column of columns)
    if (!found.has(column.key)) take(column, (synonyms[kind]?.[column.key] ?? []).map(normalizeColumnName))

  if (kind === 'items') findByContents(columns, header, cellsOf, taken, found)
  for (const { key, required } of columns) {
    const fallback = defaults[kind]?.[key]
    if (required && fallback && !found.has(key)) found.set(key, fallback)
  }
  return {
    ...noMapping,
    columns: columns.flatMap(({ key }) => (found.has(key) ? [{ key, source: found.get(key)! }] : [])),
  }
}

/** Finds karats in a text about the metal or the name, and a barcode in a column of long numbers that all differ. */
function findByContents(
  columns: readonly ImportColumn[],
  header: readonly string[],
  cellsOf: (position: number) => string[],
  taken: Set<number>,
  found: Map<string, Source>,
) {
  const isOurs = (key: string) => columns.some((one) => one.key === key) && !found.has(key)
  const positions = header.map((_, position) => position)
  if (isOurs('karat')) {
    const column = positions.find((position) => isMostly(cellsOf(position), (cell) => findKarat(cell) !== null))
    if (column !== undefined) found.set('karat', { from: 'column', column, reads: 'karat' })
  }
  if (!isOurs('barcode')) return
  const column = positions.find((position) => {
    const cells = cellsOf(position).filter((cell) => cell !== '')
    // A day is a number of five digits in a spreadsheet, and no barcode.
    return (
      !taken.has(position) &&
      cells.length > 1 &&
      cells.every((cell) => /^\d{8,14}$/.test(cell)) &&
      new Set(cells).size === cells.length
    )
  })
  if (column === undefined) return
  taken.add(column)
  found.set('barcode', { from: 'column', column, reads: 'text' })
}

/** A named mapping that may fit a file: the mapping for its columns, and the headings that the file lacks. */
export type Candidate<Named extends NamedMapping = NamedMapping> = {
  named: Named
  mapping: Mapping
  missing: string[]
  likeness: number
}

/** Lists the named mappings that fit a file, the most similar first. A mapping fits when the file has all its columns. */
export const rankMappings = <Named extends NamedMapping>(
  all: readonly Named[],
  header: readonly string[],
): Candidate<Named>[] =>
  all
    .map((named) => ({ named, ...transferMapping(named, header), likeness: compareHeaders(named.header, header) }))
    .toSorted((a, b) => a.missing.length - b.missing.length || b.likeness - a.likeness)

/** Returns the built-in mappings of a kind whose signs the header has. */
export const recognizePresets = (kind: ImportKind, header: readonly string[]): Preset[] => {
  const names = new Set(header.map(normalizeColumnName))
  return presets.filter((one) => one.kind === kind && one.signs.every((sign) => names.has(normalizeColumnName(sign))))
}

/**
 * Completes a named mapping for a file: columns of ours that nobody may fill are left out, and required ones that it
 * leaves open are proposed.
 */
export function completeMapping(mapping: Mapping, proposal: Mapping, columns: readonly ImportColumn[]): Mapping {
  const mapped = new Set(mapping.columns.map(({ key }) => key))
  const more = proposal.columns.filter(
    ({ key }) => !mapped.has(key) && columns.some((one) => one.key === key && one.required),
  )
  const allowed = mapping.columns.filter(({ key }) => columns.some((one) => one.key === key))
  return { ...mapping, columns: [...allowed, ...more] }
}

/**
 * Fits a preset to a file: its columns by their headings, the stock of the first location that the file has, and a
 * proposal for the required columns that the preset leaves open. Stock of further locations is not taken.
 */
export function fitPreset(
  preset: Preset,
  columns: readonly ImportColumn[],
  header: readonly string[],
  proposal: Mapping,
): Mapping {
  const { mapping } = transferMapping(preset, header)
  const stock = findStock(preset, header)
  return completeMapping({ ...mapping, columns: [...mapping.columns, ...stock] }, proposal, columns)
}

function findStock({ stockHeading }: Preset, header: readonly string[]): Mapping['columns'] {
  if (stockHeading === undefined) return []
  const start = stockHeading.toLowerCase()
  const column = header.findIndex((heading) => heading.toLowerCase().startsWith(start))
  if (column === -1) return []
  return [
    { key: 'quantity', source: { from: 'column', column, reads: 'text' } },
    { key: 'location', source: { from: 'constant', value: header[column]!.slice(start.length).trim() } },
  ]
}

/** The share of equal columns from which a saved mapping is taken for the mapping of a file. */
const likeEnough = 0.6

/**
 * Chooses the mapping of a new file: a saved mapping for a file with much the same columns, or the preset of its till,
 * or else a proposal.
 */
export function chooseMapping(
  kind: ImportKind,
  columns: readonly ImportColumn[],
  header: readonly string[],
  sample: readonly (readonly string[])[],
  saved: readonly NamedMapping[],
): { mapping: Mapping; name: string | null; fixes: Fix[] } {
  const proposal = proposeMapping(kind, columns, header, sample)
  const like = rankMappings(saved, header).find(
    ({ missing, likeness }) => missing.length === 0 && likeness >= likeEnough,
  )
  if (like)
    return {
      mapping: completeMapping(like.mapping, noMapping, columns),
      name: like.named.name,
      fixes: [...(like.named.fixes ?? [])],
    }
  const [preset] = rankMappings(recognizePresets(kind, header), header)
  if (!preset) return { mapping: proposal, name: null, fixes: [] }
  return { mapping: fitPreset(preset.named, columns, header, proposal), name: preset.named.name, fixes: [] }
}
