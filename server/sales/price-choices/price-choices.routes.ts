import type { FastifyInstance } from 'fastify'

import { salePrices } from '../../../contract/sales/sale-prices.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { decidePrice } from './price-choices.operations.ts'

export function priceChoiceRoutes(app: FastifyInstance) {
  serve(app, salePrices.decide, async ({ id, body }, context) => ok(await decidePrice(context, id, body)))
}
