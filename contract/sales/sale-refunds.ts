import { ID, Moment, Quantity, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { paymentCodes } from './payment-types.ts'
import { linesAtMost } from './sale-limits.ts'

/** Where returned goods go: back to the sellable stock, to repair, or to scrap. */
export const dispositions = ['restock', 'repair', 'scrap'] as const

/** The quantities of a sale's lines that come back, with where the goods go. */
export const ReturnedLines = z
  .array(
    z.object({
      salesItemID: ID,
      qty: Quantity.gt(0),
      disposition: z.enum(dispositions).default('restock'),
    }),
  )
  .min(1, 'Add at least one item')
  .max(linesAtMost)

/** A refund of a completed sale. Without `items` it covers everything that has not been returned yet. */
export const SaleRefundInput = z.object({
  /** The payment type by which the money is handed back. Without it, the money goes back as it came. */
  paymentTypeID: ID.optional(),
  /** The customer of a sale that has none, to whom store credit is given. */
  customerID: ID.optional(),
  reason: required(500),
  items: ReturnedLines.optional(),
})
export type SaleRefundInput = z.input<typeof SaleRefundInput>

/** A refund of a sale, with the lines that came back. */
export const SaleRefund = z
  .object({
    refundID: ID,
    paymentTypeID: ID,
    /** The payment types by which the money was handed back, in one text. */
    paymentName: z.string(),
    /** The amount by each payment type. */
    parts: z.array(
      z.object({ paymentName: z.string(), paymentCode: z.enum(paymentCodes).nullable(), amount: z.number() }),
    ),
    reason: z.string(),
    amount: z.number(),
    createdByID: ID.nullable(),
    createdAt: Moment,
    items: z.array(
      z.object({ salesItemID: ID, qty: z.number(), amount: z.number(), disposition: z.enum(dispositions) }),
    ),
  })
  .meta({ id: 'SaleRefund' })
