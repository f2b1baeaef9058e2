import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, optional, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

export const CustomerTypeInput = z.object({ TypeName: required(120), description: optional(500) })
export type CustomerTypeInput = z.input<typeof CustomerTypeInput>

export const CustomerType = z
  .object({ customerTypeID: ID, TypeName: z.string(), description: z.string().nullable(), ...Stamps })
  .meta({ id: 'CustomerType' })
export type CustomerTypeRow = z.input<typeof CustomerType>

export const customerTypes = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/customer-types',
    summary: 'Kinds of customer',
    access: 'sales.read',
    query: listQuery(['customerTypeID', 'TypeName', 'description', 'createdAt', 'updatedAt'], {}),
    returns: pageOf(CustomerType),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/customer-types/:id',
    summary: 'One kind of customer',
    access: 'sales.read',
    returns: answer(CustomerType),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/customer-types',
    summary: 'Creates a kind of customer',
    access: 'customer_types.write',
    body: CustomerTypeInput,
    returns: answer(CustomerType),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v2/customer-types/:id',
    summary: 'Changes a kind of customer',
    access: 'customer_types.write',
    body: CustomerTypeInput.extend(LastRead),
    returns: answer(CustomerType),
  }),
}
