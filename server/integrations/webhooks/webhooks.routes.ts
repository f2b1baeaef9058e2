import type { FastifyInstance } from 'fastify'

import { webhooks } from '../../../contract/integrations/webhooks.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { Db } from '../../kernel/database.ts'
import type { Network } from '../../kernel/public-network.ts'
import { ok } from '../../resource/records.ts'
import {
  assertAddress,
  createWebhook,
  deleteWebhook,
  renewSecret,
  sendAgain,
  testWebhook,
  updateWebhook,
} from './webhooks.operations.ts'
import { getWebhook, listDeliveries, listWebhooks } from './webhooks.queries.ts'

/** Registers the endpoints about webhooks. `network` is where they may lead. */
export function webhookRoutes(app: FastifyInstance, network: Network) {
  const stopped = new AbortController()
  app.addHook('preClose', async () => stopped.abort())
  const outside = { network, signal: stopped.signal }

  serve(app, webhooks.list, async (_, { db }) => ok(await listWebhooks(db)))

  serveRecord(app, webhooks.get, async (db, id) => ok(await getWebhook(db, id)))

  serve(
    app,
    webhooks.create,
    async ({ body }, context) => {
      await assertAddress(body.address, network)
      return ok(await createWebhook(context, body))
    },
    // The response holds the secret, which no idempotency key may store.
    { transaction: false },
  )

  serve(app, webhooks.update, async ({ id, body }, context) => ok(await updateWebhook(context, id, body)), {
    before: ({ body }) => assertAddress(body.address, network),
  })

  serve(app, webhooks.renewSecret, async ({ id }, context) => ok(await renewSecret(context, id)))

  serve(app, webhooks.delete, async ({ id }, context) => {
    await deleteWebhook(context, id)
    return ok(null)
  })

  serve(
    app,
    webhooks.test,
    async ({ id }, context) => ok(await testWebhook({ ...context, db: app.db as Db }, id, outside)),
    // The receiver may take its time, during which no connection to the database is held.
    { transaction: false },
  )

  serve(app, webhooks.deliveries, ({ id, query }, { db }) => listDeliveries(db, id, query))

  serve(app, webhooks.sendAgain, async ({ id }, context) => ok(await sendAgain(context, id)))
}
