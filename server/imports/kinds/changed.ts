import { and, asc, eq, getColumns, type InferSelectModel, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { AuditEntity } from '../../../contract/shared/entities.ts'
import { audit } from '../../db/schema/shared.ts'
import type { Context } from '../../kernel/context.ts'
import { recordAll, stampModified } from '../../resource/records.ts'
import { anyOfArray, changedSince, findFirstUndoBlockers, type Updates } from './kind.ts'
import { lockRecords } from './recorded.ts'

// Changes many records of one table at once, each in its own fields, and changes them back.

type Row = Record<string, unknown>
type Stamped = PgTable & { updatedAt: PgColumn; modifiedByID: PgColumn }

/** The table of records, its key, and the name of its records in the audit trail. */
export type Changeable<T extends Stamped> = { table: T; key: PgColumn; keyName: string; entity: AuditEntity }

/** The columns of one record that change. */
export type Columns<T extends PgTable> = {
  [Name in keyof InferSelectModel<T>]?: InferSelectModel<T>[Name] | undefined
}

/** Updates locked records in one statement, and returns each before and after, by its key. */
export async function updateRows<T extends Stamped>(
  context: Context,
  { table, key, keyName }: Changeable<T>,
  changes: ReadonlyMap<number, Columns<T>>,
): Promise<{ id: number; before: InferSelectModel<T>; after: InferSelectModel<T> }[]> {
  const { db } = context
  const isChanged = sql`${key} = ${anyOfArray([...changes.keys()], 'int')}`
  const read = async () => (await db.select().from(table).where(isChanged).orderBy(asc(key))) as Row[]
  const before = await read()
  const columns = getColumns(table) as Record<string, PgColumn>
  const fields = [...new Set([...changes.values()].flatMap((one) => Object.keys(one)))]
  const written = [...fields, 'modifiedByID', 'updatedAt']
  const given = before.map((row) => {
    const after: Row = { ...row, ...changes.get(Number(row[keyName])), ...stampModified(context, row) }
    return Object.fromEntries([keyName, ...written].map((field) => [columns[field]!.name, after[field]]))
  })
  const set = written.map((field) => {
    const name = sql.identifier(columns[field]!.name)
    return sql`${name} = given.${name}`
  })
  await db.execute(sql`update ${table} set ${sql.join(set, sql`, `)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(given)}::jsonb) as given
    where ${key} = given.${sql.identifier(key.name)}`)
  const after = await read()
  return before.map((row, n) => ({
    id: Number(row[keyName]),
    before: row as InferSelectModel<T>,
    after: after[n] as InferSelectModel<T>,
  }))
}

/** Updates locked records, and writes their audit rows. */
export async function changeRecorded<T extends Stamped>(
  context: Context,
  one: Changeable<T>,
  changes: ReadonlyMap<number, Columns<T>>,
) {
  const done = await updateRows(context, one, changes)
  await recordAll(
    context,
    done.map(({ id, before, after }) => ({ action: 'update', entity: one.entity, entityID: id, before, after })),
  )
}

/**
 * Returns the values that an import changed in records, by the key of the record: the fields before it. They come from
 * the audit row that the import wrote, so the caller makes sure that nobody changed the records since.
 */
export async function findFormerValues(
  { db }: Context,
  entity: AuditEntity,
  importID: number,
  ids: readonly number[],
): Promise<Map<number, Row>> {
  const written = db
    .select({ id: audit.auditID })
    .from(audit)
    .where(and(eq(audit.entity, 'import'), eq(audit.entityID, importID), eq(audit.action, 'create')))
  const rows = await db
    .selectDistinctOn([audit.entityID], { id: audit.entityID, before: audit.before, after: audit.after })
    .from(audit)
    .where(
      and(
        eq(audit.entity, entity),
        sql`${audit.entityID} = ${anyOfArray(ids, 'int')}`,
        eq(audit.action, 'update'),
        lt(audit.auditID, sql`(${written})`),
      ),
    )
    .orderBy(asc(audit.entityID), sql`${audit.auditID} desc`)
  return new Map(rows.map(({ id, before, after }) => [id, keepChanged(before as Row, after as Row)]))
}

const stampNames = new Set(['modifiedByID', 'updatedAt'])
const keepChanged = (before: Row, after: Row) =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([field, value]) => !stampNames.has(field) && JSON.stringify(value) !== JSON.stringify(after[field]),
    ),
  )

/** Gives locked records the values back that an import changed, with their audit rows. */
export async function restoreRecorded<T extends Stamped>(
  context: Context,
  one: Changeable<T>,
  importID: number,
  ids: readonly number[],
) {
  const former = await findFormerValues(context, one.entity, importID, ids)
  await changeRecorded(context, one, former as Map<number, Columns<T>>)
}

/** Describes how a file changes the records of one table that has no rules of its own. */
export function createUpdates<T extends Stamped, Row>(
  one: Changeable<T>,
  {
    name,
    toColumns,
    ...rest
  }: Pick<Updates<Row>, 'keys' | 'keyReads' | 'fields' | 'find'> & {
    /** The name of a record, in SQL. */
    name: PgColumn | SQL
    /** Returns the columns of the table that a change sets. */
    toColumns: (changes: Partial<Row>) => Columns<T>
  },
): Updates<Row> {
  const { table, key, entity } = one
  return {
    ...rest,
    lock: (context, ids) => lockRecords(context, table, key, ids),
    apply: (context, changes) =>
      changeRecorded(context, one, new Map(changes.map(({ stored, changes: set }) => [stored.id, toColumns(set)]))),
    async findUndoBlockers(context, importID, ids) {
      await lockRecords(context, table, key, ids)
      return findFirstUndoBlockers(
        context,
        sql`select ${key}, ${name}, case when ${changedSince(entity, key, importID)} then 'has been changed' end
          from ${table} where ${key} = ${anyOfArray(ids, 'int')}`,
      )
    },
    undo: (context, importID, ids) => restoreRecorded(context, one, importID, ids),
  }
}
