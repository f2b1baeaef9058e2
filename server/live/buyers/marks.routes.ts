import type { FastifyInstance } from 'fastify'

import { liveBuyers as endpoints } from '../../../contract/live/live-buyers.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { markBuyer, unmarkBuyer } from './marks.operations.ts'
import { findLiveBuyer } from './marks.queries.ts'

/** Registers the endpoints of what staff know of buyers in lives. */
export function liveBuyerRoutes(app: FastifyInstance) {
  serve(app, endpoints.get, async ({ id }, { db }) => ok(await findLiveBuyer(db, id)))

  serve(app, endpoints.mark, async ({ id, body }, context) => ok(await markBuyer(context, id, body)))

  serve(app, endpoints.unmark, async ({ id, markID, body }, context) =>
    ok(await unmarkBuyer(context, id, markID, body.reason)),
  )
}
