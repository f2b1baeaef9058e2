import type { FastifyInstance } from 'fastify'

import { liveBaskets as endpoints } from '../../../contract/live/live-baskets.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { listBaskets } from './baskets.queries.ts'
import { sendBasket } from './sending.operations.ts'

/** Registers the endpoints of baskets. The links start with `publicUrl`. */
export function basketRoutes(app: FastifyInstance, publicUrl: string | undefined) {
  serve(app, endpoints.ofLive, async ({ id }, { db }) => ok(await listBaskets(db, id)))

  serve(app, endpoints.send, async ({ id }, context) =>
    ok(await sendBasket(context, id, publicUrl ?? context.client.origin ?? 'http://localhost')),
  )
}
