import type { FastifyInstance } from 'fastify'

import { sales } from '../../../contract/sales/sales.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { refundSale } from './refunds.operations.ts'

export function refundRoutes(app: FastifyInstance) {
  serve(app, sales.refund, async ({ id, body }, context) => ok(await refundSale(context, id, body)))
}
