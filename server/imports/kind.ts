import { type Column, type SQL, sql } from 'drizzle-orm'

import type { AuditEntity } from '../../contract/company/audit.ts'
import type { ImportProblem } from '../../contract/imports/imports.ts'
import type { z } from '../../contract/shared/zod.ts'
import type { Context, SignedIn } from '../kernel/context.ts'

// What a subject says of its own kind of record, so that it can come from a file, go back, and be written into one.

/** A record that cells name: its key, what it is called, and whether it is in use. */
export type Named = { id: number; name: string; active: boolean }

/** What the cells of one column name: `found` by any of their names in lower case. */
export type Names = {
  /** What such a record is called in a sentence: 'Category'. */
  what: string
  found: Map<string, Named>
  /** The record that an empty cell means. */
  otherwise?: Named
  /** Makes those that are not there, by names of so many characters at most; left out where the caller may not. */
  make?: { longest: number; these: (names: string[]) => Promise<void> }
}

/** What must differ from row to row, and from what is stored; told of rows that are wrong elsewhere too. */
export type Unique<Row> = {
  column: string
  /** What is compared; null where there is nothing. */
  of(row: Partial<Row>): string | null
  /** What a sentence calls it: 'Item code RING-001'. */
  called(row: Partial<Row>): string
  /** Those that the shop has already. */
  taken(context: Context, keys: string[]): Promise<Set<string>>
}

/** The first few records that are in the way of undoing, what became of each ('has been sold'), and how many there are. */
export type InTheWay = { first: { name: string; why: string }[]; total: number }

/** Told as rows are done, to show how far it is. */
export type Tell = (rows: number) => void

export type Kind<Row = unknown> = {
  /** Under which its records are in the audit trail. */
  entity: AuditEntity
  /** What the cells of a row come to: by the columns' keys, names as the keys of what they name. */
  schema: z.ZodType<Row>
  /** `wanted` answers what the cells of a column say, in lower case, each once. */
  names(context: Context<SignedIn>, wanted: (column: string) => string[]): Promise<Record<string, Names>>
  unique: Unique<Row>[]
  /** What only a whole row can get wrong; `named` is what its cells name. */
  also?(row: Row, named: Record<string, Named>): ImportProblem[]
  /** Makes the records, with their audit rows; answers their keys. 409 where somebody was faster. */
  insert(context: Context, importID: number, rows: Row[], tell: Tell): Promise<number[]>
  /** Locks the records, and answers those that have been changed or used since. */
  inTheWay(context: Context, importID: number, ids: number[]): Promise<InTheWay>
  /** Takes the locked records back; answers how many of them could only be made Inactive. */
  undo(context: Context, importID: number, ids: number[], tell: Tell): Promise<number>
  /** The records that a list's filters leave as rows of a file: `columnsOf` its keys, in the order they were made. */
  exported(context: Context, filters: object): Promise<SQL>
}

/** What a list narrows its rows by: its query without its pages and its order. */
export type FiltersOf<List extends { query: z.ZodType }> = Omit<z.output<List['query']>, 'page' | 'pageSize' | 'sort'>

/** Columns of a file as a select names them. */
export const columnsOf = (columns: Record<string, Column | SQL>) =>
  Object.fromEntries(Object.entries(columns).map(([key, value]) => [key, sql`${value}`.as(key)]))

/** How a file writes whether a record is in use. */
export const statusWord = (status: Column) => sql`case when ${status} then 'Active' else 'Inactive' end`

/** Any value of an array, which is sent as one parameter: `= any(…)`. */
export const anyOfArray = (keys: readonly (number | string)[], type: 'int' | 'text') =>
  sql`any(${sql.param(keys)}::${sql.raw(type)}[])`

/** Whether a record has been changed since this import made it, as the audit trail tells. */
export const changedSince = (entity: AuditEntity, id: Column, importID: number) => sql`exists (
  select from audit where entity = ${entity} and entity_id = ${id} and audit_id > (
    select audit_id from audit where entity = 'import' and entity_id = ${importID} and action = 'create'))`

/** As many of the records in the way as a sentence names. */
const namedInTheWay = 3

/** The first of the records that something became of; `select` has their id, their name and why, null for the others. */
export async function firstInTheWay({ db }: Pick<Context, 'db'>, select: SQL): Promise<InTheWay> {
  const { rows } = await db.execute<{ name: string; why: string; total: number }>(sql`
    select name, why, count(*) over ()::int as total from (${select}) as records (id, name, why)
    where why is not null order by id limit ${namedInTheWay}`)
  return { first: rows.map(({ name, why }) => ({ name, why })), total: rows[0]?.total ?? 0 }
}

/** As many rows as are written in one statement. */
export const rowsAtOnce = 1000

/** Does something with `rows` a part at a time, telling how far it is; answers what all parts answered. */
export async function inParts<Row, Result>(
  rows: readonly Row[],
  tell: Tell,
  work: (part: Row[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let done = 0; done < rows.length; done += rowsAtOnce) {
    for (const one of await work(rows.slice(done, done + rowsAtOnce))) results.push(one)
    tell(Math.min(rows.length, done + rowsAtOnce))
  }
  return results
}
