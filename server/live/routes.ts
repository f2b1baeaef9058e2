import type { FastifyInstance } from 'fastify'

import { liveRoutes } from './lives/lives.routes.ts'

/** Registers every endpoint of lives. */
export function lives(app: FastifyInstance) {
  liveRoutes(app)
}
