import type { FastifyInstance } from 'fastify'

import { buyerCustomers, buyers } from '../../../contract/sales/buyers.ts'
import { serve } from '../../http/serve.ts'
import { serveCrud } from '../../resource/crud.ts'
import { ok } from '../../resource/records.ts'
import { joinBuyer, partBuyer } from './buyers.operations.ts'
import { storedBuyer } from './buyers.queries.ts'

/** Registers the endpoints of buyers. */
export function buyerRoutes(app: FastifyInstance) {
  serveCrud(app, buyers, storedBuyer)

  serve(app, buyerCustomers.join, async ({ id, body }, context) => ok(await joinBuyer(context, id, body)))

  serve(app, buyerCustomers.part, async ({ id }, context) => ok(await partBuyer(context, id)))
}
