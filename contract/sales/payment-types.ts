import { answered, crud, defineFields, optionalText, sortedByTime, text, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

export const paymentTypeFields = defineFields('paymentTypeID', {
  paymentName: text(120),
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
