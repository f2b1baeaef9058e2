import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { moment } from './columns.ts'
import { apiToken } from './integrations.ts'
import { user } from './people.ts'

/** The responses to requests that create a record, so that a repeated request gets the same response. */
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

/**
 * The audit trail: each change with its time, its user, and the record before and after it. A trigger refuses changes
 * to these rows.
 */
export const audit = pgTable(
  'audit',
  {
    auditID: bigint('audit_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    userID: integer('user_id').references(() => user.userID),
    /** The API token that made the change with the user's rights; null for a person. */
    apiTokenID: integer('api_token_id').references(() => apiToken.tokenID),
    /** The Manager who approved the change by a PIN at the user's device. */
    approvedByID: integer('approved_by_id').references(() => user.userID),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityID: integer('entity_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (t) => [index('audit_entity').on(t.entity, t.entityID), index('audit_user').on(t.userID, t.auditID)],
)

/** The last document number of each kind and year, such as 12 for SO-2026-000012. The numbers have no gaps. */
export const documentNumber = pgTable(
  'document_number',
  { kind: text('kind').notNull(), year: integer('year').notNull(), last: integer('last').notNull() },
  (t) => [primaryKey({ columns: [t.kind, t.year] })],
)

/**
 * The number of rows of each long table, because counting 100,000 rows is slow. The number is the sum of `change`.
 * Triggers add a change for every insert and delete (the `row_count` migration), and scheduled work merges the changes.
 */
export const rowCount = pgTable(
  'row_count',
  {
    tableName: text('table_name').notNull(),
    change: bigint('change', { mode: 'number' }).notNull(),
  },
  (t) => [index('row_count_table').on(t.tableName)],
)
