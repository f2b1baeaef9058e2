import { answer, BooleanFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Email, ID, LastRead, optional, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

export const SupplierInput = z.object({
  supplierName: required(120),
  contactDetails: required(200),
  email: Email,
  address: optional(300),
  status: z.boolean().optional(),
})
export type SupplierInput = z.input<typeof SupplierInput>

export const Supplier = z
  .object({
    supplierID: ID,
    supplierName: z.string(),
    contactDetails: z.string(),
    address: z.string().nullable(),
    email: z.string(),
    status: z.boolean(),
    ...Stamps,
  })
  .meta({ id: 'Supplier' })
export type SupplierRow = z.input<typeof Supplier>

export const suppliers = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/suppliers',
    summary: 'Suppliers',
    access: 'purchasing.read',
    query: listQuery(['supplierID', 'supplierName', 'contactDetails', 'address', 'email', 'status'], {
      status: BooleanFilter,
    }),
    returns: pageOf(Supplier),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/suppliers/:id',
    summary: 'One supplier',
    access: 'purchasing.read',
    returns: answer(Supplier),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/suppliers',
    summary: 'Creates a supplier',
    access: 'purchasing.write',
    body: SupplierInput,
    returns: answer(Supplier),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v2/suppliers/:id',
    summary: 'Changes a supplier',
    access: 'purchasing.write',
    body: SupplierInput.extend(LastRead),
    returns: answer(Supplier),
  }),
}
