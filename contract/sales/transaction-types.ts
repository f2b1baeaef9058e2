import { readOnly, crud, defineFields, optionalText, sortedByTime, text, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/** The codes of rows that the program itself uses. Their names may change; the codes never do. */
export const transactionCodes = ['layaway', 'made_to_order'] as const

export const transactionTypeFields = defineFields('transactionTypeID', {
  transactionName: text(120),
  /** The code of a row that the program itself uses; null for the shop's own rows. */
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
  read: 'sales.read',
  write: 'sales.write',
})
