import type { FastifyInstance } from 'fastify'

import { itemPricingRoutes } from './items/item-pricing.routes.ts'
import { rateRoutes } from './rates/rates.routes.ts'
import { repricingRoutes } from './repricing/repricing.routes.ts'

/** Registers every endpoint of pricing: the gold rates, prices by them, and repricing. */
export function pricing(app: FastifyInstance) {
  rateRoutes(app)
  itemPricingRoutes(app)
  repricingRoutes(app)
}
