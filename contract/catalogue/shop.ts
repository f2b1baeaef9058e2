import { answer, BooleanFilter, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Email, ID, Money, required } from '../shared/fields.ts'
import { languages } from '../shared/languages.ts'
import { z } from '../shared/zod.ts'
import { uoms } from './items.ts'
import { karats } from './karats.ts'
import { availabilities, longestQuestion, shopSorts } from './shop-choices.ts'

const Language = z.enum(languages)
/** Several values of a filter: the parameter repeated, as forms send it, or with commas between them. */
const several = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (sent) =>
      sent === undefined
        ? undefined
        : [sent].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [one])),
    z.array(value).max(50).optional(),
  )
/** Pesos as a form sends them: nothing where nothing was typed. */
const Price = z.preprocess((sent) => (sent === '' ? undefined : sent), z.coerce.number().pipe(Money).optional())

/** What the catalogue can be narrowed to. A value of one filter or the other, and every filter that is given. */
const filters = {
  /** Words that all must be found, wherever they stand. */
  search: z.string().trim().max(100).default(''),
  categoryID: several(z.coerce.number().pipe(ID)),
  karat: several(z.enum(karats)),
  /** As the facets name it (the first words, without weights and further stones), whatever its case. */
  metal: several(required(60)),
  /** The same; `none` for pieces without a stone. */
  stone: several(required(60)),
  minPrice: Price,
  maxPrice: Price,
  availability: z.enum(availabilities).optional(),
}
export const ShopFilters = z.strictObject(filters)
export type ShopFilters = z.output<typeof ShopFilters>

export const ShopQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
  sort: z.enum(shopSorts).default('newest'),
  ...filters,
  /** Only pieces that have a picture, or only those that have none. */
  pictured: BooleanFilter,
  /** Into which names and descriptions are translated, where a translation is there. */
  language: Language.default('en'),
})

export const ShopItem = z
  .object({
    itemID: ID,
    itemCode: z.string(),
    itemName: z.string(),
    /** The language that the name is in. */
    itemNameLanguage: Language,
    categoryID: ID,
    categoryName: z.string(),
    /** Pesos for one piece or pair, or for a gram of BULK. */
    price: z.number(),
    uom: z.enum(uoms),
    karat: z.enum(karats).nullable(),
    metal: z.string().nullable(),
    stone: z.string().nullable(),
    availability: z.enum(availabilities),
    /** About how many days a piece that is made to order takes. */
    leadTimeDays: z.int().nullable(),
    /** The first picture, of which every size in contract/shared/pictures.ts can be had. */
    picture: z.string().nullable(),
  })
  .meta({ id: 'ShopItem' })
export type ShopItem = z.input<typeof ShopItem>

export const ShopItemDetails = ShopItem.extend({
  description: z.string().nullable(),
  descriptionLanguage: Language,
  /** Weight of one piece or pair, to the milligram. */
  grams: z.number(),
  size: z.string().nullable(),
  certificateNumber: z.string().nullable(),
  pictures: z.array(z.string()),
  /** Other pieces that are most like it. */
  goesWith: z.array(ShopItem),
}).meta({ id: 'ShopItemDetails' })
export type ShopItemDetails = z.input<typeof ShopItemDetails>

/** One value of a filter: what to ask for, what it is called, and how many pieces have it beside the other filters. */
const Facet = z.object({ value: z.string(), name: z.string(), count: z.int() })
export type Facet = z.input<typeof Facet>
export const Facets = z
  .object({
    categoryID: z.array(Facet),
    karat: z.array(Facet),
    metal: z.array(Facet),
    stone: z.array(Facet),
    availability: z.array(Facet),
  })
  .meta({ id: 'ShopFacets' })
export type Facets = z.input<typeof Facets>

export const QuestionInput = z.object({
  /** The piece that it is about; left out for the shop as such. */
  itemID: ID.nullish(),
  name: required(120),
  email: Email,
  text: required(longestQuestion),
  /** Of the page that it is asked on. */
  language: Language.default('en'),
  /** A field that people do not see: what fills it in is no person. */
  website: z.string().max(500).optional(),
})

export const shop = {
  items: endpoint({
    method: 'GET',
    path: '/api/shop/items',
    summary: 'The catalogue: pieces that are for sale',
    access: 'public',
    query: ShopQuery,
    returns: pageOf(ShopItem),
  }),
  item: endpoint({
    method: 'GET',
    path: '/api/shop/items/:id',
    summary: 'One piece of the catalogue, with others that go with it',
    access: 'public',
    query: z.strictObject({ language: Language.default('en') }),
    returns: answer(ShopItemDetails),
  }),
  categories: endpoint({
    method: 'GET',
    path: '/api/shop/categories',
    summary: 'The categories of the catalogue, with how many pieces each has',
    access: 'public',
    returns: answer(
      z.array(
        z.object({ categoryID: ID, categoryName: z.string(), description: z.string().nullable(), count: z.int() }),
      ),
    ),
  }),
  facets: endpoint({
    method: 'GET',
    path: '/api/shop/facets',
    summary: 'What the catalogue can be narrowed to, with how many pieces that leaves',
    access: 'public',
    query: ShopFilters,
    returns: answer(Facets),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/shop/questions',
    summary: 'Asks the shop something, of a piece or as such',
    access: 'public',
    body: QuestionInput,
    returns: answer(z.null()),
    status: 201,
  }),
  visit: endpoint({
    method: 'POST',
    path: '/api/shop/visits',
    summary: 'Counts that a page was looked at; keeps nothing of who did',
    access: 'public',
    /** The page’s address in English, without what follows a question mark. */
    body: z.object({ path: required(200) }),
    returns: answer(z.null()),
  }),
}
