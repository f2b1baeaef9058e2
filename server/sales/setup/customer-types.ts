import type { FastifyInstance } from 'fastify'

import { customerTypeFields, customerTypes } from '../../../contract/sales/customer-types.ts'
import { customerType } from '../../db/schema/sales.ts'
import { serveCrud } from '../../resource/crud.ts'

export const customerTypeRoutes = (app: FastifyInstance) =>
  serveCrud(app, customerTypes, {
    fields: customerTypeFields,
    table: customerType,
    entity: 'customerType',
    searched: [customerType.TypeName, customerType.description],
  })
