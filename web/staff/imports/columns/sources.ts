import type { ImportDraftRow } from '../../../../contract/imports/drafts.ts'
import { type ImportColumn, importColumns, normalizeColumnName } from '../../../../contract/imports/import-columns.ts'
import { headingOf, listUsedPositions } from '../../../../contract/imports/mapping-rules.ts'
import { type Mapping, noMapping, type Source, type WeightUnit } from '../../../../contract/imports/mapping.ts'
import { proposeMapping } from '../../../../contract/imports/proposal-rules.ts'
import type { Draft } from '../draft/useDraft.ts'

/** A source as the server sends it. */
type SentSource = ImportDraftRow['mapping']['columns'][number]['source']

/** The choices for the source of a column: a column of the file by its position, or a rule. */
export type SourceChoice = `column ${number}` | 'nothing' | 'constant' | 'pattern' | 'share' | 'joined'

export const choiceOf = (source: Source | undefined): SourceChoice => {
  if (!source) return 'nothing'
  if (source.from === 'column') return `column ${source.column}`
  return source.from === 'columns' ? 'joined' : source.from
}

/** Returns the source that a choice begins with. `before` is the former source of the same column. */
export function sourceOf(choice: SourceChoice, { key }: ImportColumn, before: Source | undefined): Source | undefined {
  if (choice === 'nothing') return undefined
  if (choice === 'joined') return before
  if (choice === 'constant') return { from: 'constant', value: key === 'uom' ? 'PCS' : '' }
  if (choice === 'pattern') return { from: 'pattern', pattern: 'R-{n:4}' }
  if (choice === 'share') return { from: 'share', percent: 50 }
  const reads =
    key === 'grams' || key === 'netGrams'
      ? 'weight'
      : key === 'price' || key === 'cost'
        ? 'amount'
        : key === 'karat'
          ? 'karat'
          : 'text'
  return { from: 'column', column: Number(choice.slice('column '.length)), reads }
}

/** Returns a mapping with another source of a column; undefined leaves the column out. */
export function withSource(mapping: Mapping, key: string, source: Source | undefined): Mapping {
  const place = mapping.columns.findIndex((one) => one.key === key)
  const columns =
    source === undefined
      ? mapping.columns.filter((one) => one.key !== key)
      : place === -1
        ? [...mapping.columns, { key, source }]
        : mapping.columns.with(place, { key, source })
  // The share of a price is no cost without a price.
  const isPriced = columns.some((one) => one.key === 'price')
  return { ...mapping, columns: columns.filter((one) => isPriced || one.source.from !== 'share') }
}

/** Returns a mapping that adds a column of the file to the description, or does so no longer. */
export const withAppended = (mapping: Mapping, position: number, isAppended: boolean): Mapping => ({
  ...mapping,
  appended: isAppended
    ? [...mapping.appended, position].toSorted((a, b) => a - b)
    : mapping.appended.filter((one) => one !== position),
})

/**
 * Lists the positions of the columns that no column of ours reads, including those added to the description. The column
 * in which a file of wrong rows says what is wrong is none of them.
 */
export function listSpare({ mapping, header, ignored }: Pick<Draft, 'mapping' | 'header' | 'ignored'>): number[] {
  const { columns } = mapping
  const read = new Set(listUsedPositions({ ...noMapping, columns }))
  const known = new Set(listUsedPositions(mapping))
  return header.flatMap((_, position) =>
    read.has(position) || (!known.has(position) && !ignored.includes(headingOf(header, position))) ? [] : [position],
  )
}

/** Lists the headings of the columns that are not taken at all. */
export const listIgnored = (draft: Pick<Draft, 'mapping' | 'header' | 'ignored'>) =>
  listSpare(draft)
    .filter((position) => !draft.mapping.appended.includes(position))
    .map((position) => headingOf(draft.header, position))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Explains why a source was proposed; null for a source that a person chose. A named mapping explains its own sources
 * above the columns.
 */
export function explainSource(draft: Draft, column: ImportColumn): string | null {
  const source = draft.mapping.columns.find(({ key }) => key === column.key)?.source
  if (!source) return null
  if (isSameName(draft.header, source, column)) return 'The same name'
  if (draft.mappingName !== null) return null
  const rows = Array.from({ length: 3 }, (_, row) => draft.examples.map((cells) => cells[row] ?? ''))
  const proposed = proposeMapping(draft.kind, importColumns[draft.kind], draft.header, rows)
  const own = proposed.columns.find(({ key }) => key === column.key)?.source
  if (!own || !isSame(choiceOf(own), choiceOf(source))) return null
  if (source.from !== 'column') return 'The file has no such column'
  return source.reads === 'karat' ? 'Its cells name karats' : 'A usual name for it'
}

const isSameName = (header: readonly string[], source: SentSource, { key, label }: ImportColumn) =>
  source.from === 'column' &&
  [key, label].some((name) => normalizeColumnName(name) === normalizeColumnName(header[source.column] ?? ''))

/** The name of the saved mapping that a draft uses; null when it uses none. */
export const savedMappingOf = ({ choices, mappingName }: Pick<ImportDraftRow, 'choices' | 'mappingName'>) =>
  choices.find((one) => one.importMappingID !== null && one.mappingName === mappingName) ?? null

/**
 * Whether a person should look at the columns of a new draft. A file with our own names, such as the template or a price
 * list, and a file of a saved mapping need no look.
 */
export function needsColumns(draft: ImportDraftRow): boolean {
  if (lacksColumns(draft)) return true
  if (savedMappingOf(draft)) return false
  const { header, mapping, kind } = draft
  const columnOf = (key: string) => importColumns[kind].find((one) => one.key === key)!
  return mapping.columns.some(
    ({ key, source }) => source.from !== 'constant' && !isSameName(header, source, columnOf(key)),
  )
}

/**
 * Whether the rows surely lack a required column. A file that only changes records that exist needs no other columns than
 * those that it changes.
 */
export const lacksColumns = ({ unmapped, preview }: Pick<ImportDraftRow, 'unmapped' | 'preview'>) =>
  preview.length > 0 &&
  preview.every(({ problems }) => problems.some(({ column }) => column !== null && unmapped.includes(column)))

/** The ways to read the cells of a column of the file, with the words that a person reads. */
export type Reading = 'text' | 'html' | 'amount' | 'karat' | 'published' | `weight ${WeightUnit}`
export const readingNames: Record<Reading, string> = {
  text: 'As it is',
  html: 'HTML as plain text',
  amount: 'Amount without its currency',
  karat: 'The karat in the text',
  published: 'Whether the product is public',
  'weight g': 'Weight in grams',
  'weight kg': 'Weight in kilograms',
  'weight mg': 'Weight in milligrams',
  'weight lb': 'Weight in pounds',
  'weight oz': 'Weight in ounces',
  'weight ct': 'Weight in carats',
}

export const readingOf = (source: Extract<Source, { from: 'column' }>): Reading =>
  source.reads === 'weight' ? `weight ${source.unit ?? 'g'}` : source.reads

/** Lists the readings that a person can choose: the units of a weight, and HTML where the file has some. */
export function readingsFor({ key }: ImportColumn, current: Reading): Reading[] {
  if (key === 'grams' || key === 'netGrams')
    return ['weight g', 'weight kg', 'weight mg', 'weight lb', 'weight oz', 'weight ct']
  return current === 'html' ? ['html', 'text'] : []
}

export function withReading(source: Extract<Source, { from: 'column' }>, reading: Reading): Source {
  const { unit: _, ...rest } = source
  if (!reading.startsWith('weight ')) return { ...rest, reads: reading as 'text' }
  const unit = reading.slice('weight '.length) as WeightUnit
  return { ...rest, reads: 'weight', ...(unit !== 'g' && { unit }) }
}
