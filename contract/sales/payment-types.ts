import { readOnly, crud, defineFields, optionalText, sortedByTime, text, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/**
 * The stable codes of the records on which the program depends. Users may rename these records; their codes never
 * change.
 */
export const paymentCodes = ['cash', 'store_credit', 'exchange', 'trade_in'] as const

export const paymentTypeFields = defineFields('paymentTypeID', {
  paymentName: text(120),
  /** The stable code of a record on which the program depends; null for records that the shop added. */
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
  about: ['paymentType'],
  read: 'sales.read',
  write: 'sales.write',
})
