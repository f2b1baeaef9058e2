import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, optional, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The rows that the program itself means: it knows them by these codes, whatever their names. */
export const transactionCodes = ['layaway', 'made_to_order'] as const

export const TransactionTypeInput = z.object({ transactionName: required(120), description: optional(500) })

export const TransactionType = z
  .object({
    transactionTypeID: ID,
    transactionName: z.string(),
    /** Which of the rows that the program itself means this is; null for the shop's own rows. */
    code: z.enum(transactionCodes).nullable(),
    description: z.string().nullable(),
    /** Pre-order and Made-to-order: may be saved beyond the stock. */
    beyondStock: z.boolean(),
    ...Stamps,
  })
  .meta({ id: 'TransactionType' })
export type TransactionTypeRow = z.input<typeof TransactionType>

export const transactionTypes = {
  list: endpoint({
    method: 'GET',
    path: '/api/v3/transaction/transaction-types',
    summary: 'Kinds of sale',
    access: 'sales.read',
    query: listQuery(['transactionTypeID', 'transactionName', 'description', 'createdAt', 'updatedAt'], {}),
    returns: pageOf(TransactionType),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v3/transaction/transaction-types/:id',
    summary: 'One kind of sale',
    access: 'sales.read',
    returns: answer(TransactionType),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v3/transaction/transaction-types',
    summary: 'Creates a kind of sale',
    access: 'sales.write',
    body: TransactionTypeInput,
    returns: answer(TransactionType),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v3/transaction/transaction-types/:id',
    summary: 'Changes a kind of sale',
    access: 'sales.write',
    body: TransactionTypeInput.extend(LastRead),
    returns: answer(TransactionType),
  }),
}
