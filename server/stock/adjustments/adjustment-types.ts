import type { FastifyInstance } from 'fastify'

import { adjustmentTypeFields, adjustmentTypes } from '../../../contract/stock/adjustment-types.ts'
import { adjustmentType } from '../../db/schema/stock.ts'
import { serveCrud } from '../../resource/crud.ts'

export const adjustmentTypeRoutes = (app: FastifyInstance) =>
  serveCrud(app, adjustmentTypes, {
    fields: adjustmentTypeFields,
    table: adjustmentType,
    entity: 'adjustmentType',
    searched: [adjustmentType.typeName, adjustmentType.description],
  })
