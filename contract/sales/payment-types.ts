import { readOnly, crud, defineFields, optionalText, sortedByTime, text, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/** The codes of rows that the program itself uses. Their names may change; the codes never do. */
export const paymentCodes = ['cash'] as const

export const paymentTypeFields = defineFields('paymentTypeID', {
  paymentName: text(120),
  /** The code of a row that the program itself uses; null for the shop's own rows. */
  code: unsorted(readOnly(z.enum(paymentCodes).nullable())),
  description: optionalText(500),
  /** Whether payments of this type may exceed the balance, as cash does. The excess is change. */
  givesChange: unsorted(readOnly(z.boolean())),
  ...sortedByTime,
})
export type PaymentTypeRow = z.input<typeof paymentTypeFields.row>

export const paymentTypes = crud('/api/v3/transaction/payment-types', paymentTypeFields, {
  schema: 'PaymentType',
  all: 'Payment types',
  one: 'way to pay',
  read: 'sales.read',
  write: 'sales.write',
})
