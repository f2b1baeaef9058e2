import { active, crud, defineFields, flag, optionalText, text, unsorted, answered } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

/** The rows that the program itself means: it knows them by these codes, whatever their names. */
export const inventoryTypeCodes = ['on_hand', 'repair'] as const

export const inventoryTypeFields = defineFields('inventoryTypeID', {
  typeName: text(120),
  /** Which of the rows that the program itself means this is; null for the shop's own rows. */
  code: unsorted(answered(z.enum(inventoryTypeCodes).nullable())),
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
