// Writes docs/data-model.md from server/db/schema/: `npm run docs:data-model`. tests/architecture/docs.test.ts fails
// when the page is outdated.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

import { tablesBySubject } from '../server/db/tables.ts'

const sources = join(import.meta.dirname, '../server/db/schema')
export const dataModelPage = join(import.meta.dirname, '../docs/data-model.md')

type Table = ReturnType<typeof getTableConfig>
/** `fields` maps each column to its key in the JSON and its comment. */
type Told = { table: Table; comment: string; fields: Map<string, { field: string; comment: string }> }
type Reference = { from: string[]; table: string; to: string[]; empty: boolean; onDelete: string | undefined }

const oneLine = (comment: string) =>
  comment
    .replaceAll(/^\s*\*\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns a subject's tables in the order of its file, with the comments of the file. */
function readTables(tables: Record<string, PgTable>, text: string): Told[] {
  const declared = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^export const (\w+) = pgTable\(([\s\S]*?)^\}?\)$/gm
  return [...text.matchAll(declared)].map(([, comment = '', name = '', body = '']) => {
    const table = tables[name]!
    const comments = columnComments(body)
    const fields = Object.entries(getTableColumns(table)).map(
      ([field, column]) => [column.name, { field, comment: comments.get(field) ?? '' }] as const,
    )
    return { table: getTableConfig(table), comment: oneLine(comment), fields: new Map(fields) }
  })
}

/** Returns the comment of each column by the column's key. */
const columnComments = (body: string) =>
  new Map(
    [...body.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+):/g)].map(
      ([, comment = '', key = '']) => [key, oneLine(comment)] as const,
    ),
  )

function referencesOf(table: Table): Reference[] {
  return table.foreignKeys.map((key) => {
    const { columns, foreignTable, foreignColumns } = key.reference()
    return {
      from: columns.map(({ name }) => name),
      table: getTableConfig(foreignTable).name,
      to: foreignColumns.map(({ name }) => name),
      empty: columns.some(({ notNull }) => !notNull),
      onDelete: key.onDelete,
    }
  })
}

/**
 * Whether the reference is a created-by or modified-by column. Almost every table has these, so they would hide the
 * rest of the diagram.
 */
const isStamp = ({ from }: Reference) => /^(created|modified)_by_id$/.test(from.join())

function diagram(tables: Told[]): string {
  const lines = tables.flatMap(({ table }) => {
    const drawn = referencesOf(table).filter((one) => !isStamp(one))
    return drawn.length === 0
      ? [`  ${table.name}`]
      : drawn.map(
          ({ from, table: to, empty }) => `  ${to} ${empty ? '|o' : '||'}--o{ ${table.name} : ${from.join('_')}`,
        )
  })
  return ['```mermaid', 'erDiagram', ...lines, '```'].join('\n')
}

function keyOf(table: Table): string[] {
  const [several] = table.primaryKeys
  return several
    ? several.columns.map(({ name }) => name)
    : table.columns.flatMap((one) => (one.primary ? one.name : []))
}

function uniqueOf(table: Table): string[] {
  const indexes = table.indexes.filter(({ config }) => config.unique).map(({ config }) => config.name!)
  const columns = table.columns.flatMap((one) => (one.isUnique ? one.uniqueName! : []))
  return [...indexes, ...table.uniqueConstraints.map((one) => one.name!), ...columns]
}

function describe({ table, comment, fields }: Told): string {
  const references = referencesOf(table)
  const rows = table.columns.map((column) => {
    const { field, comment: said } = fields.get(column.name)!
    const reference = references.find(({ from }) => from.length === 1 && from[0] === column.name)
    const leads = reference && `→ \`${reference.table}\`${reference.onDelete === 'cascade' ? ', deleted with it' : ''}`
    const meaning = [leads, said].filter(Boolean).join('. ')
    const type = `${column.getSQLType()}${column.notNull ? '' : ', or null'}`
    return `| \`${column.name}\` | \`${field}\` | ${type} | ${meaning.replaceAll('|', String.raw`\|`)} |`
  })
  const names = (columns: string[]) => columns.map((name) => `\`${name}\``).join(', ')
  const [key, unique] = [keyOf(table), uniqueOf(table)]
  return [
    `### ${table.name}`,
    '',
    ...(comment ? [comment, ''] : []),
    '| column | field | type | meaning |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    `${key.length > 0 ? `Key: ${names(key)}.` : 'No key.'}${unique.length > 0 ? ` Unique: ${names(unique)}.` : ''}`,
  ].join('\n')
}

/** Returns the text of the page. */
export async function dataModel(): Promise<string> {
  const parts = await Promise.all(
    Object.entries(tablesBySubject).map(async ([subject, declared]) => {
      const tables = readTables(declared, await readFile(join(sources, `${subject}.ts`), 'utf8'))
      const title = `## ${subject.charAt(0).toUpperCase()}${subject.slice(1)}`
      return [title, diagram(tables), ...tables.map(describe)].join('\n\n')
    }),
  )
  return `${[
    '# Data model',
    'This page is generated from [the schema](../server/db/schema) by `npm run docs:data-model`; do not edit it. The\ndiagrams omit `created_by_id` and `modified_by_id`. Drizzle cannot express triggers and the generated columns\n`customer.name_lowered` and `sales_transaction.sold_centavos`; the migrations beside the schema create them.',
    ...parts,
  ].join('\n\n')}\n`
}

if (import.meta.main) await writeFile(dataModelPage, await dataModel())
