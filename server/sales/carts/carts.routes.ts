import type { FastifyInstance } from 'fastify'

import { carts } from '../../../contract/sales/carts.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { replaceCart } from './carts.operations.ts'

/** Registers the endpoint by which tills tell of their unsaved sales. */
export function cartRoutes(app: FastifyInstance) {
  serve(app, carts.report, async ({ body }, context) => {
    await replaceCart(context, body)
    return ok({ lines: body.lines.length })
  })
}
