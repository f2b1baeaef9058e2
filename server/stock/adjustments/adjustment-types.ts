import type { FastifyInstance } from 'fastify'

import { adjustmentTypes } from '../../../contract/stock/adjustment-types.ts'
import { adjustmentType } from '../../db/schema/stock.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { listPage, searching } from '../../resource/list.ts'
import { created, createdBy, findRecord, ok, updated, updateUnchanged } from '../../resource/records.ts'

export function adjustmentTypeRoutes(app: FastifyInstance) {
  serve(app, adjustmentTypes.list, ({ query }, { db }) => {
    const select = db
      .select()
      .from(adjustmentType)
      .where(searching(query.search, [adjustmentType.typeName, adjustmentType.description]))
    return listPage(db, query, select.$dynamic(), {
      adjustmentTypeID: adjustmentType.adjustmentTypeID,
      typeName: adjustmentType.typeName,
      description: adjustmentType.description,
    })
  })

  serveRecord(app, adjustmentTypes.get, async (db, id) =>
    ok(await findRecord(db, 'Adjustment type', adjustmentType, adjustmentType.adjustmentTypeID, id)),
  )

  serve(app, adjustmentTypes.create, async ({ body }, context) => {
    const [row] = await context.db
      .insert(adjustmentType)
      .values({ ...body, ...createdBy(context) })
      .returning()
    return created(context, 'adjustmentType', row!.adjustmentTypeID, row!)
  })

  serve(app, adjustmentTypes.update, async ({ id, body }, context) =>
    updated(
      context,
      'adjustmentType',
      id,
      await updateUnchanged(context, 'Adjustment type', adjustmentType, adjustmentType.adjustmentTypeID, id, body),
    ),
  )
}
