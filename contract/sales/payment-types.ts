import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, optional, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The rows that the program itself means: it knows them by these codes, whatever their names. */
export const paymentCodes = ['cash'] as const

export const PaymentTypeInput = z.object({ paymentName: required(120), description: optional(500) })

export const PaymentType = z
  .object({
    paymentTypeID: ID,
    paymentName: z.string(),
    /** Which of the rows that the program itself means this is; null for the shop's own rows. */
    code: z.enum(paymentCodes).nullable(),
    description: z.string().nullable(),
    /** Cash: more than the balance may be handed over, the rest is change. */
    givesChange: z.boolean(),
    ...Stamps,
  })
  .meta({ id: 'PaymentType' })
export type PaymentTypeRow = z.input<typeof PaymentType>

export const paymentTypes = {
  list: endpoint({
    method: 'GET',
    path: '/api/v3/transaction/payment-types',
    summary: 'Ways to pay',
    access: 'sales.read',
    query: listQuery(['paymentTypeID', 'paymentName', 'description', 'createdAt', 'updatedAt'], {}),
    returns: pageOf(PaymentType),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v3/transaction/payment-types/:id',
    summary: 'One way to pay',
    access: 'sales.read',
    returns: answer(PaymentType),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v3/transaction/payment-types',
    summary: 'Creates a way to pay',
    access: 'sales.write',
    body: PaymentTypeInput,
    returns: answer(PaymentType),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v3/transaction/payment-types/:id',
    summary: 'Changes a way to pay',
    access: 'sales.write',
    body: PaymentTypeInput.extend(LastRead),
    returns: answer(PaymentType),
  }),
}
