import type { FastifyInstance } from 'fastify'

import { itemPricing } from '../../../contract/pricing/item-pricing.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { fixPrice, priceByRate } from './item-pricing.operations.ts'
import { findItemPricing } from './item-pricing.queries.ts'

export function itemPricingRoutes(app: FastifyInstance) {
  serve(app, itemPricing.get, async ({ id }, { db }) => ok(await findItemPricing(db, id)))

  serve(app, itemPricing.set, async ({ id, body }, context) => {
    await priceByRate(context, id, body)
    return ok(await findItemPricing(context.db, id))
  })

  serve(app, itemPricing.fix, async ({ id, query }, context) => {
    await fixPrice(context, id, query.updatedAt)
    return ok(await findItemPricing(context.db, id))
  })
}
