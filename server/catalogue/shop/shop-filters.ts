import { and, type Column, eq, gt, gte, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'

import { type availabilities, noStone } from '../../../contract/catalogue/shop-choices.ts'
import type { ShopFilters } from '../../../contract/catalogue/shop.ts'
import { category, item, itemSearchWords, itemTranslation, translationSearchWords } from '../../db/schema/catalogue.ts'
import { inventory, inventoryType } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { lowercaseSearchCondition } from '../../resource/list.ts'

/** The maximum number of words in a search, because the database searches the whole catalogue for each word. */
const maxWords = 8

/**
 * The filter value of a metal or stone text, such as 'Diamond' for 'Diamond, 0.5 ct'. It is the part before the first
 * digit, comma or parenthesis. If that part is empty, it is everything before the first comma. It is null for an empty
 * text.
 */
export const kindOf = (column: Column | SQL) => sql<string | null>`coalesce(
  nullif(btrim(substring(${column} from '^[^,(0-9]*')), ''), nullif(btrim(split_part(${column}, ',', 1)), ''))`
export const metalKind = sql<string | null>`lower(${kindOf(item.metal)})`
export const stoneKind = sql<string>`coalesce(lower(${kindOf(item.stone)}), ${sql.raw(`'${noStone}'`)})`

/** Selects the keys of items that are available at any location. */
export const inStock = (db: Db | Tx) =>
  db
    .select({ itemID: inventory.itemID })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(and(gt(inventory.quantity, inventory.reserved), inventoryType.sellable, inventoryType.status))

/** An item that is not in stock can be made to order if it has a lead time. Otherwise it is sold out. */
export const availabilityOf = (isInStock: boolean, hasLeadTime: boolean): (typeof availabilities)[number] =>
  isInStock ? 'inStock' : hasLeadTime ? 'madeToOrder' : 'soldOut'

/** Returns the rule of `availabilityOf` as an SQL condition. */
function hasAvailability(db: Db | Tx, availability: (typeof availabilities)[number]): SQL {
  const stocked = inArray(item.itemID, inStock(db))
  if (availability === 'inStock') return stocked
  return and(not(stocked), availability === 'soldOut' ? isNull(item.leadTimeDays) : isNotNull(item.leadTimeDays))!
}

/** Returns one SQL condition for each filter, undefined for a filter that is not set. */
export function shopConditions(db: Db | Tx, filters: ShopFilters) {
  const { categoryID, karat, metal, stone, availability } = filters
  const lowered = (values: string[]) => values.map((value) => value.toLowerCase())
  return {
    words: and(...splitSearch(filters.search).map((word) => mentions(db, word))),
    price: and(
      filters.minPrice === undefined ? undefined : gte(item.price, filters.minPrice),
      filters.maxPrice === undefined ? undefined : lte(item.price, filters.maxPrice),
    ),
    categoryID: categoryID && inArray(item.categoryID, categoryID),
    karat: karat && inArray(item.karat, karat),
    metal: metal && inArray(metalKind, lowered(metal)),
    stone: stone && inArray(stoneKind, lowered(stone)),
    availability: availability && or(...availability.map((one) => hasAvailability(db, one))),
  }
}

/**
 * Splits a search into different words in lower case. Full-width letters, which Japanese keyboards enter, become normal
 * letters.
 */
const splitSearch = (search: string) =>
  [...new Set(search.normalize('NFKC').toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, maxWords)

/** Matches items whose own texts, category name or translations contain the word. */
function mentions(db: Db | Tx, word: string): SQL | undefined {
  const translated = db
    .select({ itemID: itemTranslation.itemID })
    .from(itemTranslation)
    .where(lowercaseSearchCondition(word, translationSearchWords))
  return or(
    lowercaseSearchCondition(word, itemSearchWords),
    lowercaseSearchCondition(
      word,
      sql`lower(concat_ws(' ', ${category.categoryName}, ${category.tagalogName}, ${category.japaneseName}))`,
    ),
    inArray(item.itemID, translated),
  )
}
