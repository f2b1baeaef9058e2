import { answered, crud, defineFields, optionalText, sortedByTime, text, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/** The rows that the program itself means: it knows them by these codes, whatever their names. */
export const paymentCodes = ['cash'] as const

export const paymentTypeFields = defineFields('paymentTypeID', {
  paymentName: text(120),
  /** Which of the rows that the program itself means this is; null for the shop's own rows. */
  code: unsorted(answered(z.enum(paymentCodes).nullable())),
  description: optionalText(500),
  /** Cash: more than the balance may be handed over, the rest is change. */
  givesChange: unsorted(answered(z.boolean())),
  ...sortedByTime,
})
export type PaymentTypeRow = z.input<typeof paymentTypeFields.row>

export const paymentTypes = crud('/api/v3/transaction/payment-types', paymentTypeFields, {
  schema: 'PaymentType',
  all: 'Ways to pay',
  one: 'way to pay',
  read: 'sales.read',
  write: 'sales.write',
})
