import type { FastifyInstance } from 'fastify'

import { adjustmentReasons } from '../../../contract/stock/adjustment-reasons.ts'
import { adjustmentReason } from '../../db/schema/stock.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { listPage, searching } from '../../resource/list.ts'
import { created, createdBy, findRecord, ok, updated, updateUnchanged } from '../../resource/records.ts'

export function adjustmentReasonRoutes(app: FastifyInstance) {
  serve(app, adjustmentReasons.list, ({ query }, { db }) => {
    const select = db
      .select()
      .from(adjustmentReason)
      .where(searching(query.search, [adjustmentReason.reasonName, adjustmentReason.description]))
    return listPage(db, query, select.$dynamic(), {
      adjustmentReasonID: adjustmentReason.adjustmentReasonID,
      reasonName: adjustmentReason.reasonName,
      description: adjustmentReason.description,
    })
  })

  serveRecord(app, adjustmentReasons.get, async (db, id) =>
    ok(await findRecord(db, 'Adjustment reason', adjustmentReason, adjustmentReason.adjustmentReasonID, id)),
  )

  serve(app, adjustmentReasons.create, async ({ body }, context) => {
    const [row] = await context.db
      .insert(adjustmentReason)
      .values({ ...body, ...createdBy(context) })
      .returning()
    return created(context, 'adjustmentReason', row!.adjustmentReasonID, row!)
  })

  serve(app, adjustmentReasons.update, async ({ id, body }, context) =>
    updated(
      context,
      'adjustmentReason',
      id,
      await updateUnchanged(
        context,
        'Adjustment reason',
        adjustmentReason,
        adjustmentReason.adjustmentReasonID,
        id,
        body,
      ),
    ),
  )
}
