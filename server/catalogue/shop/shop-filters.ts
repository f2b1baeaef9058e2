import { and, type Column, eq, gt, gte, inArray, lte, not, or, type SQL, sql } from 'drizzle-orm'

import { noStone } from '../../../contract/catalogue/shop-choices.ts'
import type { ShopFilters } from '../../../contract/catalogue/shop.ts'
import { category, item, itemSearchWords, itemTranslation, translationSearchWords } from '../../db/schema/catalogue.ts'
import { inventory, inventoryType } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { searchingLowered } from '../../resource/list.ts'

/** More words than anybody types: each one looks through the whole catalogue. */
const words = 8

/**
 * What a metal or stone is filtered by: of 'Emerald, two baguette diamonds' and 'Diamond 0.30 ct' the first words. The
 * whole of it, up to a comma, where it begins otherwise; null where it is nothing.
 */
export const kindOf = (column: Column | SQL) => sql<string | null>`coalesce(
  nullif(btrim(substring(${column} from '^[^,(0-9]*')), ''), nullif(btrim(split_part(${column}, ',', 1)), ''))`
export const metalKind = sql<string | null>`lower(${kindOf(item.metal)})`
export const stoneKind = sql<string>`coalesce(lower(${kindOf(item.stone)}), ${sql.raw(`'${noStone}'`)})`

/** The public sees Active items in Active categories; needs the join with `category`. */
export const shown = and(item.status, category.status)

/** The keys of the items that can be had at once, somewhere. */
export const inStock = (db: Db | Tx) =>
  db
    .select({ itemID: inventory.itemID })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(and(gt(inventory.quantity, inventory.reserved), inventoryType.sellable, inventoryType.status))

/** What the filters ask for, each by itself; undefined where one asks for nothing. */
export function shopConditions(db: Db | Tx, filters: ShopFilters) {
  const { categoryID, karat, metal, stone, availability } = filters
  const lowered = (values: string[]) => values.map((value) => value.toLowerCase())
  const stocked = inArray(item.itemID, inStock(db))
  return {
    words: and(...wordsOf(filters.search).map((word) => mentions(db, word))),
    price: and(
      filters.minPrice === undefined ? undefined : gte(item.price, filters.minPrice),
      filters.maxPrice === undefined ? undefined : lte(item.price, filters.maxPrice),
    ),
    categoryID: categoryID && inArray(item.categoryID, categoryID),
    karat: karat && inArray(item.karat, karat),
    metal: metal && inArray(metalKind, lowered(metal)),
    stone: stone && inArray(stoneKind, lowered(stone)),
    availability: availability && (availability === 'inStock' ? stocked : not(stocked)),
  }
}

/** Each word once; full-width letters, which Japanese keyboards type, mean the same as others. */
const wordsOf = (search: string) =>
  [...new Set(search.normalize('NFKC').toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, words)

/** Whether an item, its category or a translation of its words holds this word. */
function mentions(db: Db | Tx, word: string): SQL | undefined {
  const translated = db
    .select({ itemID: itemTranslation.itemID })
    .from(itemTranslation)
    .where(searchingLowered(word, translationSearchWords))
  return or(
    searchingLowered(word, itemSearchWords),
    searchingLowered(word, sql`lower(${category.categoryName})`),
    inArray(item.itemID, translated),
  )
}
