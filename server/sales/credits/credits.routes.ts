import type { FastifyInstance } from 'fastify'

import { credits } from '../../../contract/sales/credits.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { payCreditOut, payIntoCredit } from './credit-payments.operations.ts'
import { giveCredit, takeCreditBack } from './credits.operations.ts'
import { findCredit } from './credits.queries.ts'

export function creditRoutes(app: FastifyInstance) {
  serve(app, credits.get, async ({ id }, { db }) => ok(await findCredit(db, id)))

  serve(app, credits.give, async ({ id, body }, context) => ok(await giveCredit(context, id, body)))

  serve(app, credits.payIn, async ({ id, body }, context) => {
    const { credit } = await payIntoCredit(context, { ...body, customerID: id, reference: body.reference ?? null })
    return ok(credit)
  })

  serve(app, credits.payOut, async ({ id, body }, context) => {
    const { credit } = await payCreditOut(context, { ...body, customerID: id, reference: body.reference ?? null })
    return ok(credit)
  })

  serve(app, credits.takeBack, async ({ id, entryID, body }, context) =>
    ok(await takeCreditBack(context, id, entryID, body)),
  )
}
