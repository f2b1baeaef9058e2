import { and, asc, eq, sql } from 'drizzle-orm'

import type { WebhookDelivery, webhooks } from '../../../contract/integrations/webhooks.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { webhook, webhookDelivery } from '../../db/schema/integrations.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../../resource/list.ts'
import { findRecord } from '../../resource/records.ts'

const inState = (state: 'waiting' | 'failed') =>
  sql<number>`(select count(*)::int from webhook_delivery d where d.webhook_id = webhook.webhook_id and d.state = ${state}
    and d.event_id is not null)`

type Last = {
  type: string
  state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  triedAt: string
  answerCode: number | null
  reason: string | null
}

/** Selects what a response shows of webhooks: never a secret. */
const selectWebhooks = (db: Db | Tx) =>
  db
    .select({
      webhookID: webhook.webhookID,
      webhookName: webhook.webhookName,
      address: webhook.address,
      events: webhook.events,
      active: webhook.active,
      offReason: webhook.offReason,
      failingSince: webhook.failingSince,
      waiting: inState('waiting'),
      failed: inState('failed'),
      last: sql<Last | null>`(select jsonb_build_object('type', d.type, 'state', d.state, 'triedAt', d.tried_at,
          'answerCode', d.answer_code, 'reason', d.reason)
        from webhook_delivery d where d.webhook_id = webhook.webhook_id and d.tried_at is not null
        order by d.tried_at desc limit 1)`,
      createdAt: webhook.createdAt,
      updatedAt: webhook.updatedAt,
    })
    .from(webhook)

const withMoments = ({ last, ...row }: Awaited<ReturnType<typeof selectWebhooks>>[number]) => ({
  ...row,
  last: last && { ...last, triedAt: new Date(last.triedAt) },
})

/** Lists the webhooks by their names. */
export const listWebhooks = async (db: Db | Tx) =>
  (await selectWebhooks(db).orderBy(asc(sql`lower(${webhook.webhookName})`), asc(webhook.webhookID))).map(withMoments)

/** Returns one webhook. Throws 404 when there is none with this key. */
export async function getWebhook(db: Db | Tx, id: number) {
  const [found] = await selectWebhooks(db).where(eq(webhook.webhookID, id))
  if (!found) throw notFound('Webhook')
  return withMoments(found)
}

type Stored = typeof webhookDelivery.$inferSelect

/** Returns a delivery as a response shows it. */
export function showDelivery(row: Stored): z.output<typeof WebhookDelivery> {
  const { userID: _, touched: __, claimedAt: ___, createdAt: ____, eventID, nextTryAt, ...shown } = row
  return { ...shown, nextTryAt: row.state === 'waiting' ? nextTryAt : null, isTest: eventID === null }
}

/**
 * Lists the deliveries of a webhook. The search finds types of events, keys of records and reasons. Throws 404 without the
 * webhook.
 */
export async function listDeliveries(
  db: Db | Tx,
  webhookID: number,
  query: z.output<typeof webhooks.deliveries.query>,
) {
  await findRecord(db, 'Webhook', webhook, webhook.webhookID, webhookID)
  const { deliveryID, type, happenedAt, state, triedAt, entityID, reason, userID } = webhookDelivery
  const filters = and(
    eq(webhookDelivery.webhookID, webhookID),
    searchCondition(query.search, [type, sql`${entityID}::text`, reason]),
    equalsCondition(state, query.state),
    await commonCondition(db, query, { createdAt: happenedAt, createdByID: userID, modifiedByID: userID }),
  )
  const rows = db.select().from(webhookDelivery).where(filters).$dynamic()
  const page = await listPage(db, query, rows, { deliveryID, type, happenedAt, state, triedAt })
  return { ...page, data: page.data.map(showDelivery) }
}
