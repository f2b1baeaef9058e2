import type { FastifyInstance } from 'fastify'

import { customerTypes } from '../../../contract/sales/customer-types.ts'
import { customerType } from '../../db/schema/sales.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { listPage, searching } from '../../resource/list.ts'
import { created, createdBy, findRecord, ok, updated, updateUnchanged } from '../../resource/records.ts'

export function customerTypeRoutes(app: FastifyInstance) {
  serve(app, customerTypes.list, ({ query }, { db }) => {
    const select = db
      .select()
      .from(customerType)
      .where(searching(query.search, [customerType.TypeName, customerType.description]))
    return listPage(db, query, select.$dynamic(), {
      customerTypeID: customerType.customerTypeID,
      TypeName: customerType.TypeName,
      description: customerType.description,
      createdAt: customerType.createdAt,
      updatedAt: customerType.updatedAt,
    })
  })

  serveRecord(app, customerTypes.get, async (db, id) =>
    ok(await findRecord(db, 'Customer type', customerType, customerType.customerTypeID, id)),
  )

  serve(app, customerTypes.create, async ({ body }, context) => {
    const [row] = await context.db
      .insert(customerType)
      .values({ ...body, ...createdBy(context) })
      .returning()
    return created(context, 'customerType', row!.customerTypeID, row!)
  })

  serve(app, customerTypes.update, async ({ id, body }, context) =>
    updated(
      context,
      'customerType',
      id,
      await updateUnchanged(context, 'Customer type', customerType, customerType.customerTypeID, id, body),
    ),
  )
}
