import type { FastifyInstance } from 'fastify'

import { adjustmentReasonFields, adjustmentReasons } from '../../../contract/stock/adjustment-reasons.ts'
import { adjustmentReason } from '../../db/schema/stock.ts'
import { serveCrud } from '../../resource/crud.ts'

export const adjustmentReasonRoutes = (app: FastifyInstance) =>
  serveCrud(app, adjustmentReasons, {
    fields: adjustmentReasonFields,
    table: adjustmentReason,
    entity: 'adjustmentReason',
    searched: [adjustmentReason.reasonName, adjustmentReason.description],
  })
