import type { FastifyInstance } from 'fastify'

import { questionFormRoutes } from './questions.ts'
import { visitRoutes } from './visits.ts'

/** Registers the endpoints that public pages call. */
export function site(app: FastifyInstance) {
  questionFormRoutes(app)
  visitRoutes(app)
}
