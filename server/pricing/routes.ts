import type { FastifyInstance } from 'fastify'

import { rateRoutes } from './rates/rates.routes.ts'

/** Registers every endpoint of pricing: the gold rates. */
export function pricing(app: FastifyInstance) {
  rateRoutes(app)
}
