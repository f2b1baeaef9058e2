import { active, crud, defineFields, flag, optionalText, text, unsorted, readOnly } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/**
 * The stable codes of the records on which the program depends. Users may rename these records; their codes never
 * change.
 */
export const inventoryTypeCodes = ['on_hand', 'repair', 'scrap'] as const

export const inventoryTypeFields = defineFields('inventoryTypeID', {
  typeName: text(120),
  /** The stable code of a record on which the program depends; null for records that the shop added. */
  code: unsorted(readOnly(z.enum(inventoryTypeCodes).nullable())),
  description: optionalText(500),
  status: active,
  /** Whether sales may take stock of this type. Stock that is waiting for repair, for example, is not sellable. */
  sellable: unsorted(flag),
})

export const inventoryTypes = crud('/api/v1/inventory-type', inventoryTypeFields, {
  schema: 'InventoryType',
  all: 'Inventory types',
  one: 'kind of stock',
  about: ['inventoryType'],
  read: 'stock.read',
  write: 'stock.write',
})
