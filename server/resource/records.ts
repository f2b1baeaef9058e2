import { eq, type InferSelectModel, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'

import { changedMeanwhile } from '../../contract/shared/answers.ts'
import type { AuditAction } from '../../contract/shared/audit/audit-actions.ts'
import type { AuditEntity } from '../../contract/shared/entities.ts'
import { prepareStatement } from '../db/prepared.ts'
import { audit } from '../db/schema/shared.ts'
import { deferStatement } from '../db/transaction.ts'
import { eventTypeOf, publish } from '../events/publish.ts'
import { apiTokenIDOf, approverIDOf, type Context, userIDOf } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError, notFound } from '../kernel/errors.ts'

/** Returns the body of a successful response. */
export const ok = <T>(data: T, message?: string) => ({ success: true as const, data, ...(message && { message }) })

/** Writes the audit row of a created record and returns the response body. */
export async function recordCreated<T extends object>(context: Context, entity: AuditEntity, entityID: number, row: T) {
  await record(context, { action: 'create', entity, entityID, before: null, after: row })
  return ok(row)
}

/** Writes the audit row of a changed record and returns the response body with its new version. */
export async function recordUpdated<T extends object>(
  context: Context,
  entity: AuditEntity,
  entityID: number,
  { before, after }: { before: object; after: T },
) {
  await record(context, { action: 'update', entity, entityID, before, after })
  return ok(after)
}

/** Returns the columns of a new record that say who created it, and when. */
export const stampCreated = ({ actor, now }: Context) => ({
  createdByID: userIDOf(actor),
  createdAt: now,
  updatedAt: now,
})

/** Returns the record with this key. Throws 404 when there is none. */
export async function findRecord<T extends PgTable>(
  db: Db | Tx,
  what: string,
  table: T,
  key: PgColumn,
  id: number,
): Promise<InferSelectModel<T>> {
  const [found] = await db.select().from(table).where(eq(key, id))
  if (!found) throw notFound(what)
  return found
}

type Stamped = PgTable & { updatedAt: PgColumn; modifiedByID: PgColumn }

/**
 * Updates the record with this key and returns it before and after. Omitted fields keep their value. Throws 404 when
 * there is no such record, and 409 when it has changed since `updatedAt`.
 */
export async function updateUnchanged<T extends Stamped>(
  context: Context,
  what: string,
  table: T,
  key: PgColumn,
  id: number,
  { updatedAt, ...changes }: PgUpdateSetSource<T> & { updatedAt?: Date | undefined },
): Promise<{ before: InferSelectModel<T>; after: InferSelectModel<T> }> {
  const before = await lockUnchanged(context, what, table, key, id, updatedAt)
  const rows = await context.db
    .update(table)
    .set({ ...changes, ...stampModified(context, before) })
    .where(eq(key, id))
    .returning()
  const [after] = rows as InferSelectModel<T>[]
  return { before, after: after! }
}

/** Locks and returns the record with this key. Throws 404 when there is none, 409 when it changed since `updatedAt`. */
export async function lockUnchanged<T extends Stamped>(
  context: Context,
  what: string,
  table: T,
  key: PgColumn,
  id: number,
  updatedAt: Date | undefined,
): Promise<InferSelectModel<T>> {
  const rows = await context.db.select().from(table).where(eq(key, id)).for('update')
  const [found] = rows as { updatedAt: Date }[]
  if (!found) throw notFound(what)
  assertUnchanged(found, updatedAt)
  return found as InferSelectModel<T>
}

/** Throws 409 when the caller sent `updatedAt` and the record has changed since. */
export function assertUnchanged(record: { updatedAt: Date }, updatedAt: Date | undefined) {
  if (updatedAt && updatedAt.getTime() !== record.updatedAt.getTime())
    throw new AppError('record.stale', changedMeanwhile)
}

/** Returns who changes a record, and when. `updatedAt` always increases, so that it identifies a version. */
export function stampModified({ actor, now }: Context, before: object) {
  const { updatedAt } = before as { updatedAt: Date }
  return {
    modifiedByID: userIDOf(actor),
    updatedAt: new Date(Math.max(now.getTime(), updatedAt.getTime() + 1)),
  }
}

/**
 * A change of a record. `before` is null for a created record, `after` for a deleted one. `onlyFor` is the only user who
 * may learn of it.
 */
export type Change = {
  action: AuditAction
  entity: AuditEntity
  entityID: number
  before: object | null
  after: object | null
  onlyFor?: number | null
}

/** Writes the audit row of a change and publishes its event, in the caller's transaction. */
export const record = (context: Context, change: Change) => recordAll(context, [change])

/** Writes the audit rows of at most 1,000 changes in one statement, and publishes their events. */
export async function recordAll(context: Context, changes: readonly Change[]) {
  if (changes.length === 0) return
  const { db, actor, now } = context
  const told = changes.map(({ action, entity, entityID: id, onlyFor }) =>
    publish(context, { type: eventTypeOf(entity, action), entity, id, onlyFor }),
  )
  const rows = changes.map(({ action, entity, entityID, before, after }) => ({
    action,
    entity,
    entityID,
    at: now,
    userID: userIDOf(actor),
    apiTokenID: apiTokenIDOf(actor),
    approvedByID: approverIDOf(actor),
    before: withoutSecrets(before),
    after: withoutSecrets(after),
  }))
  await (rows.length === 1 ? deferStatement(db, insertOne(db, rows[0]!)) : insertMany(db, rows))
  await Promise.all(told)
}

const insertOne = prepareStatement(
  'insert_audit',
  ['at', 'userID', 'apiTokenID', 'approvedByID', 'action', 'entity', 'entityID', 'before', 'after'],
  (db, row) => db.insert(audit).values(row),
)

/** Inserts audit rows as one parameter, because thousands of parameters take longer than the rows themselves. */
const insertMany = (db: Db | Tx, rows: readonly object[]) =>
  db.execute(sql`insert into ${audit} (at, user_id, api_token_id, approved_by_id, action, entity, entity_id, before, after)
    select at, "userID", "apiTokenID", "approvedByID", action, entity, "entityID", before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
      (at timestamptz, "userID" int, "apiTokenID" int, "approvedByID" int, action text, entity text, "entityID" int, before jsonb, after jsonb)`)

function withoutSecrets(row: object | null) {
  if (!row) return null
  const { passwordHash: _, tokenHash: __, pinHash: ___, ...rest } = row as Record<string, unknown>
  return rest
}
