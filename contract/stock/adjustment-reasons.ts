import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The rows that the program itself means: it knows them by these codes, whatever their names. */
export const adjustmentReasonCodes = ['stock_count'] as const

export const AdjustmentReasonInput = z.object({ reasonName: required(120), description: required(500) })

export const AdjustmentReason = z
  .object({
    adjustmentReasonID: ID,
    reasonName: z.string(),
    /** Which of the rows that the program itself means this is; null for the shop's own rows. */
    code: z.enum(adjustmentReasonCodes).nullable(),
    description: z.string(),
    ...Stamps,
  })
  .meta({ id: 'AdjustmentReason' })
export type AdjustmentReasonRow = z.input<typeof AdjustmentReason>

export const adjustmentReasons = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/adjustment-reason',
    summary: 'Why stock is adjusted',
    access: 'stock.read',
    query: listQuery(['adjustmentReasonID', 'reasonName', 'description'], {}),
    returns: pageOf(AdjustmentReason),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/adjustment-reason/:id',
    summary: 'One reason for an adjustment',
    access: 'stock.read',
    returns: answer(AdjustmentReason),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/adjustment-reason',
    summary: 'Creates a reason for adjustments',
    access: 'stock.write',
    body: AdjustmentReasonInput,
    returns: answer(AdjustmentReason),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/adjustment-reason/:id',
    summary: 'Changes a reason for adjustments',
    access: 'stock.write',
    body: AdjustmentReasonInput.extend(LastRead),
    returns: answer(AdjustmentReason),
  }),
}
