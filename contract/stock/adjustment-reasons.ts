import { crud, defineFields, text, readOnly, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/** The codes of rows that the program itself uses. Their names may change; the codes never do. */
export const adjustmentReasonCodes = ['stock_count', 'opening'] as const

export const adjustmentReasonFields = defineFields('adjustmentReasonID', {
  reasonName: text(120),
  /** The stable code of a record on which the program depends; null for records that the shop added. */
  code: unsorted(readOnly(z.enum(adjustmentReasonCodes).nullable())),
  description: text(500),
})

export const adjustmentReasons = crud('/api/v1/adjustment-reason', adjustmentReasonFields, {
  schema: 'AdjustmentReason',
  all: 'Adjustment reasons',
  one: 'reason for adjustments',
  about: ['adjustmentReason'],
  read: 'stock.read',
  write: 'stock.write',
})
