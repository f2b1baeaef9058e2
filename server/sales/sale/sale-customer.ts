import type { SaleInput } from '../../../contract/sales/sales.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { findOrCreateBuyer, lockBuyer } from '../buyers/buyers.operations.ts'
import { createCustomer } from '../customers/customers.operations.ts'

// The customer and the buyer of a sale. A sale of a buyer has the customer that the buyer is joined to.

type Input = Pick<z.output<typeof SaleInput>, 'customerID' | 'customer' | 'buyerID' | 'buyer'>

/** The customer and the buyer of a stored sale. */
export type Party = { customerID: number | null; buyerID: number | null }

export const nobody: Party = { customerID: null, buyerID: null }

/**
 * Returns the party of an input that names a buyer: the stored one if the buyer stays. Returns undefined for an input
 * without a buyer. The lock keeps the buyer's customer until the sale is stored. An exchange may name an inactive buyer.
 */
export async function resolveBuyer(
  context: Context,
  stored: Party | null,
  input: Input,
  isExchange = false,
): Promise<Party | undefined> {
  const { customerID, customer, buyerID, buyer } = input
  if (!buyerID && !buyer) return undefined
  if (customerID || customer)
    throw new AppError('sale.customer_twice', 'Choose a customer or a buyer, not both', { field: 'buyerID' })
  if (buyerID && buyer)
    throw new AppError('sale.customer_twice', 'Choose a buyer or enter a new one, not both', { field: 'buyerID' })
  if (stored && buyerID === stored.buyerID) return stored
  const found = buyer ? await findOrCreateBuyer(context, buyer) : await lockBuyer(context, buyerID!, !isExchange)
  if (stored && found.buyerID === stored.buyerID) return stored
  return { customerID: found.customerID, buyerID: found.buyerID }
}

/**
 * Returns the party of an input without a buyer, and creates a new customer first. Returns undefined when the party
 * stays. A sale keeps its buyer while its customer stays, unless the input says that there is no buyer.
 */
export async function resolveCustomer(
  context: Context,
  stored: Party | null,
  { customerID, customer, buyerID }: Input,
): Promise<Party | undefined> {
  if (customer) {
    if (customerID)
      throw new AppError('sale.customer_twice', 'Choose a customer or enter a new one, not both', {
        field: 'customerID',
      })
    return { customerID: await createCustomer(context, customer), buyerID: null }
  }
  const hadBuyer = stored !== null && stored.buyerID !== null
  if (customerID === undefined) return hadBuyer && buyerID === null ? nobody : undefined
  if (hadBuyer && customerID === stored.customerID && buyerID === undefined) return undefined
  return { customerID, buyerID: null }
}
