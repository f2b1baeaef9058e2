import type { FastifyInstance } from 'fastify'

import { customers } from '../../../contract/sales/customers.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { createCustomer, updateCustomer } from './customers.operations.ts'
import { findCustomer, listCustomers, summarizeCustomer } from './customers.queries.ts'

export function customerRoutes(app: FastifyInstance) {
  serve(app, customers.list, async ({ query }, { db }) => listCustomers(db, query))

  serveRecord(app, customers.get, async (db, id) => ok(await findCustomer(db, id)))

  serve(app, customers.summary, async ({ id }, { db }) => ok(await summarizeCustomer(db, id)))

  serve(app, customers.create, async ({ body }, context) => {
    const customerID = await createCustomer(context, body)
    return ok(await findCustomer(context.db, customerID))
  })

  serve(app, customers.update, async ({ id, body }, context) => ok(await updateCustomer(context, id, body)))
}
