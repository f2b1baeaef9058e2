import { ID, Moment, Money, optional, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { paymentCodes } from './payment-types.ts'

export const PaymentInput = z.object({
  paymentTypeID: ID,
  /** The amount handed over, in pesos. Cash may exceed the balance; the excess is change. */
  amount: Money.gt(0),
  reference: optional(120),
  /** The accepted trade-in that pays, for the payment type of trade-ins. */
  tradeInID: ID.optional(),
})

/** The right values of a wrong payment. An omitted value stays, but without `amount` a type without change pays the net. */
export const PaymentCorrection = z.object({
  paymentTypeID: ID.optional(),
  amount: Money.gt(0).optional(),
  reference: optional(120).optional(),
  reason: required(500),
})
export type PaymentCorrection = z.input<typeof PaymentCorrection>

/** Why a payment that never came is taken back. */
export const PaymentReversal = z.object({ reason: required(500) })
export type PaymentReversal = z.input<typeof PaymentReversal>

/** The decision on the deposit of a canceled sale. It and the reason are required only when something was paid. */
export const SaleCancellation = z
  .object({
    deposit: z.enum(['refund', 'forfeit']).optional(),
    /** The payment type by which a refunded deposit is handed back. Without it, the money goes back as it came. */
    paymentTypeID: ID.optional(),
    /** Why the sale is canceled. */
    reason: optional(500).optional(),
  })
  .nullish()

/** A payment of a sale, or a deposit handed back, which is below zero. */
export const SalePayment = z.object({
  paymentID: ID,
  paymentTypeID: ID,
  paymentName: z.string(),
  /** The code of a payment type on which the program depends. */
  paymentCode: z.enum(paymentCodes).nullable(),
  amount: z.number(),
  /** The change given for it. */
  change: z.number(),
  reference: z.string().nullable(),
  /** The trade-in that paid, or that the value went back to; null for any other payment. */
  tradeInID: ID.nullable(),
  paidAt: Moment,
  /** Set for a wrong payment that a correction took back. It no longer counts. */
  correction: z.object({ at: Moment, byName: z.string().nullable(), reason: z.string() }).nullable(),
})
