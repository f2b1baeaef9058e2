import type { FastifyInstance } from 'fastify'

import { liveRecap as endpoints } from '../../../contract/live/live-recap.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { findRecap } from './recap.queries.ts'

/** Registers the endpoint of a live's recap. */
export function recapRoutes(app: FastifyInstance) {
  serve(app, endpoints.get, async ({ id }, { db }) => ok(await findRecap(db, id)))
}
