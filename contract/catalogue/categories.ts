import { answer, BooleanFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, optional, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

export const CategoryInput = z.object({
  categoryCode: required(40),
  categoryName: required(120),
  description: optional(500),
  status: z.boolean().optional(),
})

export const Category = z
  .object({
    categoryID: ID,
    categoryCode: z.string(),
    categoryName: z.string(),
    description: z.string().nullable(),
    status: z.boolean(),
    ...Stamps,
  })
  .meta({ id: 'Category' })
export type CategoryRow = z.input<typeof Category>

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/categories',
    summary: 'Categories of items',
    access: 'catalogue.read',
    query: listQuery(['categoryID', 'categoryCode', 'categoryName', 'description', 'status'], {
      status: BooleanFilter,
    }),
    returns: pageOf(Category),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/categories/:id',
    summary: 'One category',
    access: 'catalogue.read',
    returns: answer(Category),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/categories',
    summary: 'Creates a category',
    access: 'catalogue.write',
    body: CategoryInput,
    returns: answer(Category),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/categories/:id',
    summary: 'Changes a category',
    access: 'catalogue.write',
    body: CategoryInput.extend(LastRead),
    returns: answer(Category),
  }),
}
