import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

import { key, moment } from './columns.ts'
import { user } from './people.ts'

/** The tokens with which programs call the API. Revoked ones stay, because the audit trail names them. */
export const apiToken = pgTable(
  'api_token',
  {
    tokenID: key('token_id'),
    tokenName: text('token_name').notNull(),
    /** SHA-256 of the token, in hexadecimal; the token itself is never stored. */
    tokenHash: text('token_hash').notNull().unique('api_token_unique'),
    /** The administrator who created the token. It works with the rights that this user has at the time of a call. */
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    /** The calls that the token may make, by their names in the OpenAPI document. */
    operations: text('operations').array().notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (t) => [
    index('api_token_user_id').on(t.userID),
    check('api_token_operations', sql`cardinality(${t.operations}) > 0`),
    check('api_token_expires', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
)
