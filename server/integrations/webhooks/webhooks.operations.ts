import { randomUUID } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'

import { type WebhookChange, type WebhookInput, webhooksAtMost } from '../../../contract/integrations/webhooks.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { locks } from '../../db/locks.ts'
import { webhook, webhookDelivery } from '../../db/schema/integrations.ts'
import { transact } from '../../db/transaction.ts'
import { assertAccess, type Context, type SignedIn } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { type Network, RequestRefused } from '../../kernel/public-network.ts'
import { findRecord, lockUnchanged, record, stampCreated, stampModified } from '../../resource/records.ts'
import { beginHere, wakeWebhook } from './distribution.operations.ts'
import { assertLeadsOutside } from './receiver.ts'
import { postEvent } from './sending.operations.ts'
import { createSecret } from './signature.ts'
import { getWebhook, showDelivery } from './webhooks.queries.ts'
import { formerSecretLife } from './webhooks.rules.ts'

type Row = typeof webhook.$inferSelect

/** Returns what the audit trail shows of a webhook: never a secret. */
const auditedOf = ({ webhookID, webhookName, address, events, active, offReason }: Row) => ({
  webhookID,
  webhookName,
  address,
  events,
  active,
  offReason,
})

/** Throws 422 when a webhook must not lead to this address. It looks the name up, so it runs outside a transaction. */
export async function assertAddress(address: string | undefined, network: Network) {
  if (address === undefined) return
  await assertLeadsOutside(address, network).catch((error: unknown) => {
    if (!(error instanceof RequestRefused)) throw error
    throw new AppError('webhook.address_refused', error.message, { field: 'address' })
  })
}

/** Creates a webhook. The response is the only one that holds its secret. It begins its own transaction. */
export async function createWebhook(context: Context<SignedIn>, input: z.output<typeof WebhookInput>) {
  assertAccess(context.actor, 'integrations.manage')
  const secret = createSecret()
  const created = await transact(context.db, async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${locks.webhooks})`)
    if ((await db.$count(webhook)) >= webhooksAtMost)
      throw new AppError('webhook.too_many', `A shop has at most ${webhooksAtMost} webhooks: delete one first`)
    const [row] = await db
      .insert(webhook)
      .values({
        ...input,
        events: orderedSet(input.events),
        secret,
        ...stampCreated(context),
        ...(input.active ? beginHere : { offReason: 'person' }),
      })
      .returning()
    const { webhookID: entityID } = row!
    const after = auditedOf(row!)
    await record({ ...context, db }, { action: 'create', entity: 'webhook', entityID, before: null, after })
    return getWebhook(db, entityID)
  })
  return { ...created, secret }
}

const orderedSet = (events: readonly string[]) => [...new Set(events)].toSorted()

/**
 * Changes a webhook. One that is turned on begins with the events from now on, and first sends what waits. Another
 * address is tried at once.
 */
export async function updateWebhook(
  context: Context<SignedIn>,
  id: number,
  { updatedAt, events, ...changes }: z.output<typeof WebhookChange>,
) {
  const { db } = context
  assertAccess(context.actor, 'integrations.manage')
  const before = await lockUnchanged(context, 'Webhook', webhook, webhook.webhookID, id, updatedAt)
  const isOn = changes.active ?? before.active
  const isTurned = isOn !== before.active
  const isAfresh = (isTurned && isOn) || (changes.address !== undefined && changes.address !== before.address)
  const [after] = await db
    .update(webhook)
    .set({
      ...changes,
      ...(events && { events: orderedSet(events) }),
      ...(isTurned && (isOn ? { ...beginHere, offReason: null } : { ...nowhere, offReason: 'person' as const })),
      ...(isAfresh && { failures: 0, failingSince: null, restsUntil: null }),
      ...stampModified(context, before),
    })
    .where(eq(webhook.webhookID, id))
    .returning()
  if (isAfresh && isOn) await sendWaiting(context, id)
  await record(context, {
    action: 'update',
    entity: 'webhook',
    entityID: id,
    before: auditedOf(before),
    after: auditedOf(after!),
  })
  return getWebhook(db, id)
}

const nowhere = { place: null, placeDatabase: null }

async function sendWaiting({ db, now }: Context, webhookID: number) {
  await db
    .update(webhookDelivery)
    .set({ nextTryAt: now })
    .where(and(eq(webhookDelivery.webhookID, webhookID), eq(webhookDelivery.state, 'waiting')))
  await wakeWebhook(db, webhookID)
}

/** Gives a webhook a new secret, and returns it. The former one signs beside it for a day. */
export async function renewSecret(context: Context<SignedIn>, id: number) {
  assertAccess(context.actor, 'integrations.manage')
  const before = await lockUnchanged(context, 'Webhook', webhook, webhook.webhookID, id, undefined)
  const secret = createSecret()
  await context.db
    .update(webhook)
    .set({
      secret,
      formerSecret: before.secret,
      formerSecretUntil: new Date(context.now.getTime() + formerSecretLife),
      ...stampModified(context, before),
    })
    .where(eq(webhook.webhookID, id))
  const { webhookName } = before
  await record(context, {
    action: 'renew secret',
    entity: 'webhook',
    entityID: id,
    before: { webhookName },
    after: null,
  })
  return { ...(await getWebhook(context.db, id)), secret }
}

/** Deletes a webhook with its deliveries. Throws 404 when there is none. */
export async function deleteWebhook(context: Context<SignedIn>, id: number) {
  assertAccess(context.actor, 'integrations.manage')
  const [before] = await context.db.delete(webhook).where(eq(webhook.webhookID, id)).returning()
  if (!before) throw notFound('Webhook')
  await record(context, {
    action: 'delete',
    entity: 'webhook',
    entityID: id,
    before: auditedOf(before),
    after: null,
  })
}

/** Sends a test to a webhook's address and keeps the delivery. It is tried once, and says nothing about the webhook. */
export async function testWebhook(
  context: Context<SignedIn> & { db: Db },
  id: number,
  how: { network: Network; signal: AbortSignal },
) {
  const { db, actor, now } = context
  assertAccess(actor, 'integrations.manage')
  const hook = await findRecord(db, 'Webhook', webhook, webhook.webhookID, id)
  const told = {
    webhookID: id,
    messageID: randomUUID(),
    type: 'webhook.test',
    entity: 'webhook',
    entityID: id,
    userID: actor.userID,
    touched: null,
    happenedAt: now,
  } as const
  const { isDelivered, answerCode, duration, reason } = await postEvent({ ...how, db, now: () => now }, hook, told)
  const [row] = await db
    .insert(webhookDelivery)
    .values({
      ...told,
      state: isDelivered ? 'delivered' : 'failed',
      attempts: 1,
      triedAt: now,
      answerCode,
      duration,
      reason,
      createdAt: now,
    })
    .returning()
  return showDelivery(row!)
}

/** Sends a delivery again, also one that succeeded. Throws 409 while its webhook is off. */
export async function sendAgain(context: Context<SignedIn>, deliveryID: number) {
  const { db, now } = context
  assertAccess(context.actor, 'integrations.manage')
  const found = await findRecord(db, 'Delivery', webhookDelivery, webhookDelivery.deliveryID, deliveryID)
  const { webhookID } = found
  const hook = await lockUnchanged(context, 'Webhook', webhook, webhook.webhookID, webhookID, undefined)
  if (!hook.active) throw new AppError('webhook.off', `The webhook ${hook.webhookName} is off: turn it on first`)
  if (found.eventID === null) throw new AppError('webhook.is_test', 'This was a test: send a new one')
  const isEnded = sql`${webhookDelivery.state} <> 'waiting'`
  const [row] = await db
    .update(webhookDelivery)
    .set({
      state: 'waiting',
      attempts: sql`case when ${isEnded} then 0 else ${webhookDelivery.attempts} end`,
      nextTryAt: now,
    })
    .where(eq(webhookDelivery.deliveryID, deliveryID))
    .returning()
  await db.update(webhook).set({ restsUntil: null }).where(eq(webhook.webhookID, webhookID))
  await wakeWebhook(db, webhookID)
  const { webhookName } = hook
  await record(context, {
    action: 'try again',
    entity: 'webhook',
    entityID: webhookID,
    before: { webhookName, delivery: deliveryID, type: found.type },
    after: null,
  })
  return showDelivery(row!)
}
