import type { FastifyInstance } from 'fastify'

import { liveOverlay as endpoints } from '../../../contract/live/live-overlay.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { endOverlay, makeOverlay } from './overlay.operations.ts'
import { readOverlay } from './overlay.queries.ts'

/** Registers the endpoints of overlays. Their addresses start with `publicUrl`. */
export function overlayRoutes(app: FastifyInstance, publicUrl: string | undefined) {
  serve(app, endpoints.make, async ({ id }, context) =>
    ok(await makeOverlay(context, id, publicUrl ?? context.client.origin ?? 'http://localhost')),
  )

  serve(app, endpoints.end, async ({ id }, context) => ok(await endOverlay(context, id)))

  // Reading needs no transaction, and the count of a wrong secret must stay although the request fails.
  serve(app, endpoints.snapshot, async ({ body }, context) => ok(await readOverlay(context, body.token)), {
    transaction: false,
  })
}
