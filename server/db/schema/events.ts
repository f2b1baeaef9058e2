import { sql } from 'drizzle-orm'
import { bigint, customType, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

import type { EventEntity } from '../../../contract/shared/events.ts'
import { moment } from './columns.ts'

/** The number of a transaction, as PostgreSQL writes it. It never wraps. */
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * The outbox: what happened, to be told to open pages and to other programs. Each row is written in the transaction of
 * its change, and is deleted after a day. Rows name records, and hold no figures and no personal data. The order of the
 * keys is the order of the changes of one record, but not the order of the commits of different records: a reader
 * remembers a snapshot of PostgreSQL and reads the rows that this snapshot does not see.
 */
export const event = pgTable(
  'event',
  {
    eventID: bigint('event_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionID: xid8('transaction_id')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    at: moment('at').notNull().defaultNow(),
    /** The kind of the event, such as `sale.completed`. */
    type: text('type').notNull(),
    entity: text('entity').$type<EventEntity>().notNull(),
    /** The key of the record; null when many records of the kind changed. */
    entityID: integer('entity_id'),
    /** The key of the user who made the change; null when no user made it. */
    userID: integer('user_id'),
    /** The only user who may receive the event; null when everybody with access to the record may. */
    recipientID: integer('recipient_id'),
    /** The page's own name for the call that made the change, by which the page knows its own changes. */
    callID: text('call_id'),
    /** The keys of other records that changed with it, by their kind. An empty list means many. */
    touched: jsonb('touched').$type<Partial<Record<EventEntity, number[]>>>(),
  },
  (t) => [index('event_transaction').on(t.transactionID)],
)
