import { and, eq, isNotNull, sql } from 'drizzle-orm'

import { webhook, webhookDelivery } from '../../db/schema/integrations.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { wakeWebhook } from './distribution.operations.ts'

// Lets the list of failed work show what webhooks could not deliver, and decide about it.

/** Lists the webhooks with deliveries that failed for good, each with their number and the newest reason. */
export const listFailedWebhooks = (db: Db | Tx) =>
  db
    .select({
      webhookID: webhook.webhookID,
      webhookName: webhook.webhookName,
      count: sql<number>`count(*)::int`,
      failedAt: sql<Date>`max(${webhookDelivery.triedAt})`.mapWith(webhookDelivery.triedAt),
      reason: sql<string | null>`(array_agg(${webhookDelivery.reason} order by ${webhookDelivery.triedAt} desc))[1]`,
    })
    .from(webhook)
    .innerJoin(webhookDelivery, eq(webhookDelivery.webhookID, webhook.webhookID))
    .where(and(eq(webhookDelivery.state, 'failed'), isNotNull(webhookDelivery.eventID)))
    .groupBy(webhook.webhookID)

const failedOf = (webhookID: number) =>
  and(eq(webhookDelivery.webhookID, webhookID), eq(webhookDelivery.state, 'failed'), isNotNull(webhookDelivery.eventID))

/** Lets the failed deliveries of a webhook wait again. Returns false when there are none. */
export async function retryFailedDeliveries(db: Db | Tx, now: Date, webhookID: number): Promise<boolean> {
  const rows = await db
    .update(webhookDelivery)
    .set({ state: 'waiting', attempts: 0, nextTryAt: now })
    .where(failedOf(webhookID))
    .returning({ deliveryID: webhookDelivery.deliveryID })
  if (rows.length === 0) return false
  await db.update(webhook).set({ restsUntil: null }).where(eq(webhook.webhookID, webhookID))
  await wakeWebhook(db, webhookID)
  return true
}

/** Ends the failed deliveries of a webhook without another try. Returns false when there are none. */
export async function dropFailedDeliveries(db: Db | Tx, webhookID: number): Promise<boolean> {
  const rows = await db
    .update(webhookDelivery)
    .set({ state: 'dropped' })
    .where(failedOf(webhookID))
    .returning({ deliveryID: webhookDelivery.deliveryID })
  return rows.length > 0
}
