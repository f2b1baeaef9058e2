import { crud, defineFields, text, readOnly, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/**
 * The stable codes of the records on which the program depends. Users may rename these records; their codes never
 * change.
 */
export const adjustmentTypeCodes = ['manual'] as const

export const adjustmentTypeFields = defineFields('adjustmentTypeID', {
  typeName: text(120),
  /** The stable code of a record on which the program depends; null for records that the shop added. */
  code: unsorted(readOnly(z.enum(adjustmentTypeCodes).nullable())),
  description: text(500),
})

export const adjustmentTypes = crud('/api/v1/adjustment-type', adjustmentTypeFields, {
  schema: 'AdjustmentType',
  all: 'Adjustment types',
  one: 'kind of adjustment',
  about: ['adjustmentType'],
  read: 'stock.read',
  write: 'stock.write',
})
