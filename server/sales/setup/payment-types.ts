import type { FastifyInstance } from 'fastify'

import { paymentTypes } from '../../../contract/sales/payment-types.ts'
import { paymentType } from '../../db/schema/sales.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { listPage, searching } from '../../resource/list.ts'
import { created, createdBy, findRecord, ok, updated, updateUnchanged } from '../../resource/records.ts'

export function paymentTypeRoutes(app: FastifyInstance) {
  serve(app, paymentTypes.list, ({ query }, { db }) => {
    const select = db
      .select()
      .from(paymentType)
      .where(searching(query.search, [paymentType.paymentName, paymentType.description]))
    return listPage(db, query, select.$dynamic(), {
      paymentTypeID: paymentType.paymentTypeID,
      paymentName: paymentType.paymentName,
      description: paymentType.description,
      createdAt: paymentType.createdAt,
      updatedAt: paymentType.updatedAt,
    })
  })

  serveRecord(app, paymentTypes.get, async (db, id) =>
    ok(await findRecord(db, 'Payment type', paymentType, paymentType.paymentTypeID, id)),
  )

  serve(app, paymentTypes.create, async ({ body }, context) => {
    const [row] = await context.db
      .insert(paymentType)
      .values({ ...body, ...createdBy(context) })
      .returning()
    return created(context, 'paymentType', row!.paymentTypeID, row!)
  })

  serve(app, paymentTypes.update, async ({ id, body }, context) =>
    updated(
      context,
      'paymentType',
      id,
      await updateUnchanged(context, 'Payment type', paymentType, paymentType.paymentTypeID, id, body),
    ),
  )
}
