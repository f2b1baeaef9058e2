import type { FastifyInstance } from 'fastify'

import { orderLinks as endpoints } from '../../../contract/order-page/order-links.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { makeOrderLink, revokeOrderLink } from './order-links.operations.ts'
import { listOrderLinks } from './order-links.queries.ts'

/** Registers the endpoints of the links that open a buyer's order page. The links start with `publicUrl`. */
export function orderLinkRoutes(app: FastifyInstance, publicUrl: string | undefined) {
  serve(app, endpoints.ofSale, async ({ id }, { db }) => ok(await listOrderLinks(db, id)))

  serve(app, endpoints.make, async ({ id }, context) =>
    ok(await makeOrderLink(context, id, publicUrl ?? context.client.origin ?? 'http://localhost')),
  )

  serve(app, endpoints.revoke, async ({ id, linkID }, context) => ok(await revokeOrderLink(context, id, linkID)))
}
