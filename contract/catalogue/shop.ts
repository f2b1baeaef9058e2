import { answer, BooleanFilter, pageOf } from '../shared/answers.ts'
import { ContactText } from '../shared/contacts.ts'
import { PictureFocus } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Email, ID, Money, required } from '../shared/fields.ts'
import { languages } from '../shared/languages.ts'
import { z } from '../shared/zod.ts'
import { uoms } from './items.ts'
import { karats } from './karats.ts'
import { availabilities, longestQuestion, shopSorts } from './shop-choices.ts'

const Language = z.enum(languages)
/**
 * Accepts several values of one filter. Forms repeat the parameter for each value; links may separate values by commas.
 */
const several = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (sent) =>
      sent === undefined
        ? undefined
        : [sent].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [one])),
    z.array(value).max(50).optional(),
  )
/** A price in pesos from a form, where empty text means no price. */
const Price = z.preprocess((sent) => (sent === '' ? undefined : sent), z.coerce.number().pipe(Money).optional())

/** The catalogue's filters. An item must match every given filter, with any one of the filter's values. */
const filters = {
  /** The search text. An item must contain every word, in any order. */
  search: z.string().trim().max(100).default(''),
  categoryID: several(z.coerce.number().pipe(ID)),
  karat: several(z.enum(karats)),
  /**
   * The metals, by the values of the metal facet, ignoring case. A facet groups metals by the text before the first
   * digit, comma or parenthesis: `yellow gold` for 'Yellow gold, 4.8 g'.
   */
  metal: several(required(60)),
  /** The stones, by the values of the stone facet, ignoring case. `none` finds items without a stone. */
  stone: several(required(60)),
  minPrice: Price,
  maxPrice: Price,
  availability: several(z.enum(availabilities)),
}
export const ShopFilters = z.strictObject(filters)
export type ShopFilters = z.output<typeof ShopFilters>

export const ShopQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
  sort: z.enum(shopSorts).default('newest'),
  ...filters,
  /** True finds only items with a picture, false only items without one. */
  pictured: BooleanFilter,
  /** The language of names and descriptions. An item without that translation keeps the shop's language. */
  language: Language.default('en'),
})

export const ShopItem = z
  .object({
    itemID: ID,
    itemCode: z.string(),
    itemName: z.string(),
    /** The language of the name. */
    itemNameLanguage: Language,
    categoryID: ID,
    categoryName: z.string(),
    /** The language of the category's name. */
    categoryNameLanguage: Language,
    /** Pesos per piece or pair, or per gram of BULK. */
    price: z.number(),
    uom: z.enum(uoms),
    /** The weight of one piece or pair in grams, to the milligram. */
    grams: z.number(),
    karat: z.enum(karats).nullable(),
    metal: z.string().nullable(),
    stone: z.string().nullable(),
    /** The price of a gram in whole pesos; null with stones, which are most of the price, and without gold or weight. */
    pesosPerGram: z.int().nullable(),
    /** The gold in it at the rate of the day, as the shop chose to show it; null where it shows none or knows none. */
    daysGold: z.string().nullable(),
    availability: z.enum(availabilities),
    /** The approximate number of days until an item made to order is ready. */
    leadTimeDays: z.int().nullable(),
    /** The path of the first picture. Every variant of contract/shared/pictures.ts exists for it. */
    picture: z.string().nullable(),
    pictureFocus: PictureFocus.nullable(),
  })
  .meta({ id: 'ShopItem' })
export type ShopItem = z.input<typeof ShopItem>

export const ShopItemDetails = ShopItem.extend({
  description: z.string().nullable(),
  descriptionLanguage: Language,
  size: z.string().nullable(),
  certificateNumber: z.string().nullable(),
  pictures: z.array(z.string()),
  /** The focus of each picture, in the same order. */
  pictureFocuses: z.array(PictureFocus),
  /** The same design in other golds. */
  otherGolds: z.array(ShopItem),
  /** The most similar items of other designs. */
  goesWith: z.array(ShopItem),
}).meta({ id: 'ShopItemDetails' })
export type ShopItemDetails = z.input<typeof ShopItemDetails>

/**
 * One value of a filter, with its label. `count` is the number of items that have this value and match the other
 * filters.
 */
const Facet = z.object({
  value: z.string(),
  name: z.string(),
  /** The language of a translated name; omitted for a name that is not translated. */
  nameLanguage: Language.optional(),
  count: z.int(),
})
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

/** A question. Exactly one of `email` and `contact` says where to answer. */
export const QuestionInput = z
  .object({
    /** The item that the question is about; omitted for a general question. */
    itemID: ID.nullish(),
    /** The form of the contact page has no name. The shop then sees the e-mail or contact in its place. */
    name: required(120).optional(),
    email: Email.optional(),
    /** An e-mail address, a phone number, or a name on LINE or Messenger. */
    contact: ContactText.optional(),
    text: required(longestQuestion, 'Enter a question'),
    /** The language of the page that the visitor uses. */
    language: Language.default('en'),
    /** A hidden field, which only spam robots fill in. */
    website: z.string().max(500).optional(),
  })
  .refine(({ email, contact }) => email !== undefined || contact !== undefined, {
    path: ['email'],
    error: 'Email is required',
  })
  .refine(({ email, contact }) => email === undefined || contact === undefined, {
    path: ['contact'],
    error: 'Enter an email or a contact, not both',
  })

export const shop = {
  items: endpoint({
    method: 'GET',
    path: '/api/shop/items',
    summary: 'Lists the items for sale',
    access: 'public',
    query: ShopQuery,
    returns: pageOf(ShopItem),
  }),
  item: endpoint({
    method: 'GET',
    path: '/api/shop/items/:id',
    summary: 'Returns an item for sale, with related items',
    access: 'public',
    query: z.strictObject({ language: Language.default('en') }),
    returns: answer(ShopItemDetails),
  }),
  categories: endpoint({
    method: 'GET',
    path: '/api/shop/categories',
    summary: 'Lists the categories of the catalogue with the number of their items',
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
    summary: 'Lists the filters of the catalogue with the number of their items',
    access: 'public',
    query: ShopFilters.extend({
      /** The language of the categories' names. */
      language: Language.default('en'),
    }),
    returns: answer(Facets),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/shop/questions',
    summary: 'Sends a question to the shop, about an item or in general',
    access: 'public',
    body: QuestionInput,
    returns: answer(z.null()),
    status: 201,
  }),
  visit: endpoint({
    method: 'POST',
    path: '/api/shop/visits',
    summary: 'Counts a page view; stores nothing about the visitor',
    access: 'public',
    /** The page’s English path, without a query. */
    body: z.object({ path: required(200) }),
    returns: answer(z.null()),
  }),
}
