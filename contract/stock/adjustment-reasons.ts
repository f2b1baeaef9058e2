import { crud, defineFields, text, answered, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/** The rows that the program itself means: it knows them by these codes, whatever their names. */
export const adjustmentReasonCodes = ['stock_count'] as const

export const adjustmentReasonFields = defineFields('adjustmentReasonID', {
  reasonName: text(120),
  /** Which of the rows that the program itself means this is; null for the shop's own rows. */
  code: unsorted(answered(z.enum(adjustmentReasonCodes).nullable())),
  description: text(500),
})

export const adjustmentReasons = crud('/api/v1/adjustment-reason', adjustmentReasonFields, {
  schema: 'AdjustmentReason',
  all: 'Why stock is adjusted',
  one: 'reason for adjustments',
  read: 'stock.read',
  write: 'stock.write',
})
