import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Email, ID, LastRead, Moment, optional, required, Stamps } from '../shared/fields.ts'
import { joinNames } from '../shared/names.ts'
import { z } from '../shared/zod.ts'

export const CustomerInput = z.object({
  firstName: required(100),
  middleName: optional(100),
  lastName: required(100),
  contactNo: required(60),
  address: optional(300),
  email: Email,
  customerTypeID: ID,
})
export type CustomerInput = z.input<typeof CustomerInput>

export const Customer = z
  .object({
    customerID: ID,
    firstName: z.string(),
    middleName: z.string().nullable(),
    lastName: z.string(),
    /** First, middle and last name in one text, which lists show and search. */
    customerName: z.string(),
    contactNo: z.string(),
    address: z.string().nullable(),
    email: z.string(),
    customerTypeID: ID,
    customerType: z.object({ TypeName: z.string() }).nullable(),
    ...Stamps,
  })
  .meta({ id: 'Customer' })
export type CustomerRow = z.input<typeof Customer>

/** Returns a customer's whole name. */
export const fullName = (names: { firstName: string; middleName: string | null; lastName: string }) => joinNames(names)

/** The totals of a customer's sales, in pesos. Canceled sales do not count. */
export const CustomerSummary = z
  .object({
    customerID: ID,
    totalSales: z.int(),
    /** The total of the completed sales, less their refunds. */
    totalSpend: z.number(),
    /** The number of sales not yet completed, and their unpaid balance. */
    openSales: z.int(),
    openBalance: z.number(),
    /** The overdue part of `openBalance`. */
    overdueAmount: z.number(),
    /** The store credit that the customer has. It is apart from the balance. */
    storeCredit: z.number(),
    lastSaleAt: Moment.nullable(),
  })
  .meta({ id: 'CustomerSummary' })

export const customers = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/customers',
    summary: 'Lists customers',
    access: 'sales.read',
    about: ['customer', 'customerType'],
    query: listQuery(['customerID', 'customerName', 'contactNo', 'email', 'address', 'TypeName'], {
      customerTypeID: IDFilter,
      /** Finds customers with exactly this e-mail address, ignoring case. */
      email: z.string().trim().max(254).optional(),
      /** Finds customers with exactly this contact number, ignoring its spacing. */
      contactNo: z.string().trim().max(60).optional(),
    }),
    returns: pageOf(Customer),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/customers/:id',
    summary: 'Returns a customer',
    access: 'sales.read',
    about: ['customer', 'customerType'],
    returns: answer(Customer),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/v2/customers/:id/summary',
    summary: 'Returns the totals of a customer’s sales',
    access: 'sales.read',
    tellsCash: 'customer',
    about: ['customer', 'sale', 'storeCredit'],
    returns: answer(CustomerSummary),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/customers',
    summary: 'Creates a customer',
    access: 'sales.write',
    body: CustomerInput,
    returns: answer(Customer),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v2/customers/:id',
    summary: 'Changes a customer',
    access: 'sales.write',
    body: CustomerInput.extend(LastRead),
    returns: answer(Customer),
  }),
}
