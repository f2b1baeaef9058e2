import type { FastifyInstance } from 'fastify'

import { tradeIns as endpoints } from '../../../contract/sales/trade-ins.ts'
import type { Pictures } from '../../files/pictures.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { acceptTradeIn, giveTradeInBack } from './acceptance.operations.ts'
import { settleTradeIn } from './settlement.operations.ts'
import { drawTradeIn } from './trade-in-pdf.ts'
import { createTradeIn, declineTradeIn, offerTradeIn, updateTradeIn } from './trade-ins.operations.ts'
import { findTradeIn, listTradeIns } from './trade-ins.queries.ts'

export function tradeInRoutes(app: FastifyInstance, pictures: Pictures) {
  serve(app, endpoints.list, ({ query }, { db }) => listTradeIns(db, query))

  serveRecord(app, endpoints.get, async (db, id) => ok(await findTradeIn(db, id)))

  serve(app, endpoints.pdf, async ({ id }, { db }) => drawTradeIn(db, pictures, id))

  serve(app, endpoints.create, async ({ body }, context) => ok(await createTradeIn(context, body)))

  serve(app, endpoints.update, async ({ id, body }, context) => ok(await updateTradeIn(context, id, body)))

  serve(app, endpoints.offer, async ({ id, body }, context) => ok(await offerTradeIn(context, id, body)))

  serve(app, endpoints.accept, async ({ id, body }, context) => ok(await acceptTradeIn(context, id, body)))

  serve(app, endpoints.settle, async ({ id, body }, context) => ok(await settleTradeIn(context, id, body)))

  serve(app, endpoints.decline, async ({ id, body }, context) => ok(await declineTradeIn(context, id, body)))

  serve(app, endpoints.giveBack, async ({ id, body }, context) => ok(await giveTradeInBack(context, id, body)))
}
