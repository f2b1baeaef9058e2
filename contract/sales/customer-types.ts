import { crud, defineFields, optionalText, sortedByTime, text } from '../shared/resource.ts'

export const customerTypeFields = defineFields('customerTypeID', {
  TypeName: text(120),
  description: optionalText(500),
  ...sortedByTime,
})

export const customerTypes = crud('/api/v2/customer-types', customerTypeFields, {
  schema: 'CustomerType',
  all: 'Customer types',
  one: 'kind of customer',
  about: ['customerType'],
  read: 'sales.read',
  write: 'customer_types.write',
})
