import type { FastifyInstance } from 'fastify'

import { paymentTypeFields, paymentTypes } from '../../../contract/sales/payment-types.ts'
import { paymentType } from '../../db/schema/sales.ts'
import { serveCrud } from '../../resource/crud.ts'

export const paymentTypeRoutes = (app: FastifyInstance) =>
  serveCrud(app, paymentTypes, {
    fields: paymentTypeFields,
    table: paymentType,
    entity: 'paymentType',
    searched: [paymentType.paymentName, paymentType.description],
  })
