import { active, crud, defineFields, flag, optionalText, text, unsorted } from '../shared/resource.ts'

export const inventoryTypeFields = defineFields('inventoryTypeID', {
  typeName: text(120),
  description: optionalText(500),
  status: active,
  /** Whether sales may take from stock of this kind; stock waiting for repair, say, is not for sale. */
  sellable: unsorted(flag),
})

export const inventoryTypes = crud('/api/v1/inventory-type', inventoryTypeFields, {
  schema: 'InventoryType',
  all: 'Kinds of stock',
  one: 'kind of stock',
  read: 'stock.read',
  write: 'stock.write',
})
