import type { FastifyInstance } from 'fastify'

import { itemPricingRoutes } from './items/item-pricing.routes.ts'
import { rateRoutes } from './rates/rates.routes.ts'

/** Registers every endpoint of pricing: the gold rates, and prices by them. */
export function pricing(app: FastifyInstance) {
  rateRoutes(app)
  itemPricingRoutes(app)
}
