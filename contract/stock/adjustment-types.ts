import { crud, defineFields, text } from '../shared/resource.ts'
import type { z } from '../shared/zod.ts'

export const adjustmentTypeFields = defineFields('adjustmentTypeID', {
  typeName: text(120),
  description: text(500),
})
export type AdjustmentTypeRow = z.input<typeof adjustmentTypeFields.row>

export const adjustmentTypes = crud('/api/v1/adjustment-type', adjustmentTypeFields, {
  schema: 'AdjustmentType',
  all: 'Kinds of adjustment',
  one: 'kind of adjustment',
  read: 'stock.read',
  write: 'stock.write',
})
