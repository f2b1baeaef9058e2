import type { CustomerInput } from '../../../contract/sales/customers.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { customer } from '../../db/schema/sales.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { stampCreated, record, updateUnchanged } from '../../resource/records.ts'
import { findCustomer } from './customers.queries.ts'

type Input = z.output<typeof CustomerInput>

/** Creates a customer, with its audit row. Returns its key. */
export async function createCustomer(context: Context, input: Input): Promise<number> {
  assertAccess(context.actor, 'sales.write')
  const [row] = await context.db
    .insert(customer)
    .values({ ...input, ...stampCreated(context) })
    .returning()
  const { customerID } = row!
  await record(context, { action: 'create', entity: 'customer', entityID: customerID, before: null, after: row! })
  return customerID
}

/** Updates a customer, with its audit row. Throws 409 when it has changed since `updatedAt`. */
export async function updateCustomer(context: Context, id: number, input: Input & { updatedAt?: Date | undefined }) {
  assertAccess(context.actor, 'sales.write')
  const { before, after } = await updateUnchanged(context, 'Customer', customer, customer.customerID, id, input)
  await record(context, { action: 'update', entity: 'customer', entityID: id, before, after })
  return findCustomer(context.db, id)
}
