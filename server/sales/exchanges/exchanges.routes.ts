import type { FastifyInstance } from 'fastify'

import { exchanges } from '../../../contract/sales/exchanges.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { exchangeSale } from './exchanges.operations.ts'

export function exchangeRoutes(app: FastifyInstance) {
  serve(app, exchanges.exchange, async ({ id, body }, context) => ok(await exchangeSale(context, id, body)))
}
