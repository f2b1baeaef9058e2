import type { FastifyInstance } from 'fastify'

import { sales } from '../../../contract/sales/sales.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { correctPayment } from './corrections.operations.ts'
import { takePaymentBack } from './reversal.operations.ts'

export function correctionRoutes(app: FastifyInstance) {
  serve(app, sales.correctPayment, async ({ id, paymentID, body }, context) =>
    ok(await correctPayment(context, id, paymentID, body)),
  )

  serve(app, sales.takePaymentBack, async ({ id, paymentID, body }, context) =>
    ok(await takePaymentBack(context, id, paymentID, body)),
  )
}
