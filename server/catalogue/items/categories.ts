import { and } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { categories } from '../../../contract/catalogue/categories.ts'
import { category } from '../../db/schema/catalogue.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import { created, createdBy, findRecord, ok, updated, updateUnchanged } from '../../resource/records.ts'

export function categoryRoutes(app: FastifyInstance) {
  serve(app, categories.list, ({ query }, { db }) => {
    const select = db
      .select()
      .from(category)
      .where(
        and(
          searching(query.search, [category.categoryCode, category.categoryName, category.description]),
          equal(category.status, query.status),
        ),
      )
    return listPage(db, query, select.$dynamic(), {
      categoryID: category.categoryID,
      categoryCode: category.categoryCode,
      categoryName: category.categoryName,
      description: category.description,
      status: category.status,
    })
  })

  serveRecord(app, categories.get, async (db, id) =>
    ok(await findRecord(db, 'Category', category, category.categoryID, id)),
  )

  serve(app, categories.create, async ({ body }, context) => {
    const [row] = await context.db
      .insert(category)
      .values({ ...body, ...createdBy(context) })
      .returning()
    return created(context, 'category', row!.categoryID, row!)
  })

  serve(app, categories.update, async ({ id, body }, context) =>
    updated(
      context,
      'category',
      id,
      await updateUnchanged(context, 'Category', category, category.categoryID, id, body),
    ),
  )
}
