import { type Column, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { ImportKind } from '../../../contract/imports/import-columns.ts'
import { type ImportProblem, type KeptRecord, keptRecordsListed } from '../../../contract/imports/imports.ts'
import type { AuditEntity } from '../../../contract/shared/entities.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'

// With these types, a subject describes how its records are imported, undone and exported.

/** A record to which a cell can refer by name: its key, its name, and whether it is active. */
export type Named = { id: number; name: string; active: boolean }

/** The records to which the cells of one column can refer. `found` maps every name, in lower case, to its record. */
export type Names = {
  /** The kind of record, for messages: 'Category'. */
  what: string
  found: Map<string, Named>
  /** The default record, to which an empty cell refers. */
  otherwise?: Named
  /**
   * `these` creates records with the given names, which have at most `longest` characters, and returns their keys.
   * `make` is absent when the caller may not create such records.
   */
  make?: { longest: number; these: (names: string[]) => Promise<number[]> }
}

/** A value that must be unique in the file and among stored records. Rows with other problems are checked too. */
export type Unique<Row> = {
  column: string
  /** Returns the value to compare, or null when the row has none. */
  of(row: Partial<Row>): string | null
  /** Returns the value's name for messages: 'Item code RING-001'. */
  called(row: Partial<Row>): string
  /** Returns those of the values (`keys`) that stored records already have. */
  taken(context: Context, keys: string[]): Promise<Set<string>>
}

/** The records that an import makes because a column names them: their table, and their words for people. */
export type MadeNames = {
  table: PgTable
  key: PgColumn
  name: PgColumn
  entity: AuditEntity
  one: string
  many: string
}

/** At most 1,000 of some records, each with a reason ('has been sold'), and the number of them all. */
export type NamedRecords = { first: KeptRecord[]; total: number }

/** A stored record that rows of a file can change. */
export type Stored<Row> = {
  id: number
  /** The record's name for messages. */
  name: string
  updatedAt: Date
  /** The record's fields as a row has them, without those that only new records have. */
  value: Partial<Row>
  /** The names of the records to which it refers, by column key. */
  names: Record<string, string>
}

/** The change of a record. It has only the fields that change. */
export type Change<Row> = { stored: Stored<Row>; changes: Partial<Row> }

/** Describes how a file changes records that exist. A row finds its record by the first value of `unique`. */
export type Updates<Row> = {
  /** The columns that make up that value. They find the record and are never changed. */
  keys: readonly string[]
  /** Other columns that find the record where one of those is empty. */
  keyReads?: readonly string[]
  /** The schemas of the single fields. */
  fields: Record<string, z.ZodType>
  /** Locks records in the order of their keys, so that nobody changes them until the transaction ends. */
  lock(context: Context, ids: readonly number[]): Promise<unknown>
  /** Returns the records with these values of `unique`, by the value; null where several records have it. */
  find(context: Context, keys: string[]): Promise<Map<string, Stored<Row> | null>>
  /** Finds the changes that the actor or the record's history forbids. */
  problems?(change: Change<Row>, context: Pick<Context, 'actor'>): ImportProblem[]
  /** Changes locked records with their audit rows: at most 1,000 of them. */
  apply(context: Context, changes: readonly Change<Row>[]): Promise<void>
  /** Locks the records, and returns those that cannot be changed back, because they were changed since the import. */
  findUndoBlockers(context: Context, importID: number, ids: number[]): Promise<NamedRecords>
  /** Gives at most 1,000 locked records their former values. */
  undo(context: Context, importID: number, ids: number[]): Promise<void>
}

/** Reports the number of rows that are done so far, for the progress display. */
export type ReportProgress = (rows: number) => void

/** Counts the new records of one file. */
export type Tally<Row> = {
  /**
   * Counts a row that is right so far. Rows come in the order of the file. Returns the problems that it has because of
   * the rows before it; only leaving the row out fixes them.
   */
  add(row: Row, named: Record<string, Named>): ImportProblem[]
}

export type Kind<Row = unknown> = {
  /**
   * Whether only a manager undoes an import after its day. Otherwise Staff could change a price or a quantity by undoing
   * an import and repeating it.
   */
  isFixedAfterDay?: true
  /** Whether its records are created together after the last row, because they lock others in the order of their keys. */
  insertsAtOnce?: true
  /** The entity of its records in the audit trail. */
  entity: AuditEntity
  /**
   * Parses a row's values by column key into the input of a record. A name is already replaced by the key of its
   * record.
   */
  schema: z.ZodType<Row>
  /**
   * Returns the records to which cells can refer, by column key. `wanted` returns the distinct values of a column in
   * lower case.
   */
  names(context: Context<SignedIn>, wanted: (column: string) => string[]): Promise<Record<string, Names>>
  /** The records that `names` can make, by column key. */
  made?: Record<string, MadeNames>
  unique: Unique<Row>[]
  /** Absent for a kind whose records a file can only create. */
  updates?: Updates<Row>
  /**
   * Returns the highest number that stored values of a column have between two texts; 0 for none. Only a column with
   * codes that a pattern counts has one.
   */
  lastNumber?(context: Pick<Context, 'db'>, column: string, before: string, after: string): Promise<number>
  /**
   * Finds problems that concern several cells of a row, or the rights of the actor. `named` has the records to which its
   * cells refer, by column key.
   */
  also?(row: Row, named: Record<string, Named>, context: Pick<Context, 'actor'>): ImportProblem[]
  /** Begins to count the new records of one file. */
  createTally?(): Tally<Row>
  /**
   * Creates the records with their audit rows, and returns their keys. Throws 409 when another transaction took a
   * unique value. `publish` decides for the rows that do not say whether the public site shows them.
   */
  insert(
    context: Context,
    importID: number,
    rows: Row[],
    reportProgress: ReportProgress,
    form: { publish: boolean },
  ): Promise<number[]>
  /** Locks the records, and returns those that cannot be undone because they were changed or used since the import. */
  findUndoBlockers(context: Context, importID: number, ids: number[]): Promise<NamedRecords>
  /** Returns a sentence about created records that wait for somebody, such as for an approval; null where none does. */
  describeWaiting?(context: Context, ids: number[]): Promise<string | null>
  /** Removes the locked records. Returns those that could only be deactivated. */
  undo(context: Context, importID: number, ids: number[], reportProgress: ReportProgress): Promise<NamedRecords>
  /**
   * Returns the SQL that selects the filtered records as rows of a file, oldest first. `columnsOf` names its columns.
   */
  exported(context: Context, filters: object): Promise<SQL>
}

/** The kinds that the app hands to the imports. */
export type Kinds = Record<ImportKind, Kind>

/** The filters of a list: its query without page, page size and order. */
export type FiltersOf<List extends { query: z.ZodType }> = Omit<z.output<List['query']>, 'page' | 'pageSize' | 'sort'>

/** Gives each selected column the name that is its key in the file. */
export const columnsOf = (columns: Record<string, Column | SQL>) =>
  Object.fromEntries(Object.entries(columns).map(([key, value]) => [key, sql`${value}`.as(key)]))

/** Writes a record's status as the word in the file. */
export const statusWord = (status: Column) => sql`case when ${status} then 'Active' else 'Inactive' end`

/** Writes a yes or no as the word in the file. */
export const yesNoWord = (value: Column) => sql`case when ${value} then 'yes' else 'no' end`

/** Returns the right side of `column = any(…)`. It passes all keys as one parameter, so their number is not limited. */
export const anyOfArray = (keys: readonly (number | string)[], type: 'int' | 'text') =>
  sql`any(${sql.param(keys)}::${sql.raw(type)}[])`

/**
 * SQL condition that the audit trail has a change of the record after this import created it. `counts` limits it to some
 * of the changes.
 */
export const changedSince = (entity: AuditEntity, id: Column, importID: number, counts = sql`true`) => sql`exists (
  select from audit where entity = ${entity} and entity_id = ${id} and audit_id > (
    select audit_id from audit where entity = 'import' and entity_id = ${importID} and action = 'create')
    and ${counts})`

/** Maximum number of records that a message names. */
export const namedRecords = 3

/**
 * Returns the first records that prevent an undo. `select` has the columns id, name and reason. A null reason means
 * that the record does not prevent it.
 */
export async function findFirstUndoBlockers({ db }: Pick<Context, 'db'>, select: SQL): Promise<NamedRecords> {
  const { rows } = await db.execute<{ name: string; why: string; total: number }>(sql`
    select name, why, count(*) over ()::int as total from (${select}) as records (id, name, why)
    where why is not null order by id limit ${keptRecordsListed}`)
  return { first: rows.map(({ name, why }) => ({ name, why })), total: rows[0]?.total ?? 0 }
}

/** Maximum number of rows in one statement. */
export const rowsAtOnce = 1000

/** Runs `work` on batches of `rows`, reports the progress, and returns the results of all batches. */
export async function inBatches<Row, Result>(
  rows: readonly Row[],
  reportProgress: ReportProgress,
  work: (batch: Row[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let done = 0; done < rows.length; done += rowsAtOnce) {
    for (const one of await work(rows.slice(done, done + rowsAtOnce))) results.push(one)
    reportProgress(Math.min(rows.length, done + rowsAtOnce))
  }
  return results
}
