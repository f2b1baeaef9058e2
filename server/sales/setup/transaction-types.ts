import type { FastifyInstance } from 'fastify'

import { transactionTypeFields, transactionTypes } from '../../../contract/sales/transaction-types.ts'
import { transactionType } from '../../db/schema/sales.ts'
import { serveCrud } from '../../resource/crud.ts'

export const transactionTypeRoutes = (app: FastifyInstance) =>
  serveCrud(app, transactionTypes, {
    fields: transactionTypeFields,
    table: transactionType,
    entity: 'transactionType',
    searched: [transactionType.transactionName, transactionType.description],
  })
