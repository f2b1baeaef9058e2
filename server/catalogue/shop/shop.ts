import { and, asc, type Column, count, desc, eq, inArray, ne, not, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { computePublicPesosPerGram } from '../../../contract/catalogue/assay.ts'
import { karats } from '../../../contract/catalogue/karats.ts'
import { designOf, shortNameOf } from '../../../contract/catalogue/piece-names.ts'
import { noStone } from '../../../contract/catalogue/shop-choices.ts'
import { type Facet, shop, type ShopFilters, type ShopQuery } from '../../../contract/catalogue/shop.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { isOnSite } from '../../db/on-site.ts'
import { findPictures, itemPictures } from '../../db/pictures.ts'
import { category, item, itemImage, itemTranslation } from '../../db/schema/catalogue.ts'
import { serve } from '../../http/serve.ts'
import { countOne } from '../../insight/counts.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { describeShownGold, type PricedGold } from '../../pricing/rates/days-gold.queries.ts'
import { listPage } from '../../resource/list.ts'
import { ok } from '../../resource/records.ts'
import { type CategoryNames, translateCategories, translateCategory } from './category-names.ts'
import { facetsOf } from './shop-facets.ts'
import { availabilityOf, inStock, kindOf, metalKind, shopConditions, stoneKind } from './shop-filters.ts'

/** The number of similar items that the page of an item shows. */
const similarCount = 4
/** Maximum number of items that are compared by their design. */
const designCount = 48

/** Registers the public catalogue. Its responses are the same for every caller. */
export function shopRoutes(app: FastifyInstance) {
  serve(app, shop.items, async ({ query }, { db, now }) => {
    const select = selectShown(db).where(
      and(isOnSite, ...Object.values(shopConditions(db, query)), filterByPicture(db, query.pictured)),
    )
    const page = await listPage(db, { ...query, sort: resolveSort(query) }, select.$dynamic(), {
      itemID: item.itemID,
      price: item.price,
    })
    // Only the first page counts as a search, because further pages belong to the same search.
    if (query.search !== '' && query.page === 1) await countOne(db, now, 'search', 'catalogue')
    return { ...page, data: await addPublicFields(db, now, page.data, query.language) }
  })

  serve(app, shop.item, async ({ id, query: { language } }, { db, now }) => {
    const [found] = await db
      .select({ ...columns, ...detailColumns, metalKind, stoneKind })
      .from(item)
      .innerJoin(category, eq(category.categoryID, item.categoryID))
      .where(and(isOnSite, eq(item.itemID, id)))
    if (!found) throw notFound('Item')
    const [[details], images, otherGolds, goesWith] = await Promise.all([
      addPublicFields(db, now, [found], language),
      findPictures(db, itemPictures, [id]),
      findOtherGolds(db, found),
      findSimilar(db, found),
    ])
    const pictures = images.get(id) ?? []
    return ok({
      ...details!,
      pictures: pictures.map(({ url }) => url),
      pictureFocuses: pictures.map(({ focus }) => focus),
      otherGolds: await addPublicFields(db, now, otherGolds, language),
      goesWith: await addPublicFields(db, now, goesWith, language),
    })
  })

  serve(app, shop.categories, async (_, { db }) => {
    const { categoryID, categoryName, description } = category
    return ok(
      await db
        .select({ categoryID, categoryName, description, count: count() })
        .from(item)
        .innerJoin(category, eq(categoryID, item.categoryID))
        .where(isOnSite)
        .groupBy(categoryID)
        .orderBy(asc(sql`lower(${categoryName})`)),
    )
  })

  serve(app, shop.facets, async ({ query: { language, ...filters } }, { db }) => {
    const facets = await computeFacets(db, filters)
    return ok({ ...facets, categoryID: await translateCategories(db, facets.categoryID, language) })
  })
}

const columns = {
  itemID: item.itemID,
  itemCode: item.itemCode,
  itemName: item.itemName,
  categoryID: item.categoryID,
  categoryName: category.categoryName,
  tagalogName: category.tagalogName,
  japaneseName: category.japaneseName,
  price: item.price,
  uom: item.uom,
  grams: item.grams,
  karat: item.karat,
  metal: item.metal,
  stone: item.stone,
  netGrams: item.netGrams,
  leadTimeDays: item.leadTimeDays,
}
const detailColumns = {
  description: item.description,
  size: item.size,
  certificateNumber: item.certificateNumber,
}
type Row = {
  itemID: number
  itemName: string
  leadTimeDays: number | null
  description?: string | null
} & CategoryNames &
  PricedGold

const selectShown = (db: Db | Tx) =>
  db.select(columns).from(item).innerJoin(category, eq(category.categoryID, item.categoryID))

const resolveSort = ({ sort }: z.output<typeof ShopQuery>) => (sort === 'newest' ? '-itemID' : sort)

function filterByPicture(db: Db | Tx, wanted: boolean | undefined): SQL | undefined {
  if (wanted === undefined) return undefined
  return wanted ? hasPicture(db) : not(hasPicture(db))
}

const hasPicture = (db: Db | Tx) => inArray(item.itemID, db.select({ itemID: itemImage.itemID }).from(itemImage))

/** Adds to each item its translated texts, its availability, its gold at the rate of the day, and its first picture. */
async function addPublicFields<R extends Row>(db: Db | Tx, now: Date, rows: R[], language: Language) {
  const itemIDs = rows.map((row) => row.itemID)
  const [stocked, images, words, goldOf] = await Promise.all([
    findInStock(db, itemIDs),
    findPictures(db, itemPictures, itemIDs),
    translationsOf(db, itemIDs, language),
    describeShownGold(db, now, language),
  ])
  return rows.map(({ tagalogName, japaneseName, ...row }) => {
    const { itemName, description } = words.get(row.itemID) ?? {}
    return {
      ...row,
      itemName: itemName ?? row.itemName,
      itemNameLanguage: itemName ? language : 'en',
      ...(row.description !== undefined && { description: description ?? row.description }),
      descriptionLanguage: description ? language : 'en',
      pesosPerGram: computePublicPesosPerGram(row, row.price),
      daysGold: goldOf(row),
      availability: availabilityOf(stocked.has(row.itemID), row.leadTimeDays !== null),
      ...translateCategory({ categoryName: row.categoryName, tagalogName, japaneseName }, language),
      picture: images.get(row.itemID)?.[0]?.url ?? null,
      pictureFocus: images.get(row.itemID)?.[0]?.focus ?? null,
    }
  })
}

async function findInStock(db: Db | Tx, itemIDs: number[]) {
  const rows = await db
    .select({ itemID: item.itemID })
    .from(item)
    .where(and(inArray(item.itemID, itemIDs), inArray(item.itemID, inStock(db))))
  return new Set(rows.map((row) => row.itemID))
}

async function translationsOf(db: Db | Tx, itemIDs: number[], language: Language) {
  if (language === 'en') return new Map<number, typeof itemTranslation.$inferSelect>()
  const rows = await db
    .select()
    .from(itemTranslation)
    .where(and(inArray(itemTranslation.itemID, itemIDs), eq(itemTranslation.language, language)))
  return new Map(rows.map((row) => [row.itemID, row]))
}

/** Matches items of the same design: the same category and stone, and a name with the same beginning. */
const hasSameDesign = ({ categoryID, stone, itemName }: Piece) =>
  and(
    eq(item.categoryID, categoryID),
    sql`lower(coalesce(${item.stone}, '')) = lower(${stone ?? ''})`,
    sql`starts_with(lower(${item.itemName}), lower(${designOf(itemName)}))`,
  )!

/** Returns the same piece in other golds, the purest first. Pieces that differ in another detail are not the same. */
async function findOtherGolds(db: Db | Tx, own: Piece) {
  const rows = await selectShown(db)
    .where(and(isOnSite, ne(item.itemID, own.itemID), hasSameDesign(own)))
    .orderBy(desc(item.itemID))
    .limit(designCount)
  const goldOf = ({ karat, metal }: Pick<Piece, 'karat' | 'metal'>) => `${karat} ${metal?.toLowerCase()}`
  const name = shortNameOf(own).toLowerCase()
  const purity = ({ karat }: Pick<Piece, 'karat'>) => (karat === null ? karats.length : karats.indexOf(karat))
  return rows
    .filter((row) => shortNameOf(row).toLowerCase() === name && goldOf(row) !== goldOf(own))
    .toSorted((one, other) => purity(one) - purity(other))
    .slice(0, similarCount)
}

/**
 * Returns the other items that are most similar to this one, one of each design. An equal stone counts most. Items of
 * the same design are left out.
 */
async function findSimilar(db: Db | Tx, piece: Piece) {
  const { itemID, ...own } = piece
  const shared = (condition: SQL, weight: number) =>
    sql`case when ${condition} then ${sql.raw(String(weight))} else 0 end`
  // The text of a metal or stone begins with its filter value, as in 'Diamond, 0.5 ct'. Comparing the beginning is
  // cheaper than computing the filter values of all items.
  const beginsWith = (column: Column, kind: string) => sql`starts_with(lower(${column}), ${kind})`
  const likeness = [
    shared(eq(item.categoryID, own.categoryID), 2),
    ...(own.stoneKind === noStone ? [] : [shared(beginsWith(item.stone, own.stoneKind), 3)]),
    ...(own.metalKind === null ? [] : [shared(beginsWith(item.metal, own.metalKind), 1)]),
    ...(own.karat === null ? [] : [shared(eq(item.karat, own.karat), 1)]),
    // Items with a picture rank higher.
    shared(hasPicture(db), 2),
  ]
  const rows = await selectShown(db)
    .where(and(isOnSite, ne(item.itemID, itemID), not(hasSameDesign(piece))))
    .orderBy(desc(sql.join(likeness, sql` + `)), desc(item.itemID))
    .limit(designCount)
  const byDesign = Map.groupBy(rows, (row) => `${row.categoryID} ${designOf(row.itemName)}`)
  return [...byDesign.values()].slice(0, similarCount).map(([first]) => first!)
}
type Piece = Pick<typeof item.$inferSelect, 'itemID' | 'itemName' | 'categoryID' | 'karat' | 'metal' | 'stone'> & {
  metalKind: string | null
  stoneKind: string
}

/**
 * Returns every value of each filter, with the number of items that match the other filters. PostgreSQL first groups
 * items that are equal in all filters, because a catalogue has few such groups.
 */
async function computeFacets(db: Db | Tx, query: ShopFilters) {
  const { words, price } = shopConditions(db, query)
  const groups = db
    .select({
      categoryID: item.categoryID,
      categoryName: category.categoryName,
      karat: item.karat,
      metal: item.metal,
      stone: item.stone,
      there: sql<boolean>`${inArray(item.itemID, inStock(db))}`.as('there'),
      toOrder: sql<boolean>`${item.leadTimeDays} is not null`.as('to_order'),
      all: count().as('all_of_them'),
      found: sql<number>`count(*) filter (where ${and(words, price) ?? true})`.as('found'),
    })
    .from(item)
    .innerJoin(category, eq(category.categoryID, item.categoryID))
    .where(isOnSite)
    .groupBy(item.categoryID, category.categoryName, item.karat, item.metal, item.stone, sql`there`, sql`to_order`)
    .as('groups')
  const rows = await db
    .select({
      categoryID: sql<string>`${groups.categoryID}::text`,
      categoryName: groups.categoryName,
      karat: groups.karat,
      metalName: sql<string>`coalesce(${kindOf(sql`${groups.metal}`)}, '')`,
      stoneName: sql<string>`coalesce(${kindOf(sql`${groups.stone}`)}, '')`,
      there: groups.there,
      toOrder: groups.toOrder,
      all: groups.all,
      found: sql<number>`${groups.found}`.mapWith(Number),
    })
    .from(groups)
  const lowered = (values: string[] | undefined) => values?.map((value) => value.toLowerCase())
  const [karatOrder, stoneOrder] = [karats as readonly string[], [noStone]]
  const facet = facetsOf(
    rows.map(({ categoryID, categoryName, karat, metalName, stoneName, there, toOrder, ...counts }) => ({
      values: {
        categoryID,
        karat,
        metal: metalName === '' ? null : metalName.toLowerCase(),
        stone: stoneName === '' ? noStone : stoneName.toLowerCase(),
        availability: availabilityOf(there, toOrder),
      },
      names: { categoryID: categoryName, metal: metalName, stone: stoneName },
      ...counts,
    })),
    {
      categoryID: query.categoryID?.map(String),
      karat: query.karat,
      metal: lowered(query.metal),
      stone: lowered(query.stone),
      availability: query.availability,
    },
  )
  const byKey = (a: Facet, b: Facet) => Number(a.value) - Number(b.value)
  return {
    categoryID: facet('categoryID').toSorted(byKey),
    karat: facet('karat').toSorted((a, b) => karatOrder.indexOf(a.value) - karatOrder.indexOf(b.value)),
    metal: facet('metal'),
    stone: facet('stone').toSorted((a, b) => stoneOrder.indexOf(a.value) - stoneOrder.indexOf(b.value)),
    availability: facet('availability'),
  }
}
