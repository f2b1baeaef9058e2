import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import {
  type CountedCash,
  countKinds,
  differenceReasons,
  drawerCurrencies,
  drawerStatuses,
  movementKinds,
  movementReasonKeys,
  type Signature,
} from '../../../contract/drawers/drawer-rules.ts'
import { key, moment, money } from './columns.ts'
import { session, stamps, user } from './people.ts'
import { location } from './stock.ts'

/** A cash drawer. A shop with an active one takes cash only into an open session. */
export const drawer = pgTable(
  'drawer',
  {
    drawerID: key('drawer_id'),
    drawerName: text('drawer_name').notNull(),
    locationID: integer('location_id')
      .notNull()
      .references(() => location.locationID),
    /** Whether it counts yen beside pesos. */
    countsYen: boolean('counts_yen').notNull().default(false),
    status: boolean('status').notNull().default(true),
    ...stamps,
  },
  (t) => [uniqueIndex('drawer_name_unique').on(sql`lower(${t.drawerName})`), index('drawer_location').on(t.locationID)],
)

/** The drawer that a person's session uses. Without a row, it uses the only active drawer of a location. */
export const sessionDrawer = pgTable('session_drawer', {
  sessionID: integer('session_id')
    .primaryKey()
    .references(() => session.sessionID, { onDelete: 'cascade' }),
  drawerID: integer('drawer_id')
    .notNull()
    .references(() => drawer.drawerID),
})

/**
 * The time from the opening of a drawer to its close. It ends in a Z report and is never deleted. `created_at` is the
 * opening. A closed one is final (the `drawers` migration).
 */
export const drawerSession = pgTable(
  'drawer_session',
  {
    drawerSessionID: key('drawer_session_id'),
    /** The number of its Z report, such as Z-0042. The numbers have no gaps. */
    number: text('number').notNull().unique('drawer_session_number_unique'),
    drawerID: integer('drawer_id')
      .notNull()
      .references(() => drawer.drawerID),
    status: text('status', { enum: drawerStatuses }).notNull().default('Open'),
    countingAt: moment('counting_at'),
    /** When the last count was accepted. Until then Staff count it blind; null too in sessions closed before this existed. */
    finishedAt: moment('finished_at'),
    closedAt: moment('closed_at'),
    closedByID: integer('closed_by_id').references(() => user.userID),
    /** Why it was over or short; null for a small difference. */
    reason: text('reason', { enum: differenceReasons }),
    note: text('note'),
    /** The lines that the closing person drew; null for the written name alone. */
    signature: jsonb('signature').$type<Signature>(),
    ...stamps,
  },
  (t) => [
    uniqueIndex('drawer_session_one_open')
      .on(t.drawerID)
      .where(sql`${t.status} <> 'Closed'`),
    index('drawer_session_drawer').on(t.drawerID),
    check('drawer_session_status', sql`${t.status} in ('Open', 'Counting', 'Closed')`),
    check('drawer_session_counting', sql`(${t.countingAt} is null) = (${t.status} = 'Open')`),
    check('drawer_session_finished', sql`${t.finishedAt} is null or ${t.countingAt} is not null`),
    check('drawer_session_closed', sql`(${t.closedAt} is null) = (${t.status} <> 'Closed')`),
  ],
)

/** The counted cash of a currency. Rows are final. */
export const drawerCount = pgTable(
  'drawer_count',
  {
    countID: key('count_id'),
    drawerSessionID: integer('drawer_session_id')
      .notNull()
      .references(() => drawerSession.drawerSessionID),
    kind: text('kind', { enum: countKinds }).notNull(),
    currency: text('currency', { enum: drawerCurrencies }).notNull(),
    /** The quantity of each note and coin. */
    cash: jsonb('cash').$type<CountedCash[]>().notNull(),
    /** Their sum, in the currency. */
    amount: money('amount').notNull(),
    countedAt: moment('counted_at').notNull(),
    countedByID: integer('counted_by_id').references(() => user.userID),
  },
  (t) => [
    unique('drawer_count_once').on(t.drawerSessionID, t.kind, t.currency),
    check('drawer_count_kind', sql`${t.kind} in ('opening', 'first', 'recount')`),
    check('drawer_count_currency', sql`${t.currency} in ('PHP', 'JPY')`),
    check('drawer_count_amount', sql`${t.amount} >= 0`),
  ],
)

/** Cash that comes in or goes out and is no payment, and what an opening differs from the last close. Rows are final. */
export const drawerMovement = pgTable(
  'drawer_movement',
  {
    movementID: key('movement_id'),
    drawerSessionID: integer('drawer_session_id')
      .notNull()
      .references(() => drawerSession.drawerSessionID),
    kind: text('kind', { enum: movementKinds }).notNull(),
    /** Null for the difference of an opening. */
    reason: text('reason', { enum: movementReasonKeys }),
    note: text('note'),
    currency: text('currency', { enum: drawerCurrencies }).notNull(),
    /** Positive in either direction; negative for a counter-row. The difference of an opening has its own sign. */
    amount: money('amount').notNull(),
    /** The wrong row of the same kind that this row takes back. */
    correctsID: integer('corrects_id').references((): AnyPgColumn => drawerMovement.movementID),
    at: moment('at').notNull(),
    createdByID: integer('created_by_id').references(() => user.userID),
  },
  (t) => [
    index('drawer_movement_session').on(t.drawerSessionID),
    uniqueIndex('drawer_movement_corrects')
      .on(t.correctsID)
      .where(sql`${t.correctsID} is not null`),
    uniqueIndex('drawer_movement_opening')
      .on(t.drawerSessionID, t.currency)
      .where(sql`${t.kind} = 'opening_difference'`),
    check('drawer_movement_currency', sql`${t.currency} in ('PHP', 'JPY')`),
    check(
      'drawer_movement_kind',
      sql`case ${t.kind} when 'opening_difference' then ${t.amount} <> 0 and ${t.correctsID} is null and ${t.reason} is null
        when 'cash_in' then ${t.amount} <> 0 and (${t.amount} > 0) = (${t.correctsID} is null) and ${t.reason} is not null
        when 'cash_out' then ${t.amount} <> 0 and (${t.amount} > 0) = (${t.correctsID} is null) and ${t.reason} is not null
        else false end`,
    ),
  ],
)

/** The Z report of a closed session, kept as its figures. Rows are final. */
export const drawerReport = pgTable('drawer_report', {
  drawerSessionID: integer('drawer_session_id')
    .primaryKey()
    .references(() => drawerSession.drawerSessionID),
  /** The figures as `DrawerReport` of the contract describes them. */
  figures: jsonb('figures').notNull(),
  closedAt: moment('closed_at').notNull(),
  closedByID: integer('closed_by_id').references(() => user.userID),
})

/** A browser in which the staff sign in with PINs. A lost one is deleted, with its session. */
export const device = pgTable(
  'device',
  {
    deviceID: key('device_id'),
    deviceName: text('device_name').notNull(),
    /** SHA-256 of the token in the browser's cookie, in hexadecimal; the token itself is never stored. */
    tokenHash: text('token_hash').notNull().unique('device_token_unique'),
    /** The drawer of everybody who signs in with a PIN. */
    drawerID: integer('drawer_id').references(() => drawer.drawerID),
    lastUsedAt: moment('last_used_at'),
    /**
     * The user for whom each wrong PIN was entered, such as {3,3,7}. A right PIN takes out those for its own person. Each
     * five of them lock the device.
     */
    wrongPins: integer('wrong_pins')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The time of the last wrong PIN. */
    wrongPinAt: moment('wrong_pin_at'),
    lockedUntil: moment('locked_until'),
    ...stamps,
  },
  (t) => [uniqueIndex('device_name_unique').on(sql`lower(${t.deviceName})`)],
)

/** The session that a PIN opened at a device. A device has one at a time. */
export const deviceSession = pgTable('device_session', {
  sessionID: integer('session_id')
    .primaryKey()
    .references(() => session.sessionID, { onDelete: 'cascade' }),
  deviceID: integer('device_id')
    .notNull()
    .unique('device_session_one')
    .references(() => device.deviceID, { onDelete: 'cascade' }),
  /** The last activity of the person. Two minutes later the session is locked. */
  activeAt: moment('active_at').notNull().defaultNow(),
})

/** The PIN of a person. Without a row, the person has none. */
export const userPin = pgTable('user_pin', {
  userID: integer('user_id')
    .primaryKey()
    .references(() => user.userID, { onDelete: 'cascade' }),
  pinHash: text('pin_hash').notNull(),
  setAt: moment('set_at').notNull(),
})

/** A Manager's approval of one call of a session. It works once. */
export const approval = pgTable(
  'approval',
  {
    /** SHA-256 of the key, in hexadecimal. */
    keyHash: text('key_hash').primaryKey(),
    sessionID: integer('session_id')
      .notNull()
      .references(() => session.sessionID, { onDelete: 'cascade' }),
    /** The call, such as `POST /api/v2/sales/:id/refunds`. */
    call: text('call').notNull(),
    approverID: integer('approver_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    usedAt: moment('used_at'),
  },
  (t) => [index('approval_session').on(t.sessionID)],
)
