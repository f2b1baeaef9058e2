import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { linesAtMost, paymentsAtMost } from './sale-limits.ts'
import { PaymentInput } from './sale-payments.ts'
import { ReturnedLines } from './sale-refunds.ts'
import { Sale, SaleLineInput } from './sales.ts'

/** Goods of a completed sale that come back, and the goods that go out for them. */
export const SaleExchangeInput = z.object({
  reason: required(500),
  /** The quantities that come back, with where the goods go. */
  returned: ReturnedLines,
  /** The goods that go out, at the usual prices. They are of the same location. */
  items: z.array(SaleLineInput).min(1, 'Add at least one item').max(linesAtMost),
  /** The payments of the difference, when the new goods cost more. */
  payments: z.array(PaymentInput).max(paymentsAtMost).optional(),
  /** The payment type by which the rest goes back, when the new goods cost less. Without it, it is store credit. */
  backTypeID: ID.optional(),
  /** The customer of a sale that has none. */
  customerID: ID.optional(),
  /** A key that the device made for this exchange (UUIDv7). An exchange sent again with it is made only once. */
  clientKey: z.uuid().optional(),
})
export type SaleExchangeInput = z.input<typeof SaleExchangeInput>

export const exchanges = {
  exchange: endpoint({
    method: 'POST',
    path: '/api/v1/sales/:id/exchanges',
    summary: 'Exchanges goods of a completed sale for others, and returns the new sale',
    access: 'sales.write',
    tellsCash: 'sale',
    body: SaleExchangeInput,
    returns: answer(Sale),
    status: 201,
  }),
}
