import { and, asc, eq, getTableName, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { KeptRecord } from '../../../contract/imports/imports.ts'
import { importBatch } from '../../db/schema/imports.ts'
import type { Context } from '../../kernel/context.ts'
import { record } from '../../resource/records.ts'
import { anyOfArray, changedSince, type Kinds, type MadeNames } from '../kinds/kind.ts'
import { lockRecords } from '../kinds/recorded.ts'

type Made = Pick<typeof importBatch.$inferSelect, 'importID' | 'kind' | 'made' | 'kept'>

/**
 * Deletes the categories, locations and customer types that an import made, as far as nothing uses them and nobody changed
 * them. Returns how many it deleted of each kind, those that stay, and their keys. Call it after its records are gone.
 */
export async function removeMadeNames(context: Context, kinds: Kinds, { importID, kind, made }: Omit<Made, 'kept'>) {
  const removed: { names: string[]; one: string; many: string }[] = []
  const kept: KeptRecord[] = []
  const left: Record<string, number[]> = {}
  for (const [column, ids] of Object.entries(made)) {
    const names = kinds[kind].made![column]!
    const all = await findUse(context, names, importID, ids)
    const [unused, used] = [all.filter(({ why }) => why === null), all.filter(({ why }) => why !== null)]
    for (const { name, why } of used) kept.push({ name, why: why! })
    if (used.length > 0) left[column] = used.map(({ id }) => id)
    if (unused.length === 0) continue
    await deleteNames(context, names, unused)
    removed.push({ names: unused.map(({ name }) => name), one: names.one, many: names.many })
  }
  return { removed, kept, left }
}

/**
 * Deletes the names that earlier undone imports had to leave, where nothing uses them any more: the stock of an undone
 * import keeps its location until the import of its items is undone, too.
 */
export async function removeNamesLeftEarlier(context: Context, kinds: Kinds) {
  const { db } = context
  const earlier = await db
    .select()
    .from(importBatch)
    .where(and(isNotNull(importBatch.undoneAt), ne(importBatch.made, {})))
    .orderBy(asc(importBatch.importID))
    .for('update')
  for (const one of earlier) {
    const { removed, left } = await removeMadeNames(context, kinds, one)
    const gone = new Set(removed.flatMap(({ names }) => names))
    if (gone.size === 0) continue
    const kept = one.kept.filter(({ name }) => !gone.has(name))
    await db.update(importBatch).set({ made: left, kept }).where(eq(importBatch.importID, one.importID))
  }
}

async function deleteNames(context: Context, { table, key, entity }: MadeNames, names: { id: number }[]) {
  for (const { id } of names) {
    const [gone] = (await context.db.delete(table).where(eq(key, id)).returning()) as object[]
    await record(context, { action: 'delete', entity, entityID: id, before: gone!, after: null })
  }
}

/** Locks records, and returns each with the reason why it stays; null where nothing refers to it. */
async function findUse(context: Context, { table, key, name, entity }: MadeNames, importID: number, ids: number[]) {
  await lockRecords(context, table, key, ids)
  const { rows } = await context.db.execute<{ id: number; name: string; why: string | null }>(sql`
    select ${key} as id, ${name} as name, case
        when ${or(...(await findReferences(context, table, sql`${key}`)))} then 'is used'
        when ${changedSince(entity, key, importID)} then 'has been changed'
      end as why
    from ${table} where ${key} = ${anyOfArray(ids, 'int')} order by ${key}`)
  return rows
}

/** Returns a condition for each foreign key of the database that refers to a table: whether a row refers to the record. */
async function findReferences({ db }: Context, table: PgTable, key: SQL): Promise<SQL[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select relname as "table", attname as "column"
    from pg_constraint
      join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = ${getTableName(table)}::regclass`)
  return rows.map(
    (one) => sql`exists (select from ${sql.identifier(one.table)} r where r.${sql.identifier(one.column)} = ${key})`,
  )
}
