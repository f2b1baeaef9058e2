import { active, crud, defineFields, optionalText, text } from '../shared/resource.ts'
import type { z } from '../shared/zod.ts'

export const categoryFields = defineFields('categoryID', {
  categoryCode: text(40),
  categoryName: text(120),
  /** The names that the public site shows in its other languages. Without one it shows `categoryName`. */
  tagalogName: optionalText(120),
  japaneseName: optionalText(120),
  description: optionalText(500),
  status: active,
})
export type CategoryRow = z.input<typeof categoryFields.row>

export const categories = crud('/api/v1/categories', categoryFields, {
  schema: 'Category',
  all: 'Item categories',
  one: 'category',
  about: ['category'],
  read: 'catalogue.read',
  write: 'catalogue.write',
})
