import { sql } from 'drizzle-orm'

import type { AuditAction } from '../../contract/shared/audit/audit-actions.ts'
import type { AuditEntity } from '../../contract/shared/entities.ts'
import { type EventEntity, type EventType, eventVerbs } from '../../contract/shared/events.ts'
import { prepareStatement } from '../db/prepared.ts'
import { event } from '../db/schema/events.ts'
import { type CommitPart, listNotes, noteForCommit } from '../db/transaction.ts'
import { type Context, userIDOf } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { composeEvents, describeChanges, type EventRow, type Note } from './events.rules.ts'

/** An event about one record. */
export type Happening = {
  type: EventType
  entity: EventEntity
  /** The key of the record; null when many records of the kind changed. */
  id: number | null
  /** The only user who may receive the event. */
  onlyFor?: number | null | undefined
}

/**
 * Tells of a change in the caller's transaction. The events of a transaction are written by one statement that is sent
 * with the commit, so that they cost no round trip.
 */
export const publish = (context: Context, { type, entity, id, onlyFor = null }: Happening): Promise<void> =>
  noteForCommit(context.db, outbox, {
    type,
    entity,
    id,
    recipientID: onlyFor,
    userID: userIDOf(context.actor),
    callID: context.client.callID ?? null,
  })

/** Tells which other records changed with the event of the same transaction. */
export const touch = (context: Context, entity: EventEntity, ids: readonly number[]): Promise<void> =>
  noteForCommit(context.db, outbox, { touched: entity, ids })

/** Returns the type of the event about an action of the audit trail. */
export const eventTypeOf = (entity: AuditEntity, action: AuditAction) => `${entity}.${eventVerbs[action]}` as EventType

/** Returns the records that the running transaction has changed, as the header of its response. */
export const changesOf = (db: Db | Tx): string => describeChanges(listNotes(db, outbox))

const outbox: CommitPart<Note> = {
  send: async (db, notes) => {
    const rows = composeEvents(notes)
    if (rows.length > 0) await insertEvents(db, columnsOf(rows))
  },
  committed: (db) => {
    for (const wake of wakers.get(db) ?? []) wake()
  },
}

const wakers = new WeakMap<Db | Tx, (() => void)[]>()
/** Adds what runs after each commit of this database handle that wrote events. */
export const onEventsCommitted = (db: Db | Tx, wake: () => void) =>
  void wakers.set(db, [...(wakers.get(db) ?? []), wake])

/** Returns the values of each column, because one statement inserts any number of rows. */
const columnsOf = (rows: readonly EventRow[]) => ({
  types: rows.map(({ type }) => type),
  entities: rows.map(({ entity }) => entity),
  ids: rows.map(({ id }) => id),
  userIDs: rows.map(({ userID }) => userID),
  recipientIDs: rows.map(({ recipientID }) => recipientID),
  callIDs: rows.map(({ callID }) => callID),
  touched: rows.map(({ touched }) => touched && JSON.stringify(touched)),
})

const insertEvents = prepareStatement(
  'insert_events',
  ['types', 'entities', 'ids', 'userIDs', 'recipientIDs', 'callIDs', 'touched'],
  (db, of) =>
    db.insert(event, 'type', 'entity', 'entityID', 'userID', 'recipientID', 'callID', 'touched').select(
      () => sql`select type, entity, id, user_id, recipient_id, call_id, touched::jsonb
          from unnest(${of.types}::text[], ${of.entities}::text[], ${of.ids}::int[], ${of.userIDs}::int[],
            ${of.recipientIDs}::int[], ${of.callIDs}::text[], ${of.touched}::text[])
            with ordinality as told (type, entity, id, user_id, recipient_id, call_id, touched, n)
          order by n`,
    ),
)
