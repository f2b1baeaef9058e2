import type { FastifyInstance } from 'fastify'

import { goldRates } from '../../../contract/pricing/gold-rates.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { enterRates } from './rates.operations.ts'
import { listRates, readCurrentRates, readRateHistory } from './rates.queries.ts'

export function rateRoutes(app: FastifyInstance) {
  serve(app, goldRates.list, ({ query }, { db }) => listRates(db, query))

  serve(app, goldRates.current, async (_, { db, now }) => ok(await readCurrentRates(db, now)))

  serve(app, goldRates.history, async ({ query }, { db, now }) => ok(await readRateHistory(db, query, now)))

  serve(app, goldRates.create, async ({ body }, context) => {
    await enterRates(context, body)
    return ok(await readCurrentRates(context.db, context.now))
  })
}
