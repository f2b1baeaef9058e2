import { type customerData, isSameName } from '../../../contract/sales/customer-data.ts'
import { fullName } from '../../../contract/sales/customers.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { buyer, customer } from '../../db/schema/sales.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { lockUnchanged, record } from '../../resource/records.ts'
import { findBuyer } from '../buyers/buyers.queries.ts'
import { isAnonymised, isAnonymousBuyer } from '../customers/anonymous.rules.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { anonymise, anonymiseLoneBuyer } from './anonymise.ts'

type BuyerConfirmation = Received<typeof customerData.anonymiseBuyer>['body']
type Confirmation = Received<typeof customerData.anonymise>['body']

/** Anonymises a customer. Throws 422 unless the confirmation has the customer's name. */
export async function anonymiseCustomer(context: Context, id: number, confirmation: Confirmation) {
  assertAccess(context.actor, 'customers.data')
  const before = await lockUnchanged(context, 'Customer', customer, customer.customerID, id, undefined)
  if (isAnonymised(before)) throw new AppError('customer.anonymised', 'This customer is anonymised already')
  const name = fullName(before)
  if (!isSameName(confirmation.customerName, name))
    throw new AppError('confirmation.mismatch', `This is not the customer’s name: type ${name}`, {
      field: 'customerName',
    })
  const after = await anonymise(context, before)
  // The audit row records the user and the time, but not the previous values.
  await record(context, { action: 'anonymise', entity: 'customer', entityID: id, before: null, after })
  return findCustomer(context.db, id)
}

/** Anonymises a buyer without a customer. Throws 422 unless the confirmation has the handle, 409 for a joined one. */
export async function anonymiseBuyer(context: Context, id: number, { handle }: BuyerConfirmation) {
  assertAccess(context.actor, 'customers.data')
  const before = await lockUnchanged(context, 'Buyer', buyer, buyer.buyerID, id, undefined)
  if (isAnonymousBuyer(before)) throw new AppError('buyer.anonymised', 'This buyer is anonymised already')
  if (before.customerID !== null)
    throw new AppError('buyer.joined', 'This buyer is joined to a customer: anonymise the customer')
  if (!isSameName(handle, before.handle))
    throw new AppError('confirmation.mismatch', `This is not the buyer’s handle: type ${before.handle}`, {
      field: 'handle',
    })
  const after = await anonymiseLoneBuyer(context, before)
  await record(context, { action: 'anonymise', entity: 'buyer', entityID: id, before: null, after })
  return findBuyer(context.db, id)
}
