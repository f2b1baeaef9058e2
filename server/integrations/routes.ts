import type { FastifyInstance } from 'fastify'

import { apiTokens } from '../../contract/integrations/api-tokens.ts'
import { programOperations } from '../../contract/operations.ts'
import { serve } from '../http/serve.ts'
import type { Network } from '../kernel/public-network.ts'
import { ok } from '../resource/records.ts'
import { issueApiToken, revokeApiToken } from './api-tokens.operations.ts'
import { listApiTokens } from './api-tokens.queries.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'

/** Registers the endpoints with which an administrator connects other programs. `network` is where webhooks may lead. */
export function integrations(app: FastifyInstance, network: Network) {
  webhookRoutes(app, network)

  serve(app, apiTokens.list, async (_, { db }) => ok(await listApiTokens(db)))

  const calls = programOperations.map(({ operationID, group, endpoint: { summary, method } }) => ({
    operationID,
    group,
    summary,
    isRead: method === 'GET',
  }))
  serve(app, apiTokens.calls, async () => ok(calls))

  serve(app, apiTokens.create, async ({ body }, context) => ok(await issueApiToken(context, body)), {
    // A wrong password stays counted, so the operation begins its own transaction.
    transaction: false,
  })

  serve(app, apiTokens.revoke, async ({ id }, context) => ok(await revokeApiToken(context, id)))
}
