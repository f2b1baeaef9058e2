import { ID, Moment, Quantity, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { linesAtMost } from './sale-limits.ts'

/** Where returned goods go: back to the sellable stock, to repair, or to scrap. */
export const dispositions = ['restock', 'repair', 'scrap'] as const

/** A refund of a completed sale. Without `items` it covers everything that has not been returned yet. */
export const SaleRefundInput = z.object({
  /** The payment type by which the money is handed back. */
  paymentTypeID: ID,
  reason: required(500),
  items: z
    .array(
      z.object({
        salesItemID: ID,
        qty: Quantity.gt(0),
        disposition: z.enum(dispositions).default('restock'),
      }),
    )
    .min(1, 'Add at least one item')
    .max(linesAtMost)
    .optional(),
})
export type SaleRefundInput = z.input<typeof SaleRefundInput>

/** A refund of a sale, with the lines that came back. */
export const SaleRefund = z
  .object({
    refundID: ID,
    paymentTypeID: ID,
    paymentName: z.string(),
    reason: z.string(),
    amount: z.number(),
    createdByID: ID.nullable(),
    createdAt: Moment,
    items: z.array(
      z.object({ salesItemID: ID, qty: z.number(), amount: z.number(), disposition: z.enum(dispositions) }),
    ),
  })
  .meta({ id: 'SaleRefund' })
