import type { Control } from 'react-hook-form'

import { hasFraction, ItemInput, type ItemRow } from '../../../contract/catalogue/items.ts'
import { ID, Quantity } from '../../../contract/shared/fields.ts'
import { z } from '../../../contract/shared/zod.ts'
import type { Picture } from '../shared/pictures/pictures.ts'

/**
 * The fields of the two forms that create and edit an item. They include its pictures and the first stock of a new
 * item.
 */
export const ItemForm = ItemInput.extend({
  status: z.boolean().optional(),
  pictures: z.array(z.custom<Picture>()),
  locationID: ID.nullish(),
  inventoryTypeID: ID.nullish(),
  quantity: Quantity.min(0).nullish(),
  reOrderThreshold: z.int().min(0).nullish(),
}).refine(({ uom, quantity }) => !hasFraction(uom, quantity ?? 0), {
  path: ['quantity'],
  message: 'Pieces and pairs are counted in whole numbers',
  // This check runs even while other fields are invalid.
  when: () => true,
})
export type ItemControl = Control<z.input<typeof ItemForm>>

type Shown = { readOnly: true; hint: string }

/** Returns which of an item's price, cost and net weight its form only shows, and why. A net weight sets the lowest price. */
export function readOnlyPrices(item: ItemRow, mayPrice: boolean): { price?: Shown; cost?: Shown; netGrams?: Shown } {
  const byManager: Shown = { readOnly: true, hint: 'A manager changes it' }
  const byRate: Shown = { readOnly: true, hint: 'It follows the gold rate: change its pricing' }
  return {
    ...(item.itemPriceID === null ? !mayPrice && { price: byManager } : { price: byRate }),
    ...(!mayPrice && { cost: byManager, ...(item.netGrams !== null && { netGrams: byManager }) }),
  }
}

/** Whether a duplicate copies a field. The type requires an entry for every field of the form. */
const copied: Record<keyof z.input<typeof ItemForm>, boolean> = {
  itemCode: false,
  itemName: true,
  categoryID: true,
  barcode: false,
  description: true,
  grams: true,
  netGrams: true,
  uom: true,
  price: true,
  cost: true,
  karat: true,
  metal: true,
  stone: true,
  size: true,
  certificateNumber: false,
  leadTimeDays: true,
  taxClass: true,
  translations: true,
  onSite: false,
  status: false,
  pictures: false,
  locationID: false,
  inventoryTypeID: false,
  quantity: false,
  reOrderThreshold: false,
}
/** Returns the fields of an item with which the form of its duplicate begins. */
export const copyFields = (original: ItemRow): Partial<ItemRow> =>
  Object.fromEntries(
    Object.entries(original).filter(([field]) => field in copied && copied[field as keyof typeof copied]),
  )

/** Removes the prefilled location if the user entered neither a quantity nor a threshold. */
export function withoutEmptyStock(body: Omit<z.input<typeof ItemForm>, 'pictures'>) {
  if (body.quantity || typeof body.reOrderThreshold === 'number') return body
  return { ...body, locationID: undefined, inventoryTypeID: undefined, quantity: undefined }
}
