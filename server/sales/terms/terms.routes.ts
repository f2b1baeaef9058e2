import type { FastifyInstance } from 'fastify'

import { terms as endpoints } from '../../../contract/terms/terms.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { writeTerms } from './terms.operations.ts'
import { listSaleTerms, listTerms } from './terms.queries.ts'

/** Registers the endpoints of the shop's terms and of those that were agreed with a sale. */
export function termsRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, async (_, { db }) => ok(await listTerms(db)))

  serve(app, endpoints.write, async ({ body }, context) => ok(await writeTerms(context, body)))

  serve(app, endpoints.ofSale, async ({ id }, { db }) => ok(await listSaleTerms(db, id)))
}
