import type { Control } from 'react-hook-form'

import { hasFraction, ItemInput, type ItemRow } from '../../../contract/catalogue/items.ts'
import { ID, Quantity } from '../../../contract/shared/fields.ts'
import { z } from '../../../contract/shared/zod.ts'
import type { Picture } from './pictures.ts'

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

/** Returns which of an item's price and cost its form only shows, and why. */
export function readOnlyPrices(item: ItemRow, mayPrice: boolean): { price?: Shown; cost?: Shown } {
  const byManager: Shown = { readOnly: true, hint: 'A manager changes it' }
  const byRate: Shown = { readOnly: true, hint: 'It follows the gold rate: change its pricing' }
  return {
    ...(item.itemPriceID === null ? !mayPrice && { price: byManager } : { price: byRate }),
    ...(!mayPrice && { cost: byManager }),
  }
}
