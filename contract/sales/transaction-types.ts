import { readOnly, crud, defineFields, optionalText, sortedByTime, text, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/**
 * The stable codes of the records on which the program depends. Users may rename these records; their codes never
 * change.
 */
export const transactionCodes = ['layaway', 'made_to_order'] as const

export const transactionTypeFields = defineFields('transactionTypeID', {
  transactionName: text(120),
  /** The stable code of a record on which the program depends; null for records that the shop added. */
  code: unsorted(readOnly(z.enum(transactionCodes).nullable())),
  description: optionalText(500),
  /** Whether sales of this type may exceed the stock, as Pre-order and Made-to-order do. */
  beyondStock: unsorted(readOnly(z.boolean())),
  ...sortedByTime,
})
export type TransactionTypeRow = z.input<typeof transactionTypeFields.row>

export const transactionTypes = crud('/api/v3/transaction/transaction-types', transactionTypeFields, {
  schema: 'TransactionType',
  all: 'Transaction types',
  one: 'kind of sale',
  about: ['transactionType'],
  read: 'sales.read',
  write: 'sales.write',
})
