import type { FastifyInstance } from 'fastify'

import { customerData } from '../../../contract/sales/customer-data.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { anonymiseBuyer, anonymiseCustomer } from './customer-data.operations.ts'
import { findCustomerData } from './customer-data.queries.ts'

/** Registers the endpoints that export and anonymise a customer's personal data. */
export function customerDataRoutes(app: FastifyInstance) {
  serve(app, customerData.export, async ({ id }, { db, now }) =>
    ok({ exportedAt: now, ...(await findCustomerData(db, id)) }),
  )

  serve(app, customerData.anonymise, async ({ id, body }, context) => ok(await anonymiseCustomer(context, id, body)))

  serve(app, customerData.anonymiseBuyer, async ({ id, body }, context) => ok(await anonymiseBuyer(context, id, body)))
}
