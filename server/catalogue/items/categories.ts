import type { FastifyInstance } from 'fastify'

import { categoryFields, categories } from '../../../contract/catalogue/categories.ts'
import { category } from '../../db/schema/catalogue.ts'
import { serveCrud } from '../../resource/crud.ts'

export const categoryRoutes = (app: FastifyInstance) =>
  serveCrud(app, categories, {
    fields: categoryFields,
    table: category,
    entity: 'category',
    searched: [
      category.categoryCode,
      category.categoryName,
      category.tagalogName,
      category.japaneseName,
      category.description,
    ],
  })
