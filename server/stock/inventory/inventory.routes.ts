import type { FastifyInstance } from 'fastify'

import { inventory as endpoints, sentForApproval } from '../../../contract/stock/inventory.ts'
import { lowStock } from '../../../contract/stock/low-stock.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { openStock, updateStock } from './inventory.operations.ts'
import { findStock, listMovements, listStock } from './inventory.queries.ts'
import { listLowStock } from './low-stock.queries.ts'

export function inventoryRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, ({ query }, { db }) => listStock(db, query))

  serveRecord(app, endpoints.get, async (db, id) => ok(await findStock(db, id)))

  serve(app, endpoints.create, async ({ body }, context) => {
    const made = await openStock(context, body)
    return ok(made, made.quantity === body.quantity ? undefined : sentForApproval)
  })

  serve(app, endpoints.update, async ({ id, body }, context) => ok(await updateStock(context, id, body)))

  serve(app, endpoints.movements, ({ id, query }, { db }) => listMovements(db, id, query))

  serve(app, lowStock.list, ({ query }, { db }) => listLowStock(db, query))
}
