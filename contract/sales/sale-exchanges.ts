import { ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** An exchange, as both of its sales show it. */
export const SaleExchange = z
  .object({
    exchangeID: ID,
    /** The refund of the returned goods. */
    refundID: ID,
    returnedSaleID: ID,
    returnedNumber: z.string(),
    newSaleID: ID,
    newNumber: z.string(),
    /** The part of the returned value that paid for the new sale, in pesos. */
    amount: z.number(),
  })
  .meta({ id: 'SaleExchange' })
