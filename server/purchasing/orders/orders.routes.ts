import type { FastifyInstance } from 'fastify'

import { purchaseOrderItems } from '../../../contract/purchasing/purchase-order-items.ts'
import { purchaseOrders } from '../../../contract/purchasing/purchase-orders.ts'
import type { Pictures } from '../../files/pictures.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { addOrderLine, updateOrderLine } from './order-lines.operations.ts'
import { findOrderLine, listOrderLines } from './order-lines.queries.ts'
import { orderFile } from './order-pdf.ts'
import { approveOrder, cancelOrder, closeOrder, createOrder, updateOrder } from './orders.operations.ts'
import { findLastCosts, findOrder, listOrders } from './orders.queries.ts'

export function orderRoutes(app: FastifyInstance, pictures: Pictures) {
  serve(app, purchaseOrders.list, ({ query }, { db }) => listOrders(db, query))

  serve(app, purchaseOrders.lastCosts, async ({ query }, { db }) => ok(await findLastCosts(db, query.itemIDs)))

  serveRecord(app, purchaseOrders.get, async (db, id) => ok(await findOrder(db, id)))

  serve(app, purchaseOrders.pdf, ({ id }, context) => orderFile(context, pictures, id))

  serve(app, purchaseOrders.create, async ({ body }, context) => ok(await createOrder(context, body)))

  serve(app, purchaseOrders.update, async ({ id, body }, context) => ok(await updateOrder(context, id, body)))

  serve(app, purchaseOrders.approve, async ({ id, body }, context) =>
    ok(await approveOrder(context, id, body?.updatedAt)),
  )

  serve(app, purchaseOrders.cancel, async ({ id, body }, context) =>
    ok(await cancelOrder(context, id, body?.updatedAt)),
  )

  serve(app, purchaseOrders.close, async ({ id, body }, context) => ok(await closeOrder(context, id, body)))
}

export function orderLineRoutes(app: FastifyInstance) {
  serve(app, purchaseOrderItems.list, ({ query }, { db }) => listOrderLines(db, query))

  serveRecord(app, purchaseOrderItems.get, async (db, id) => ok(await findOrderLine(db, id)))

  serve(app, purchaseOrderItems.create, async ({ body }, context) => ok(await addOrderLine(context, body)))

  serve(app, purchaseOrderItems.update, async ({ id, body }, context) => ok(await updateOrderLine(context, id, body)))
}
