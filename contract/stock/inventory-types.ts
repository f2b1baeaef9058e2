import { active, crud, defineFields, flag, optionalText, text, unsorted, readOnly } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/** The codes of rows that the program itself uses. Their names may change; the codes never do. */
export const inventoryTypeCodes = ['on_hand', 'repair'] as const

export const inventoryTypeFields = defineFields('inventoryTypeID', {
  typeName: text(120),
  /** The code of a row that the program itself uses; null for the shop's own rows. */
  code: unsorted(readOnly(z.enum(inventoryTypeCodes).nullable())),
  description: optionalText(500),
  status: active,
  /** Whether sales may take stock of this type. Stock that waits for repair, for example, is not sellable. */
  sellable: unsorted(flag),
})

export const inventoryTypes = crud('/api/v1/inventory-type', inventoryTypeFields, {
  schema: 'InventoryType',
  all: 'Inventory types',
  one: 'kind of stock',
  read: 'stock.read',
  write: 'stock.write',
})
