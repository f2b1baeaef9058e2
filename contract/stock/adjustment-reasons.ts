import { crud, defineFields, text } from '../shared/resource.ts'

export const adjustmentReasonFields = defineFields('adjustmentReasonID', {
  reasonName: text(120),
  description: text(500),
})

export const adjustmentReasons = crud('/api/v1/adjustment-reason', adjustmentReasonFields, {
  schema: 'AdjustmentReason',
  all: 'Why stock is adjusted',
  one: 'reason for adjustments',
  read: 'stock.read',
  write: 'stock.write',
})
