import type { FastifyInstance } from 'fastify'

import { stockTransfers as endpoints } from '../../../contract/stock/stock-transfers.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { transferStock } from './transfers.operations.ts'
import { findTransfer, listTransfers } from './transfers.queries.ts'

export function transferRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, ({ query }, { db }) => listTransfers(db, query))

  serveRecord(app, endpoints.get, async (db, id) => ok(await findTransfer(db, id)))

  serve(app, endpoints.create, async ({ body }, context) => ok(await transferStock(context, body)))
}
