import type { FastifyInstance } from 'fastify'

import { repairReturns as endpoints } from '../../../contract/stock/repair-returns.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { returnFromRepair } from './repair-returns.operations.ts'
import { findRepairReturn, listRepairReturns } from './repair-returns.queries.ts'

export function repairReturnRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, ({ query }, { db }) => listRepairReturns(db, query))

  serveRecord(app, endpoints.get, async (db, id) => ok(await findRepairReturn(db, id)))

  serve(app, endpoints.create, async ({ body }, context) => ok(await returnFromRepair(context, body)))
}
