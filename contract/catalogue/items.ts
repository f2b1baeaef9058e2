import { answer, BooleanFilter, IDFilter, IDsFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  fromText,
  ID,
  jsonFromText,
  LastRead,
  listFromText,
  Money,
  optional,
  Quantity,
  ReOrderThreshold,
  required,
  Stamps,
} from '../shared/fields.ts'
import { translatedLanguages } from '../shared/languages.ts'
import { z } from '../shared/zod.ts'
import { karats } from './karats.ts'

/** PCS and PAIR are counted in whole numbers, BULK is weighed in grams. */
export const uoms = ['PCS', 'PAIR', 'BULK'] as const
/** Why there cannot be so much of an item: a part of a piece. Null where there can. */
export const notWhole = (
  { itemName, uom }: { itemName: string; uom: (typeof uoms)[number] },
  quantity: number,
): string | null =>
  uom === 'BULK' || Number.isInteger(quantity)
    ? null
    : `${itemName} is counted in whole ${uom === 'PAIR' ? 'pairs' : 'pieces'}`
/** Pictures of one item: how many at once, and how large (bytes). */
export const picturesAtOnce = 10
export const pictureBytes = 10 * 2 ** 20
/** How many pictures an item has at most. */
export const picturesPerItem = 200

const itemNameLength = 160
const descriptionLength = 2000

const Uom = z.enum(uoms)
const Karat = z
  .union([z.enum(karats), z.literal('')], { error: `Karat must be one of: ${karats.join(', ')}` })
  .nullish()
  .transform((karat) => (karat === '' ? null : karat))
const LeadTime = z.int().min(0).max(3650).nullish()
/** Weight of one piece or pair; for BULK, of one unit as sold. 3 decimals. */
const Grams = Quantity.min(0)

/** An item's words in another language; an empty one shows the shop's own. */
export const Translation = z.object({
  language: z.enum(translatedLanguages),
  itemName: optional(itemNameLength),
  description: optional(descriptionLength),
})
const Translations = z
  .array(Translation)
  .max(translatedLanguages.length)
  .refine(
    (all) => new Set(all.map(({ language }) => language)).size === all.length,
    'Translations must have each language once',
  )

export const ItemInput = z.object({
  itemCode: required(60),
  itemName: required(itemNameLength),
  categoryID: ID,
  barcode: optional(80),
  description: optional(descriptionLength),
  grams: Grams,
  uom: Uom,
  price: Money,
  cost: Money,
  karat: Karat,
  metal: optional(60),
  stone: optional(60),
  size: optional(60),
  certificateNumber: optional(80),
  /** Days it takes to make or get one. */
  leadTimeDays: LeadTime,
  /** All of them; left out, what is stored stays. */
  translations: Translations.optional(),
})
export type ItemInput = z.input<typeof ItemInput>

/** Creating an item may give it its first stock. As multipart, numbers come as text. */
export const ItemCreation = ItemInput.extend({
  categoryID: fromText(ID),
  grams: fromText(Grams),
  price: fromText(Money),
  cost: fromText(Money),
  leadTimeDays: fromText(LeadTime),
  translations: jsonFromText(Translations.optional()),
  status: fromText(z.boolean().optional()),
  locationID: fromText(ID.optional()),
  inventoryTypeID: fromText(ID.optional()),
  quantity: fromText(Quantity.min(0).optional()),
  reOrderThreshold: fromText(ReOrderThreshold.optional()),
  /** Every picture in order: the key of another item's picture to show as well, or 0 for the next of the files. */
  imageOrder: listFromText(z.array(z.int().min(0).max(2_147_483_647)).max(picturesPerItem).optional()),
})

export const ItemImage = z.object({
  id: ID,
  /** 1600 px wide at most. */
  url: z.string(),
  /** 320 px wide at most. */
  thumb_url: z.string(),
})

export const Item = z
  .object({
    itemID: ID,
    itemCode: z.string(),
    itemName: z.string(),
    categoryID: ID,
    categoryName: z.string(),
    barcode: z.string().nullable(),
    description: z.string().nullable(),
    grams: z.number(),
    uom: Uom,
    price: z.number(),
    cost: z.number(),
    karat: z.enum(karats).nullable(),
    metal: z.string().nullable(),
    stone: z.string().nullable(),
    size: z.string().nullable(),
    certificateNumber: z.string().nullable(),
    leadTimeDays: z.int().nullable(),
    /** In the order of their languages; none that says nothing. */
    translations: z.array(
      z.object({
        language: z.enum(translatedLanguages),
        itemName: z.string().nullable(),
        description: z.string().nullable(),
      }),
    ),
    status: z.boolean(),
    /** The cover, 320 px: the first picture. */
    image_url: z.string().nullable(),
    images: z.array(ItemImage),
    /** On hand less what open sales hold, over every location, of stock that is for sale. */
    available: z.number(),
    ...Stamps,
  })
  .meta({ id: 'Item' })
export type ItemRow = z.input<typeof Item>

export const items = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/items',
    summary: 'Items',
    access: 'catalogue.read',
    query: listQuery(
      [
        'itemID',
        'itemCode',
        'itemName',
        'categoryName',
        'barcode',
        'description',
        'grams',
        'uom',
        'price',
        'cost',
        'status',
      ],
      {
        status: BooleanFilter,
        categoryID: IDFilter,
        karat: z.enum(karats).optional(),
        uom: Uom.optional(),
        /** Exactly this barcode or item code, whatever its case: what a scanner asks. */
        code: z.string().trim().min(1).max(80).optional(),
        /** These items alone: their keys with commas between them, at most 100. */
        itemIDs: IDsFilter,
        /** Counts `available` at this location alone. */
        locationID: IDFilter,
      },
    ),
    returns: pageOf(Item),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/items/:id',
    summary: 'One item with its pictures',
    access: 'catalogue.read',
    returns: answer(Item),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/item-inventory',
    summary: 'Creates an item, with pictures and first stock',
    access: 'catalogue.write',
    body: ItemCreation,
    files: { images: picturesAtOnce },
    returns: answer(Item),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/items/:id',
    summary: 'Changes an item',
    access: 'catalogue.write',
    body: ItemInput.extend({ status: z.boolean().optional(), ...LastRead }),
    returns: answer(Item),
  }),
  images: endpoint({
    method: 'GET',
    path: '/api/v1/item-images/:itemID',
    summary: 'The pictures of an item, the cover first',
    access: 'catalogue.read',
    returns: answer(z.object({ images: z.array(ItemImage) })),
  }),
  addImages: endpoint({
    method: 'POST',
    path: '/api/v1/item-images/:itemID',
    summary: 'Adds pictures to an item',
    access: 'catalogue.write',
    files: { images: picturesAtOnce },
    returns: answer(z.object({ images: z.array(ItemImage) })),
    status: 201,
  }),
  orderImages: endpoint({
    method: 'PUT',
    path: '/api/v1/item-images/:itemID/order',
    summary: 'Puts an item’s pictures in order; the first is the cover',
    access: 'catalogue.write',
    body: z.object({ imageIDs: z.array(ID).min(1).max(picturesPerItem) }),
    returns: answer(z.object({ images: z.array(ItemImage) })),
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: '/api/v1/item-images/:itemID/:imageID',
    summary: 'Removes a picture from an item',
    access: 'catalogue.write',
    returns: answer(z.object({ images: z.array(ItemImage) })),
  }),
}
