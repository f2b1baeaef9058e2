import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'

import { deliveryStates, offReasons } from '../../../contract/integrations/webhooks.ts'
import type { EventEntity } from '../../../contract/shared/events.ts'
import { key, moment } from './columns.ts'
import { stamps, user } from './people.ts'

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

/** The programs that are told of events. */
export const webhook = pgTable(
  'webhook',
  {
    webhookID: key('webhook_id'),
    webhookName: text('webhook_name').notNull(),
    address: text('address').notNull(),
    /** The types of event that it tells. */
    events: text('events').array().notNull(),
    active: boolean('active').notNull().default(false),
    /** Why it is off; null while it is on. */
    offReason: text('off_reason', { enum: offReasons }),
    /** The key that signs, as the receiver has it. It is readable, because each delivery is signed with it. */
    secret: text('secret').notNull(),
    /** The former secret, which also signs until its end. */
    formerSecret: text('former_secret'),
    formerSecretUntil: moment('former_secret_until'),
    /**
     * The place in the events: the snapshot of PostgreSQL up to which events became deliveries, and the database in
     * which the snapshot has a meaning. Null means that it begins with the next events.
     */
    place: text('place'),
    placeDatabase: text('place_database'),
    /** The tries that failed since the last success, since when, and until when nothing is sent. */
    failures: integer('failures').notNull().default(0),
    failingSince: moment('failing_since'),
    restsUntil: moment('rests_until'),
    ...stamps,
  },
  (t) => [
    check('webhook_events', sql`cardinality(${t.events}) > 0`),
    check('webhook_off', sql`not (${t.active} and ${t.offReason} is not null)`),
    check('webhook_former_secret', sql`(${t.formerSecret} is null) = (${t.formerSecretUntil} is null)`),
    check('webhook_failing', sql`(${t.failures} = 0) = (${t.failingSince} is null)`),
  ],
)

/** One event for one webhook. It is deleted after 30 days, and no backup has it. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    deliveryID: key('delivery_id'),
    webhookID: integer('webhook_id')
      .notNull()
      .references(() => webhook.webhookID, { onDelete: 'cascade' }),
    /** The event of the outbox, which is deleted after a day; null for a test. */
    eventID: bigint('event_id', { mode: 'number' }),
    /** The same for every try, so that a receiver recognizes a repeated delivery. */
    messageID: uuid('message_id').notNull().defaultRandom(),
    type: text('type').notNull(),
    entity: text('entity').$type<EventEntity>().notNull(),
    entityID: integer('entity_id'),
    userID: integer('user_id').references(() => user.userID, { onDelete: 'set null' }),
    touched: jsonb('touched').$type<Partial<Record<EventEntity, number[]>>>(),
    happenedAt: moment('happened_at').notNull(),
    state: text('state', { enum: deliveryStates }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** The start of a running try. */
    claimedAt: moment('claimed_at'),
    nextTryAt: moment('next_try_at').notNull().defaultNow(),
    /** The last try that ended. */
    triedAt: moment('tried_at'),
    answerCode: integer('answer_code'),
    /** Milliseconds. */
    duration: integer('duration'),
    reason: text('reason'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    unique('webhook_delivery_once').on(t.webhookID, t.eventID),
    index('webhook_delivery_newest').on(t.webhookID, t.deliveryID),
    index('webhook_delivery_tried').on(t.webhookID, t.triedAt),
    index('webhook_delivery_user_id').on(t.userID),
    index('webhook_delivery_order')
      .on(t.webhookID, t.entity, t.entityID, t.deliveryID)
      .where(sql`${t.state} = 'waiting'`),
    index('webhook_delivery_due')
      .on(t.webhookID, t.nextTryAt)
      .where(sql`${t.state} = 'waiting'`),
    index('webhook_delivery_failed')
      .on(t.webhookID)
      .where(sql`${t.state} = 'failed'`),
    check('webhook_delivery_attempts', sql`${t.attempts} >= 0`),
  ],
)
