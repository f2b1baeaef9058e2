import type { FastifyInstance } from 'fastify'

import { repricings } from '../../../contract/pricing/repricing.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { applyRepricing } from './apply.operations.ts'
import { streamPrices } from './prices-file.ts'
import { listReckoned, sumUpReckoned } from './reckoning.queries.ts'
import { findRepricing, listRepricedItems, listRepricings } from './repricing.queries.ts'
import { undoRepricing } from './undo.operations.ts'

export function repricingRoutes(app: FastifyInstance) {
  serve(app, repricings.preview, ({ query }, context) =>
    query.format === 'json' ? listReckoned(context.db, query, context.now) : streamPrices(app.db, context, query),
  )

  serve(app, repricings.summary, async ({ query }, { db, now }) => ok(await sumUpReckoned(db, query, now)))

  serve(app, repricings.list, ({ query }, { db }) => listRepricings(db, query))

  serve(app, repricings.items, ({ id, query }, { db }) => listRepricedItems(db, id, query))

  serve(app, repricings.apply, async ({ body }, context) =>
    ok(await findRepricing(context.db, await applyRepricing(context, body))),
  )

  serve(app, repricings.undo, async ({ id, body }, context) => {
    await undoRepricing(context, id, body.reason ?? null)
    return ok(await findRepricing(context.db, id))
  })
}
