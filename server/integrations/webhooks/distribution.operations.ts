import { setTimeout as sleep } from 'node:timers/promises'

import { and, asc, eq, lt, sql } from 'drizzle-orm'

import { webhook, webhookDelivery } from '../../db/schema/integrations.ts'
import { transact } from '../../db/transaction.ts'
import { onEventsCommitted } from '../../events/publish.ts'
import { enqueue } from '../../jobs/boss.ts'
import type { Db, Tx } from '../../kernel/database.ts'

// Turns the events of the outbox into deliveries: one row for each webhook that tells the event.

/** Names the database in which a snapshot has a meaning. A standby that takes over keeps both numbers. */
const thisDatabase = sql`(select system_identifier || '-' || (select oid from pg_database where datname = current_database())
  from pg_control_system())`

/** Lets a webhook begin with the events that are committed from now on. */
export const beginHere = {
  place: sql<string>`pg_current_snapshot()::text`,
  placeDatabase: sql<string>`${thisDatabase}`,
}

/** Turns all new events into deliveries, and adds the jobs that send them. Any number of servers may do so at once. */
export async function distributeEvents(db: Db | Tx, now = new Date()) {
  const active = await db
    .select({ webhookID: webhook.webhookID })
    .from(webhook)
    .where(eq(webhook.active, true))
    .orderBy(asc(webhook.webhookID))
  for (const { webhookID } of active) await distributeTo(db, webhookID, now)
}

/**
 * One server at a time distributes to a webhook. The statement reads the events that its own snapshot sees and the
 * former place does not, so that each event becomes a delivery exactly once, in the order of the changes of a record.
 */
const distributeTo = (db: Db | Tx, webhookID: number, now: Date) =>
  transact(db, async (tx) => {
    const [found] = await tx
      .select({ events: webhook.events, place: webhook.place, placeDatabase: webhook.placeDatabase })
      .from(webhook)
      .where(and(eq(webhook.webhookID, webhookID), eq(webhook.active, true)))
      .for('no key update')
    if (!found) return
    const { events, place, placeDatabase } = found
    const { rows } = await tx.execute<{ told: number }>(sql`
      with here as materialized (select pg_current_snapshot() as snapshot, ${thisDatabase} as database),
      told as (
        insert into ${webhookDelivery} (webhook_id, event_id, type, entity, entity_id, user_id, touched, happened_at,
          next_try_at, created_at)
        select ${webhookID}, e.event_id, e.type, e.entity, e.entity_id, u.user_id, e.touched, e.at,
          ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
        from here, event e left join user_account u on u.user_id = e.user_id
        where here.database = ${placeDatabase}
          and e.transaction_id >= pg_snapshot_xmin(${place}::pg_snapshot)
          and not pg_visible_in_snapshot(e.transaction_id, ${place}::pg_snapshot)
          and e.recipient_id is null
          and e.type = any(${sql.param(events)}::text[])
        order by e.event_id
        on conflict do nothing
        returning 1
      )
      update ${webhook} set place = here.snapshot::text, place_database = here.database
      from here where ${webhook.webhookID} = ${webhookID}
      returning (select count(*) from told)::int as told`)
    if (rows[0]!.told > 0) await wakeWebhook(tx, webhookID)
  })

/** Adds the job that sends what is due of a webhook. The deliveries say what that is, so an extra job is harmless. */
export const wakeWebhook = (db: Db | Tx, webhookID: number) =>
  enqueue(db, 'webhook', { webhookID }, { key: String(webhookID) })

/** Distributes what a killed server left, and adds a job for each webhook of which something is due. */
export async function catchUpWebhooks({ db, now }: { db: Db | Tx; now: Date }) {
  await distributeEvents(db, now)
  const due = await db
    .selectDistinct({ webhookID: webhook.webhookID })
    .from(webhook)
    .innerJoin(webhookDelivery, eq(webhookDelivery.webhookID, webhook.webhookID))
    .where(
      and(
        eq(webhook.active, true),
        sql`coalesce(${webhook.restsUntil} <= ${now}, true)`,
        eq(webhookDelivery.state, 'waiting'),
        sql`${webhookDelivery.nextTryAt} <= ${now}`,
      ),
    )
  for (const { webhookID } of due) await wakeWebhook(db, webhookID)
}

/** Deletes the deliveries that are older than 30 days, the oldest first. The next run deletes what this one leaves. */
export const deleteOldDeliveries = (db: Db | Tx) =>
  db
    .delete(webhookDelivery)
    .where(
      and(
        sql`${webhookDelivery.deliveryID} in (select delivery_id from webhook_delivery order by delivery_id limit 20000)`,
        lt(webhookDelivery.createdAt, sql`now() - interval '30 days'`),
      ),
    )

/** Milliseconds between a commit and the distribution of its events, which gathers the commits of a busy moment. */
const gathering = 250

/**
 * Distributes events soon after they are committed by this server. Returns the function that stops it. What a failure
 * leaves, the scheduled work distributes within a minute.
 */
export function startDistribution(db: Db, failed: (error: unknown) => void): () => Promise<void> {
  const ended = new AbortController()
  let isWaiting = false
  let running = Promise.resolve()
  async function distributeNext() {
    await sleep(gathering, undefined, { signal: ended.signal }).catch(() => {})
    isWaiting = false
    if (!ended.signal.aborted) await distributeEvents(db).catch(failed)
  }
  onEventsCommitted(db, () => {
    if (isWaiting || ended.signal.aborted) return
    isWaiting = true
    running = running.then(distributeNext)
  })
  return async () => {
    ended.abort()
    await running
  }
}
