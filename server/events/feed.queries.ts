import type { LiveEvent } from '../../contract/events/events.ts'
import type { EventEntity, EventType } from '../../contract/shared/events.ts'
import { joinNames } from '../../contract/shared/names.ts'
import { rounding } from './place.rules.ts'

/** An event as the server holds it. */
export type HeldEvent = LiveEvent & {
  transaction: bigint
  /** The beginning of the transaction, in milliseconds since 1970. */
  at: number
  recipientID: number | null
  arrivedAt: number
  /** Seconds from the start of the transaction to the arrival. */
  lag: number
}

/** Events that a server holds for clients that resume, and the most that one read returns. */
export const held = 1000
/** A row of these statements. Without a new event, there is one row that has the place alone. */
export type Row = {
  place: string
  eventID: string | null
  transaction: string
  at: number
  type: EventType
  entity: EventEntity
  id: number | null
  recipientID: number | null
  callID: string | null
  touched: LiveEvent['touched']
  userID: number | null
  firstName: string | null
  lastName: string | null
  lag: number
}

const columns = `e.event_id as "eventID", e.transaction_id::text as transaction, extract(epoch from e.at)::float8 * 1000 as at, e.type, e.entity, e.entity_id as id,
  e.recipient_id as "recipientID", e.call_id as "callID", e.touched, e.user_id as "userID",
  u.first_name as "firstName", u.last_name as "lastName",
  greatest(0, extract(epoch from clock_timestamp() - e.at))::float8 as lag`

/** One statement reads the snapshot and the events, so that both belong together. */
const readStatement = (which: string) => `
  select ceil(extract(epoch from clock_timestamp()) * 1000)::bigint || ':' || s.snapshot as place, told.*
  from (select pg_current_snapshot()::text as snapshot) s
  left join lateral (${which}) told on true`

/** The newest events, and the place after them. */
export const newest = readStatement(`select ${columns} from event e left join user_account u on u.user_id = e.user_id
  order by e.transaction_id desc limit ${held + 1}`)
/**
 * The events after a place, and the place after them. The sum keeps PostgreSQL from walking the primary key, which
 * passes all older events.
 */
export const since = readStatement(`select ${columns} from event e left join user_account u on u.user_id = e.user_id
  where e.transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
    and not pg_visible_in_snapshot(e.transaction_id, $1::pg_snapshot)
  order by e.event_id + 0 limit ${held + 1}`)

/** As `since`, after the connection broke: PostgreSQL may have crashed (`isUnheard`). It reads the whole table. */
export const sinceBreak =
  readStatement(`select ${columns} from event e left join user_account u on u.user_id = e.user_id
  where not pg_visible_in_snapshot(e.transaction_id, $1::pg_snapshot)
    or e.at > to_timestamp(($2::float8 + ${rounding}) / 1000)
  order by e.event_id limit ${held + 1}`)

/** Names the cluster, its timeline and the database. Numbers of transactions mean nothing in another one. */
export const identity = `select system_identifier || '-' || ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
  || '-' || (select oid from pg_database where datname = current_database()) as database from pg_control_system()`

/** Returns the events of the rows as the server holds them. */
export const hold = (rows: readonly Row[]): HeldEvent[] =>
  rows
    .filter(({ eventID }) => eventID !== null)
    .map(({ userID, firstName, lastName, transaction, at, type, entity, id, callID, touched, recipientID, lag }) => ({
      type,
      entity,
      id,
      by:
        userID === null ? null : { userID, name: joinNames({ firstName: firstName ?? '', lastName: lastName ?? '' }) },
      callID,
      touched,
      recipientID,
      lag,
      transaction: BigInt(transaction),
      at,
      arrivedAt: performance.now(),
    }))
