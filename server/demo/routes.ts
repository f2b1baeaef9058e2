import type { FastifyInstance } from 'fastify'

import { demo as endpoints } from '../../contract/demo/demo.ts'
import { serve } from '../http/serve.ts'
import { ok } from '../resource/records.ts'
import { clearDemo, type Demo } from './demo-shop.ts'

export function demoRoutes(app: FastifyInstance, demo: Demo) {
  serve(app, endpoints.get, async (_, { db }) => ok(await demo.state(db)))

  // The load continues after the response, in its own transaction.
  serve(
    app,
    endpoints.load,
    async (_, context) =>
      ok(await demo.begin(context, (error) => app.log.error({ err: error }, 'the demo shop was not loaded'))),
    { transaction: false },
  )

  serve(app, endpoints.clear, async ({ body }, context) => {
    await clearDemo(context, body.shopName)
    return ok(await demo.state(context.db), 'The demo shop is cleared')
  })
}
