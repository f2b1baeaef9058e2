import { ItemInput, Translation } from '../../../contract/catalogue/items.ts'
import { ID, Quantity } from '../../../contract/shared/fields.ts'
import { z } from '../../../contract/shared/zod.ts'

const { itemName, description } = Translation.shape
const words = z.object({
  itemNameTagalog: itemName,
  descriptionTagalog: description,
  itemNameJapanese: itemName,
  descriptionJapanese: description,
})
export const translatedColumns = Object.keys(words.shape)
/** The columns that are no columns of the item's table. */
export const otherColumns = new Set([...translatedColumns, 'quantity', 'location', 'inventoryType', 'pictures'])

/** One row of an import file: the fields of the item form, with a column for each translated text. */
export const ItemFileRow = ItemInput.omit({ categoryID: true, translations: true }).extend({
  category: ID,
  status: z.boolean().default(true),
  // The file's words may be in any case.
  taxClass: z.preprocess((word) => (typeof word === 'string' ? word.toLowerCase() : word), ItemInput.shape.taxClass),
  ...words.shape,
  quantity: Quantity.min(0).default(0),
  location: ID,
  inventoryType: ID,
  pictures: z.string().default(''),
})
export type ItemFileRow = z.output<typeof ItemFileRow>

/** Returns the translations of a row that contain any text. */
export const translationsIn = (row: Partial<ItemFileRow>) =>
  [
    { language: 'tl' as const, itemName: row.itemNameTagalog ?? null, description: row.descriptionTagalog ?? null },
    { language: 'ja' as const, itemName: row.itemNameJapanese ?? null, description: row.descriptionJapanese ?? null },
  ].filter((one) => one.itemName !== null || one.description !== null)
