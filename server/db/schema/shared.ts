import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { moment } from './columns.ts'
import { user } from './people.ts'

/** The answers of creating calls, so that the same call sent again gets the same answer. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    answer: text('answer'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userID, t.endpoint, t.key] }), index('idempotency_key_age').on(t.createdAt)],
)

/** Who changed what, when, from what to what. Rows are final. */
export const audit = pgTable(
  'audit',
  {
    auditID: bigint('audit_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    userID: integer('user_id').references(() => user.userID),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityID: integer('entity_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (t) => [index('audit_entity').on(t.entity, t.entityID), index('audit_user').on(t.userID, t.auditID)],
)

/** The last number given to a kind of document in a year; numbers have no gaps. */
export const documentNumber = pgTable(
  'document_number',
  { kind: text('kind').notNull(), year: integer('year').notNull(), last: integer('last').notNull() },
  (t) => [primaryKey({ columns: [t.kind, t.year] })],
)

/**
 * How many rows a long table has, as the sum of what its triggers have noted at every insert and delete (the
 * row_count migration): counting 100,000 rows takes longer than reading a page of them. Housekeeping adds the notes up.
 */
export const rowCount = pgTable(
  'row_count',
  {
    tableName: text('table_name').notNull(),
    change: bigint('change', { mode: 'number' }).notNull(),
  },
  (t) => [index('row_count_table').on(t.tableName)],
)
