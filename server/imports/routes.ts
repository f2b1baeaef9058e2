import type { FastifyInstance } from 'fastify'

import { exportRoutes } from './exports.ts'
import { importRoutes } from './imports.ts'

/** Registers the imports and exports of these kinds of records. */
export function imports(app: FastifyInstance, kinds: Parameters<typeof importRoutes>[1]) {
  importRoutes(app, kinds)
  exportRoutes(app, kinds)
}
