import type { FastifyInstance } from 'fastify'

import { receivingItems } from '../../../contract/purchasing/receiving-items.ts'
import { receivings } from '../../../contract/purchasing/receivings.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { addReceivingItem, updateReceivingItem } from './receiving-items.operations.ts'
import { findReceivingItem, listReceivingItems } from './receiving-items.queries.ts'
import { cancelReceiving, completeReceiving, createReceiving, updateReceiving } from './receivings.operations.ts'
import { draftReceiving, findReceiving, listReceivings, listWaitingOrders } from './receivings.queries.ts'

export function receivingRoutes(app: FastifyInstance) {
  serve(app, receivings.list, ({ query }, { db }) => listReceivings(db, query))

  serve(app, receivings.orders, ({ query }, { db }) => listWaitingOrders(db, query))

  serve(app, receivings.draft, async ({ query }, { db }) => ok(await draftReceiving(db, query)))

  serveRecord(app, receivings.get, async (db, id) => ok(await findReceiving(db, id)))

  serve(app, receivings.create, async ({ body }, context) => ok(await createReceiving(context, body)))

  serve(app, receivings.update, async ({ id, body }, context) => ok(await updateReceiving(context, id, body)))

  serve(app, receivings.complete, async ({ id, body }, context) => ok(await completeReceiving(context, id, body)))

  serve(app, receivings.cancel, async ({ id }, context) => ok(await cancelReceiving(context, id)))
}

export function receivingItemRoutes(app: FastifyInstance) {
  serve(app, receivingItems.list, ({ query }, { db }) => listReceivingItems(db, query))

  serveRecord(app, receivingItems.get, async (db, id) => ok(await findReceivingItem(db, id)))

  serve(app, receivingItems.create, async ({ body }, context) => ok(await addReceivingItem(context, body)))

  serve(app, receivingItems.update, async ({ id, body }, context) => ok(await updateReceivingItem(context, id, body)))
}
