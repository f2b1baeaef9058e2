import type { FieldChange } from '../../../contract/imports/changes.ts'
import type { ImportColumn } from '../../../contract/imports/import-columns.ts'
import type { Cells } from '../../../contract/imports/mapping-rules.ts'
import type { Mapping } from '../../../contract/imports/mapping.ts'
import { z } from '../../../contract/shared/zod.ts'
import type { StoredChange } from '../../db/schema/imports.ts'
import type { Context } from '../../kernel/context.ts'
import type { Change, Named, Stored, Unique, Updates } from '../kinds/kind.ts'
import { addIssues, readCell, readParts, type Reading, type RowProblem } from './read-row.ts'

// Reads rows of a file as changes of the records that exist.

/** A row that belongs to a stored record, after reading. */
export type ReadChange<Row> = Change<Row> & { fields: FieldChange[]; problems: RowProblem[] }

/** Returns a change as a draft keeps it, with the version of the record. */
export const describeChange = ({ stored, fields }: Pick<ReadChange<unknown>, 'stored' | 'fields'>): StoredChange => ({
  recordID: stored.id,
  recordName: stored.name,
  version: stored.updatedAt.getTime(),
  fields,
})

/** Whether two changes of a record start from the same version of it and change the same. */
export const areSameChanges = (one: StoredChange, other: StoredChange) =>
  one.recordID === other.recordID && one.version === other.version && listFields(one) === listFields(other)

const listFields = ({ fields }: StoredChange) =>
  JSON.stringify(fields.map(({ column, before, after }) => [column, before, after]))

/**
 * Lists the columns whose cells can change a record that exists. A constant, a share and a counter are defaults for new
 * records. Returns null when the file cannot name records that exist, because their codes are counted.
 */
export function findChangeableColumns<Row>(
  { columns, appended }: Mapping,
  { keys }: Updates<Row>,
  { column: key }: Pick<Unique<Row>, 'column'>,
): ReadonlySet<string> | null {
  const read = columns.filter(({ source: { from, ...source } }) =>
    from === 'pattern' ? 'column' in source && source.column !== undefined : from === 'column' || from === 'columns',
  )
  const counts = columns.some(
    ({ key: one, source }) => keys.includes(one) && source.from === 'pattern' && /\{n(:\d)?\}/.test(source.pattern),
  )
  const found = new Set(read.map((one) => one.key))
  if (counts || !found.has(key)) return null
  if (appended.length > 0) found.add('description')
  return new Set([...found].filter((one) => !keys.includes(one)))
}

/** Creates the reader of the rows that belong to stored records. */
export function createChangeReader<Row>(
  updates: Updates<Row>,
  key: Pick<Unique<Row>, 'of'>,
  changeable: ReadonlySet<string>,
) {
  const schemas = new Map<string, z.ZodObject>()
  const schemaOf = (keys: readonly string[]) => {
    const name = keys.join(' ')
    const schema = schemas.get(name) ?? z.object(Object.fromEntries(keys.map((key) => [key, updates.fields[key]!])))
    schemas.set(name, schema)
    return schema
  }

  return {
    /**
     * Finds the stored records to which rows belong, by the row. `taken` says of each value that was looked up whether
     * a stored record has it.
     */
    async findStored<Given extends { cells: Cells }>(
      context: Context,
      rows: readonly Given[],
      reading: Reading<Row>,
    ): Promise<{ stored: Map<Given, Stored<Row>>; taken: Map<string, boolean> }> {
      const columns = reading.columns.filter(
        (column) => updates.keys.includes(column.key) || updates.keyReads?.includes(column.key),
      )
      const keyed = rows.flatMap((row) => {
        const value = key.of(readParts(row.cells, columns, reading))
        return value === null ? [] : [{ row, value }]
      })
      const found = await updates.find(context, [...new Set(keyed.map(({ value }) => value))])
      const stored = keyed.flatMap(({ row, value }) => {
        const one = found.get(value)
        return one ? [[row, one] as const] : []
      })
      return { stored: new Map(stored), taken: new Map(keyed.map(({ value }) => [value, found.has(value)])) }
    },

    /** Reads the change of a record. An empty cell changes nothing. A corrected cell counts in any column. */
    read(cells: Cells, stored: Stored<Row>, corrected: ReadonlySet<string> | undefined, reading: Reading<Row>) {
      const { columns, names, separator, context } = reading
      const input: Record<string, unknown> = {}
      const named: Record<string, Named> = {}
      const problems: RowProblem[] = []
      for (const column of columns) {
        const { key } = column
        const cell = cells[key] ?? ''
        const counts = changeable.has(key) || (corrected?.has(key) === true && !updates.keys.includes(key))
        if (!counts || column.onlyNew || cell === '' || isSame(cell, column, stored)) continue
        const { value, problem, one } = readCell(cell, column, names[key], separator)
        if (one) named[key] = one
        if (problem) problems.push({ column: key, ...problem })
        else input[key] = value
      }
      const parsed = schemaOf(Object.keys(input)).safeParse(input)
      addIssues(problems, parsed.error, input, columns)
      const before = stored.value as Record<string, unknown>
      const differing = Object.entries(parsed.data ?? {}).filter(
        ([key, value]) => (value ?? null) !== (before[key] ?? null),
      )
      const changes = Object.fromEntries(differing) as Partial<Row>
      if (problems.length === 0) problems.push(...(updates.problems?.({ stored, changes }, context) ?? []))
      const fields = differing.map(([key, value]) => {
        const column = columns.find((one) => one.key === key)!
        return { column: key, before: showStored(column, stored), after: named[key]?.name ?? showValue(column, value) }
      })
      return { stored, changes, fields, problems }
    },
  }
}

/** Whether a cell says what the record says. The name of a record may be in any case, and that record Inactive. */
function isSame<Row>(cell: string, column: ImportColumn, stored: Stored<Row>) {
  const shown = showStored(column, stored)
  return column.is === 'name' ? cell.toLowerCase() === shown.toLowerCase() : cell === shown
}

const showStored = <Row>(column: ImportColumn, { value, names }: Stored<Row>) =>
  names[column.key] ?? showValue(column, (value as Record<string, unknown>)[column.key])

/** Writes a value as the cell of a file. */
function showValue({ is }: ImportColumn, value: unknown): string {
  if (is === 'status') return value === true ? 'Active' : 'Inactive'
  if (is === 'yesNo') return value === true ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
