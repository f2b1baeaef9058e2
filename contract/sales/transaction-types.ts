import { answered, crud, defineFields, optionalText, sortedByTime, text, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/** The rows that the program itself means: it knows them by these codes, whatever their names. */
export const transactionCodes = ['layaway', 'made_to_order'] as const

export const transactionTypeFields = defineFields('transactionTypeID', {
  transactionName: text(120),
  /** Which of the rows that the program itself means this is; null for the shop's own rows. */
  code: unsorted(answered(z.enum(transactionCodes).nullable())),
  description: optionalText(500),
  /** Pre-order and Made-to-order: may be saved beyond the stock. */
  beyondStock: unsorted(answered(z.boolean())),
  ...sortedByTime,
})
export type TransactionTypeRow = z.input<typeof transactionTypeFields.row>

export const transactionTypes = crud('/api/v3/transaction/transaction-types', transactionTypeFields, {
  schema: 'TransactionType',
  all: 'Kinds of sale',
  one: 'kind of sale',
  read: 'sales.read',
  write: 'sales.write',
})
