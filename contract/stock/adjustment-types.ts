import { crud, defineFields, text, readOnly, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/** The codes of rows that the program itself uses. Their names may change; the codes never do. */
export const adjustmentTypeCodes = ['manual'] as const

export const adjustmentTypeFields = defineFields('adjustmentTypeID', {
  typeName: text(120),
  /** The code of a row that the program itself uses; null for the shop's own rows. */
  code: unsorted(readOnly(z.enum(adjustmentTypeCodes).nullable())),
  description: text(500),
})

export const adjustmentTypes = crud('/api/v1/adjustment-type', adjustmentTypeFields, {
  schema: 'AdjustmentType',
  all: 'Adjustment types',
  one: 'kind of adjustment',
  read: 'stock.read',
  write: 'stock.write',
})
