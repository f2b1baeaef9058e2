import { answer, BooleanFilter, IDFilter, IDsFilter, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure, costInput } from '../shared/costs.ts'
import { Cover, PictureFocus, PictureList, StoredPicture } from '../shared/covers.ts'
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
import { taxKinds } from '../tax/tax-countries.ts'
import { ItemSuggestions } from './item-suggestions.ts'
import { karats } from './karats.ts'
import { NetGrams } from './weights.ts'

/** The units of items: PCS and PAIR are counted in whole numbers, BULK is weighed in grams. */
export const uoms = ['PCS', 'PAIR', 'BULK'] as const
/** Whether a quantity contains a fraction of a piece or pair. */
export const hasFraction = (uom: (typeof uoms)[number], quantity: number) =>
  uom !== 'BULK' && !Number.isInteger(quantity)
/** Returns the reason why a quantity is not valid for an item: a fraction of a piece. Null when it is valid. */
export const findFractionProblem = (
  { itemName, uom }: { itemName: string; uom: (typeof uoms)[number] },
  quantity: number,
): string | null =>
  hasFraction(uom, quantity) ? `${itemName} is counted in whole ${uom === 'PAIR' ? 'pairs' : 'pieces'}` : null
/** Maximum number of pictures in one upload, and maximum bytes of each. */
export const picturesAtOnce = 10
export const pictureBytes = 10 * 2 ** 20
/** Maximum number of pictures of an item. */
export const picturesPerItem = 200

const itemNameLength = 160
const descriptionLength = 2000

const Uom = z.enum(uoms)
const Karat = z
  .union([z.enum(karats), z.literal('')], { error: `Karat must be one of: ${karats.join(', ')}` })
  .nullish()
  .transform((karat) => (karat === '' ? null : karat))
const LeadTime = z.int().min(0).max(3650).nullish()
/** The weight in grams of one piece or pair, or of one BULK unit as sold; 3 decimals. */
const Grams = Quantity.min(0)

/** An item's name and description in another language. Empty text falls back to the shop's language. */
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
  /** The grams without stones, of one piece or pair; null or omitted if they are unknown. */
  netGrams: NetGrams.nullish(),
  uom: Uom,
  price: Money,
  cost: costInput(Money),
  karat: Karat,
  metal: optional(60),
  stone: optional(60),
  size: optional(60),
  certificateNumber: optional(80),
  /** The number of days to make or procure the item. */
  leadTimeDays: LeadTime,
  /** The item's treatment by the tax; a new item is standard. Only a manager chooses another one. */
  taxClass: z.enum(taxKinds).optional(),
  /** Whether the public site shows the item while it is Active. A new item is on the site. */
  onSite: z.boolean().optional(),
  /** The complete list of translations. An omitted list keeps the stored translations. */
  translations: Translations.optional(),
})
export type ItemInput = z.input<typeof ItemInput>

/** A new item, optionally with its first stock. Numbers may arrive as text, because the request is a multipart form. */
export const ItemCreation = ItemInput.extend({
  categoryID: fromText(ID),
  grams: fromText(Grams),
  netGrams: fromText(NetGrams.nullish()),
  price: fromText(Money),
  cost: costInput(fromText(Money)),
  leadTimeDays: fromText(LeadTime),
  translations: jsonFromText(Translations.optional()),
  status: fromText(z.boolean().optional()),
  onSite: fromText(z.boolean().optional()),
  locationID: fromText(ID.optional()),
  inventoryTypeID: fromText(ID.optional()),
  quantity: fromText(Quantity.min(0).optional()),
  reOrderThreshold: fromText(ReOrderThreshold.optional()),
  /**
   * The order of the pictures. An entry is the key of another item's picture to copy, or 0 for the next uploaded file.
   */
  imageOrder: listFromText(z.array(z.int().min(0).max(2_147_483_647)).max(picturesPerItem).optional()),
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
    /** The grams without stones; null if they are unknown. */
    netGrams: z.number().nullable(),
    uom: Uom,
    price: z.number(),
    /** The reckoned price of an item that is priced by the gold rate; null for a fixed price. */
    itemPriceID: ID.nullable(),
    cost: costFigure(z.number()),
    karat: z.enum(karats).nullable(),
    metal: z.string().nullable(),
    stone: z.string().nullable(),
    size: z.string().nullable(),
    certificateNumber: z.string().nullable(),
    leadTimeDays: z.int().nullable(),
    taxClass: z.enum(taxKinds),
    /** The translations that have text, in the order of the languages. */
    translations: z.array(
      z.object({
        language: z.enum(translatedLanguages),
        itemName: z.string().nullable(),
        description: z.string().nullable(),
      }),
    ),
    status: z.boolean(),
    onSite: z.boolean(),
    /** Whether each piece has its own number. */
    byPiece: z.boolean(),
    ...Cover,
    images: z.array(StoredPicture),
    /** The sellable quantity on hand at all locations, less the holds of open sales. */
    available: z.number(),
    ...Stamps,
  })
  .meta({ id: 'Item' })
export type ItemRow = z.input<typeof Item>

export const items = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/items',
    summary: 'Lists items',
    access: 'catalogue.read',
    about: ['item', 'category', 'inventory', 'supplier'],
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
        onSite: BooleanFilter,
        categoryID: IDFilter,
        karat: z.enum(karats).optional(),
        uom: Uom.optional(),
        /** Only the items that keep the scrap of trade-ins, or only the others. */
        scrap: BooleanFilter,
        /** Finds the item with exactly this barcode or item code, ignoring case. Scanners use it. */
        code: z.string().trim().min(1).max(80).optional(),
        /** Finds only these items: at most 100 keys, separated by commas. */
        itemIDs: IDsFilter,
        /** Counts `available` at this location only. */
        locationID: IDFilter,
      },
    ),
    returns: pageOf(Item),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/items/:id',
    summary: 'Returns an item with its pictures',
    access: 'catalogue.read',
    about: ['item', 'category', 'inventory', 'supplier'],
    returns: answer(Item),
  }),
  suggestions: endpoint({
    method: 'GET',
    path: '/api/v1/item-suggestions',
    summary: 'Suggests texts for a new item: a code for its category, and the metals and stones in use',
    access: 'catalogue.read',
    about: ['item'],
    query: z.object({ categoryID: IDFilter }),
    returns: answer(ItemSuggestions),
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
    body: ItemInput.extend({
      // Only a manager changes these; omitted ones stay.
      price: Money.optional(),
      cost: costFigure(Money),
      status: z.boolean().optional(),
      /**
       * The gold rate that the caller saw while changing the net weight of an item that is priced by it. A later one
       * gets 409.
       */
      goldRateID: ID.optional(),
      ...LastRead,
    }),
    returns: answer(Item),
  }),
  images: endpoint({
    method: 'GET',
    path: '/api/v1/item-images/:itemID',
    summary: 'Lists the pictures of an item, the cover first',
    access: 'catalogue.read',
    about: ['item'],
    returns: answer(PictureList),
  }),
  addImages: endpoint({
    method: 'POST',
    path: '/api/v1/item-images/:itemID',
    summary: 'Adds pictures to an item',
    access: 'catalogue.write',
    files: { images: picturesAtOnce },
    returns: answer(PictureList),
    status: 201,
  }),
  orderImages: endpoint({
    method: 'PUT',
    path: '/api/v1/item-images/:itemID/order',
    summary: 'Puts an item’s pictures in order; the first is the cover',
    access: 'catalogue.write',
    body: z.object({ imageIDs: z.array(ID).min(1).max(picturesPerItem) }),
    returns: answer(PictureList),
  }),
  focusImage: endpoint({
    method: 'PUT',
    path: '/api/v1/item-images/:itemID/:imageID/focus',
    summary: 'Sets the place in a picture that frames keep in view',
    access: 'catalogue.write',
    body: PictureFocus,
    returns: answer(PictureList),
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: '/api/v1/item-images/:itemID/:imageID',
    summary: 'Removes a picture from an item',
    access: 'catalogue.write',
    returns: answer(PictureList),
  }),
}
