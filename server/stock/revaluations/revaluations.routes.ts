import type { FastifyInstance } from 'fastify'

import { revaluations as endpoints } from '../../../contract/stock/revaluations.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { revalueItem } from './revaluations.operations.ts'
import { findStockValue, listRevaluations } from './revaluations.queries.ts'

export function revaluationRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, ({ id, query }, { db }) => listRevaluations(db, id, query))

  serve(app, endpoints.value, async ({ id }, { db }) => ok(await findStockValue(db, id)))

  serve(app, endpoints.create, async ({ id, body }, context) => ok(await revalueItem(context, id, body)))
}
