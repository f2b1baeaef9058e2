import type { FastifyInstance } from 'fastify'

import { transactionTypes } from '../../../contract/sales/transaction-types.ts'
import { transactionType } from '../../db/schema/sales.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { listPage, searching } from '../../resource/list.ts'
import { created, createdBy, findRecord, ok, updated, updateUnchanged } from '../../resource/records.ts'

export function transactionTypeRoutes(app: FastifyInstance) {
  serve(app, transactionTypes.list, ({ query }, { db }) => {
    const select = db
      .select()
      .from(transactionType)
      .where(searching(query.search, [transactionType.transactionName, transactionType.description]))
    return listPage(db, query, select.$dynamic(), {
      transactionTypeID: transactionType.transactionTypeID,
      transactionName: transactionType.transactionName,
      description: transactionType.description,
      createdAt: transactionType.createdAt,
      updatedAt: transactionType.updatedAt,
    })
  })

  serveRecord(app, transactionTypes.get, async (db, id) =>
    ok(await findRecord(db, 'Transaction type', transactionType, transactionType.transactionTypeID, id)),
  )

  serve(app, transactionTypes.create, async ({ body }, context) => {
    const [row] = await context.db
      .insert(transactionType)
      .values({ ...body, ...createdBy(context) })
      .returning()
    return created(context, 'transactionType', row!.transactionTypeID, row!)
  })

  serve(app, transactionTypes.update, async ({ id, body }, context) =>
    updated(
      context,
      'transactionType',
      id,
      await updateUnchanged(context, 'Transaction type', transactionType, transactionType.transactionTypeID, id, body),
    ),
  )
}
