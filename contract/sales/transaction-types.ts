import { answered, crud, defineFields, optionalText, sortedByTime, text, unsorted } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

export const transactionTypeFields = defineFields('transactionTypeID', {
  transactionName: text(120),
  description: optionalText(500),
  /** Pre-order and Made-to-order: may be saved beyond the stock. */
  beyondStock: unsorted(answered(z.boolean())),
  ...sortedByTime,
})

export const transactionTypes = crud('/api/v3/transaction/transaction-types', transactionTypeFields, {
  schema: 'TransactionType',
  all: 'Kinds of sale',
  one: 'kind of sale',
  read: 'sales.read',
  write: 'sales.write',
})
