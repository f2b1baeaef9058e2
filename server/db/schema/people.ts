import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  type AnyPgColumn,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { roleIDs } from '../../../contract/shared/permissions.ts'
import { moment, key } from './columns.ts'

/** The columns of every record: who created and changed it, and when. */
export const stamps = {
  createdByID: integer('created_by_id').references((): AnyPgColumn => user.userID),
  modifiedByID: integer('modified_by_id').references((): AnyPgColumn => user.userID),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
}

export const role = pgTable('role', {
  roleID: integer('role_id').primaryKey(),
  roleName: text('role_name').notNull(),
})

export const user = pgTable(
  'user_account',
  {
    userID: key('user_id'),
    firstName: text('first_name').notNull(),
    middleName: text('middle_name'),
    lastName: text('last_name').notNull(),
    roleID: integer('role_id')
      .$type<(typeof roleIDs)[number]>()
      .notNull()
      .references(() => role.roleID),
    username: text('username').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    phoneNumber: text('phone_number'),
    address: text('address'),
    birthday: date('birthday'),
    image_url: text('image_url'),
    status: boolean('status').notNull().default(true),
    ...stamps,
  },
  (t) => [
    uniqueIndex('user_email_unique').on(sql`lower(${t.email})`),
    uniqueIndex('user_username_unique').on(sql`lower(${t.username})`),
  ],
)

export const session = pgTable(
  'session',
  {
    sessionID: key('session_id'),
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    /** SHA-256 of the token, in hexadecimal; the token itself is never stored. */
    tokenHash: text('token_hash').notNull().unique('session_token_unique'),
    agent: text('agent').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('session_user_id').on(t.userID)],
)

/** A link that signs its user in once. An administrator creates it for a user who forgot the password. */
export const signInLink = pgTable('sign_in_link', {
  tokenHash: text('token_hash').primaryKey(),
  userID: integer('user_id')
    .notNull()
    .references(() => user.userID, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
})

/** One row per attempt that counts against a limit (see http/throttle.ts). */
export const attempt = pgTable(
  'attempt',
  {
    attemptID: bigint('attempt_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    bucket: text('bucket').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (t) => [index('attempt_bucket').on(t.bucket, t.at)],
)
