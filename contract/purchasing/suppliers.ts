import { active, crud, defineFields, email, optionalText, text } from '../shared/resource.ts'
import type { z } from '../shared/zod.ts'

export const supplierFields = defineFields('supplierID', {
  supplierName: text(120),
  contactDetails: text(200),
  email,
  address: optionalText(300),
  status: active,
})
export const SupplierInput = supplierFields.input
export type SupplierRow = z.input<typeof supplierFields.row>

export const suppliers = crud('/api/v2/suppliers', supplierFields, {
  schema: 'Supplier',
  all: 'Suppliers',
  one: 'supplier',
  about: ['supplier'],
  read: 'purchasing.read',
  write: 'purchasing.write',
})
