import type { FastifyInstance } from 'fastify'

import { sales } from '../../../contract/sales/sales.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { correctPayment } from './payments.operations.ts'

export function paymentRoutes(app: FastifyInstance) {
  serve(app, sales.correctPayment, async ({ id, paymentID, body }, context) =>
    ok(await correctPayment(context, id, paymentID, body)),
  )
}
