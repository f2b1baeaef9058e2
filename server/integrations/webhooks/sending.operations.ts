import { and, asc, eq, sql } from 'drizzle-orm'

import { userName } from '../../db/names.ts'
import { webhook, webhookDelivery } from '../../db/schema/integrations.ts'
import { user } from '../../db/schema/people.ts'
import { transact } from '../../db/transaction.ts'
import { publish } from '../../events/publish.ts'
import { shopContext } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { Network } from '../../kernel/public-network.ts'
import { notify } from '../../people/notify.ts'
import { record } from '../../resource/records.ts'
import { wakeWebhook } from './distribution.operations.ts'
import { type Outcome, post } from './receiver.ts'
import { signedHeaders } from './signature.ts'
import { afterFailure, hasFailedForDays, nextTry, wasResting } from './webhooks.rules.ts'

/** Deliveries of a webhook that a server sends beside each other. They are of different records. */
const atOnce = 4
/** Milliseconds after which a try counts as ended by a killed server. It is longer than any try. */
const lease = 60_000
/** Milliseconds after which a job ends. What is still due gets another job, so that webhooks take turns. */
const runAtMost = 60_000

export type Sending = {
  db: Db
  network: Network
  signal: AbortSignal
  now?: (() => Date) | undefined
  /** Milliseconds that a receiver has to answer. Tests shorten it. */
  patience?: number | undefined
}

type Hook = typeof webhook.$inferSelect
type Delivery = typeof webhookDelivery.$inferSelect

/** Sends all deliveries of a webhook that are due. Any number of servers may do so at once. */
export async function sendDueDeliveries(how: Sending, webhookID: number) {
  const { db, signal, now = () => new Date() } = how
  const end = Date.now() + runAtMost
  let tried = 0
  try {
    while (!signal.aborted) {
      const { hook, claimed } = await claimDue(db, webhookID, now())
      if (!hook || claimed.length === 0) break
      tried += claimed.length
      await awaitAll(claimed.map((delivery) => sendOne(how, hook, delivery)))
      if (Date.now() < end) continue
      await wakeWebhook(db, webhookID)
      break
    }
  } finally {
    // Open screens show the deliveries of this run.
    if (tried > 0) await tellScreens(db, webhookID)
  }
}

/** Awaits all, so that nothing still runs when the server closes its pool. Throws the first failure. */
async function awaitAll(all: Promise<unknown>[]) {
  const failed = (await Promise.allSettled(all)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

const tellScreens = (db: Db, webhookID: number) =>
  transact(db, (tx) =>
    publish(shopContext(tx, new Date()), { type: 'webhook.delivered', entity: 'webhook', id: webhookID }),
  )

/**
 * Records the start of tries. A delivery is due only when no earlier one about the same record waits, so that a record's
 * events are sent one after the other. An event about many records of a kind waits for all of them, and they for it.
 */
const claimDue = (db: Db, webhookID: number, now: Date): Promise<{ hook?: Hook; claimed: Delivery[] }> =>
  transact(db, async (tx) => {
    const [hook] = await tx.select().from(webhook).where(eq(webhook.webhookID, webhookID)).for('no key update')
    if (!hook?.active || (hook.restsUntil !== null && hook.restsUntil > now)) return { claimed: [] }
    const at = now.toISOString()
    // After a failure, one delivery at a time finds out whether the receiver is back.
    const room = hook.failures > 0 ? 1 : atOnce
    const due = tx
      .select({ deliveryID: webhookDelivery.deliveryID })
      .from(webhookDelivery)
      .where(
        and(
          eq(webhookDelivery.webhookID, webhookID),
          eq(webhookDelivery.state, 'waiting'),
          sql`${webhookDelivery.nextTryAt} <= ${at}`,
          sql`(${webhookDelivery.claimedAt} is null or ${webhookDelivery.claimedAt} < ${new Date(now.getTime() - lease).toISOString()})`,
          noEarlier(sql`earlier.entity_id = ${webhookDelivery.entityID}`),
          noEarlier(sql`earlier.entity_id is null`),
          noEarlier(sql`${webhookDelivery.entityID} is null`),
        ),
      )
      .orderBy(asc(webhookDelivery.deliveryID))
      .limit(room)
    const claimed = await tx
      .update(webhookDelivery)
      .set({ claimedAt: now, attempts: sql`${webhookDelivery.attempts} + 1` })
      .where(sql`${webhookDelivery.deliveryID} in (${due})`)
      .returning()
    return { hook, claimed: claimed.toSorted((a, b) => a.deliveryID - b.deliveryID) }
  })

const noEarlier = (isSameRecord: ReturnType<typeof sql>) =>
  sql`not exists (select from webhook_delivery earlier where earlier.webhook_id = ${webhookDelivery.webhookID}
    and earlier.state = 'waiting' and earlier.entity = ${webhookDelivery.entity}
    and earlier.delivery_id < ${webhookDelivery.deliveryID} and ${isSameRecord})`

async function sendOne(how: Sending, hook: Hook, delivery: Delivery) {
  const { db, now = () => new Date() } = how
  let outcome: Outcome
  try {
    outcome = await postEvent(how, hook, delivery)
  } catch (error) {
    // This server is stopping. Another one sends the delivery again, because nobody knows whether it arrived.
    await db.update(webhookDelivery).set({ claimedAt: null }).where(isThisTry(delivery))
    throw error
  }
  await transact(db, (tx) => (outcome.isDelivered ? succeed : fail)(tx, delivery, outcome, now()))
}

/** An event as a receiver gets it. */
type Told = Pick<Delivery, 'messageID' | 'type' | 'entity' | 'entityID' | 'userID' | 'touched' | 'happenedAt'>

/** Posts one event, signed at this moment. */
export async function postEvent(
  { db, network, signal, now = () => new Date(), patience }: Sending,
  hook: Hook,
  told: Told,
) {
  const at = now()
  const body = JSON.stringify({
    id: told.messageID,
    type: told.type,
    timestamp: told.happenedAt.toISOString(),
    data: {
      entity: told.entity,
      id: told.entityID,
      by: await findAuthor(db, told.userID),
      touched: told.touched,
    },
  })
  const { secret, formerSecret, formerSecretUntil } = hook
  const isFormerValid = formerSecret !== null && formerSecretUntil! > at
  const headers = signedHeaders(
    { id: told.messageID, timestamp: Math.floor(at.getTime() / 1000), body },
    isFormerValid ? [secret, formerSecret] : [secret],
  )
  return post({ address: hook.address, headers, body, network, signal, ...(patience !== undefined && { patience }) })
}

async function findAuthor(db: Db, userID: number | null) {
  if (userID === null) return null
  const [found] = await db.select({ userID: user.userID, name: userName }).from(user).where(eq(user.userID, userID))
  return found ?? null
}

/** Another server may have claimed the delivery since, or a person may have decided about it. */
const isThisTry = ({ deliveryID, attempts }: Delivery) =>
  and(
    eq(webhookDelivery.deliveryID, deliveryID),
    eq(webhookDelivery.attempts, attempts),
    eq(webhookDelivery.state, 'waiting'),
  )

const lockHook = async (tx: Tx, webhookID: number) =>
  (await tx.select().from(webhook).where(eq(webhook.webhookID, webhookID)).for('no key update'))[0]

async function succeed(tx: Tx, delivery: Delivery, outcome: Outcome, now: Date) {
  const hook = await lockHook(tx, delivery.webhookID)
  await tx
    .update(webhookDelivery)
    .set({ ...triedBy(outcome, now), state: 'delivered' })
    .where(isThisTry(delivery))
  if (!hook || hook.failures === 0) return
  await tx
    .update(webhook)
    .set({ failures: 0, failingSince: null, restsUntil: null })
    .where(eq(webhook.webhookID, hook.webhookID))
  if (!wasResting(hook)) return
  // The receiver is back, so that nothing needs to wait for its next try.
  await tx
    .update(webhookDelivery)
    .set({ nextTryAt: now })
    .where(and(eq(webhookDelivery.webhookID, hook.webhookID), eq(webhookDelivery.state, 'waiting')))
}

async function fail(tx: Tx, delivery: Delivery, outcome: Outcome, now: Date) {
  const hook = await lockHook(tx, delivery.webhookID)
  const next = nextTry(delivery.attempts, now)
  const rows = await tx
    .update(webhookDelivery)
    .set({ ...triedBy(outcome, now), ...(next ? { nextTryAt: next } : { state: 'failed' }) })
    .where(isThisTry(delivery))
    .returning({ deliveryID: webhookDelivery.deliveryID })
  if (!hook || rows.length === 0) return
  const health = afterFailure(hook, now)
  await tx.update(webhook).set(health).where(eq(webhook.webhookID, hook.webhookID))
  if (!hook.active) return
  if (outcome.isGone) await turnOff(tx, hook, 'gone', now)
  else if (hasFailedForDays(health, now)) await turnOff(tx, hook, 'failing', now)
}

const triedBy = ({ answerCode, duration, reason }: Outcome, now: Date) => ({
  claimedAt: null,
  triedAt: now,
  answerCode,
  duration,
  reason,
})

const whyOff = {
  gone: 'its receiver answered that it no longer exists',
  failing: 'no delivery has succeeded for three days',
}

/** Turns a webhook off and tells the administrators. Its deliveries wait until a person turns it on. */
async function turnOff(tx: Tx, hook: Hook, offReason: keyof typeof whyOff, now: Date) {
  const { webhookID, webhookName } = hook
  const context = shopContext(tx, now)
  await tx
    .update(webhook)
    .set({ active: false, offReason, updatedAt: now, place: null, placeDatabase: null })
    .where(eq(webhook.webhookID, webhookID))
  await record(context, {
    action: 'update',
    entity: 'webhook',
    entityID: webhookID,
    before: { webhookName, active: true },
    after: { webhookName, active: false, offReason },
  })
  const message = `The webhook ${webhookName} is off, because ${whyOff[offReason]}`
  await notify(context, { access: 'integrations.manage' }, [
    { kind: 'webhookOff', message, entity: 'webhook', id: webhookID },
  ])
}
