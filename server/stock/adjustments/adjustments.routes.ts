import type { FastifyInstance } from 'fastify'

import { inventoryAdjustments as endpoints } from '../../../contract/stock/inventory-adjustments.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { approveAdjustment, declineAdjustment, requestAdjustment, updateAdjustment } from './adjustments.operations.ts'
import { findAdjustment, listAdjustments } from './adjustments.queries.ts'

export function adjustmentRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, ({ query }, { db }) => listAdjustments(db, query))

  serveRecord(app, endpoints.get, async (db, id) => ok(await findAdjustment(db, id)))

  serve(app, endpoints.create, async ({ body }, context) => ok(await requestAdjustment(context, body)))

  serve(app, endpoints.update, async ({ id, body }, context) => ok(await updateAdjustment(context, id, body)))

  serve(app, endpoints.approve, async ({ id: inventoryID, adjustmentID, body }, context) =>
    ok(await approveAdjustment(context, { adjustmentID, inventoryID, updatedAt: body?.updatedAt })),
  )

  serve(app, endpoints.decline, async ({ id: adjustmentID, body }, context) =>
    ok(await declineAdjustment(context, { adjustmentID, updatedAt: body?.updatedAt })),
  )
}
