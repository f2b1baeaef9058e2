import type { FastifyInstance } from 'fastify'

import { taxes } from '../../../contract/tax/taxes.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { addTaxRate, endTaxRate, removeTaxRate, updateTax } from './tax.operations.ts'
import { readTax } from './tax.queries.ts'

export function taxRoutes(app: FastifyInstance) {
  serve(app, taxes.get, async (_, { db }) => ok(await readTax(db)))

  serve(app, taxes.update, async ({ body }, context) => {
    await updateTax(context, body)
    return ok(await readTax(context.db))
  })

  serve(app, taxes.addRate, async ({ body }, context) => {
    await addTaxRate(context, body)
    return ok(await readTax(context.db))
  })

  serve(app, taxes.endRate, async ({ id, body }, context) => {
    await endTaxRate(context, id, body)
    return ok(await readTax(context.db))
  })

  serve(app, taxes.removeRate, async ({ id }, context) => {
    await removeTaxRate(context, id)
    return ok(await readTax(context.db))
  })
}
