import { and, eq, getColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { listSpellings } from '../../../contract/catalogue/ean.ts'
import { items, type uoms } from '../../../contract/catalogue/items.ts'
import type { StoredPicture } from '../../../contract/shared/covers.ts'
import { picturesOfItem } from '../../db/pictures.ts'
import { prepareStatement } from '../../db/prepared.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { inventory, inventoryType, location } from '../../db/schema/stock.ts'
import { scrapItem } from '../../db/schema/trade-ins.ts'
import type { Pictures } from '../../files/pictures.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { FiltersOf } from '../../imports/kinds/kind.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { equalsCondition, listPageByKey, indexedSearchCondition, commonCondition } from '../../resource/list.ts'
import { drawImages, insertPictures, itemOwner, storePictures } from '../../resource/picture-lists.ts'
import { ok, record, stampCreated } from '../../resource/records.ts'
import { assertCountable } from '../../stock/ledger/ledger.rules.ts'
import { postMovements, findOrCreateStockRow } from '../../stock/ledger/ledger.ts'
import { findSharedPictures, orderNewPictures } from './images.ts'
import { assertCategoryIsActive, assertNotInactive, roundedCost as cost, updateItem } from './items.operations.ts'
import { assertNetWeight, assertTaxClassAllowed } from './items.rules.ts'
import { saveTranslations, translationsOf, translationsOfItem } from './translations.ts'

export function itemRoutes(app: FastifyInstance, pictures: Pictures) {
  serve(app, items.list, async ({ query }, { db }) => {
    const { itemID, itemCode, itemName, barcode, description } = item
    const { categoryName } = category
    const found = db
      .select({ itemID })
      .from(item)
      .leftJoin(category, eq(category.categoryID, item.categoryID))
      .where(await itemFilters(db, query))
    const rows = (keys: SQL, order: SQL[]) =>
      selectItems(db, query.locationID)
        .where(eq(itemID, sql`any(${keys})`))
        .orderBy(...order)
    const sorts = {
      itemID,
      itemCode,
      itemName,
      categoryName,
      barcode,
      description,
      grams: item.grams,
      uom: item.uom,
      price: item.price,
      cost,
      status: item.status,
    }
    const page = await listPageByKey(db, query, found, rows, sorts, item)
    return { ...page, data: page.data.map(withCover) }
  })

  serveRecord(app, items.get, async (db, id) => ok(await findItem(db, id)))

  serve(
    app,
    items.create,
    async ({ body }, context, drawn) => {
      const { locationID, inventoryTypeID, quantity, reOrderThreshold, cost: typed, imageOrder, ...rest } = body
      // A person from whom costs are hidden sends none. A manager revalues the item.
      const averageCost = typed ?? 0
      const { translations = [], ...fields } = rest
      const { db } = context
      assertTaxClassAllowed(context, 'standard', fields.taxClass)
      assertNetWeight(fields)
      await assertCategoryIsActive(db, fields.categoryID)
      const stock = await openingStock(db, fields, { locationID, inventoryTypeID, quantity, reOrderThreshold })
      const shared = await findSharedPictures(db, imageOrder, drawn.length)
      const stored = orderNewPictures(imageOrder, shared, await storePictures(pictures, db, drawn))
      const [row] = await db
        .insert(item)
        .values({ ...fields, averageCost, ...stampCreated(context) })
        .returning()
      const { itemID } = row!
      await insertPictures(db, itemOwner, itemID, stored)
      await saveTranslations(db, itemID, translations)
      if (stock) {
        const inventoryID = await findOrCreateStockRow(context, { itemID, ...stock.row })
        await postMovements(context, { kind: 'opening', documentType: 'inventory', documentID: inventoryID }, [
          { inventoryID, quantity: stock.quantity, unitCost: averageCost },
        ])
      }
      const after = { ...row!, translations: await translationsOf(db, itemID) }
      await record(context, { action: 'create', entity: 'item', entityID: itemID, before: null, after })
      return ok(await findItem(db, itemID))
    },
    { before: drawImages },
  )

  serve(app, items.update, async ({ id, body }, context) => {
    await updateItem(context, id, body)
    return ok(await findItem(context.db, id))
  })
}

/** Whether an item keeps the scrap of trade-ins. */
const isScrap = sql`exists (select from ${scrapItem} where ${scrapItem.itemID} = ${item.itemID})`

/** Returns the list's filters as an SQL condition on items joined with their categories. */
export async function itemFilters(db: Db | Tx, query: FiltersOf<typeof items.list>) {
  const { itemCode, barcode } = item
  const codes = query.code === undefined ? undefined : listSpellings(query.code.toLowerCase())
  return and(
    itemSearchCondition(query.search),
    equalsCondition(item.status, query.status),
    equalsCondition(item.onSite, query.onSite),
    equalsCondition(item.categoryID, query.categoryID),
    equalsCondition(item.karat, query.karat),
    equalsCondition(item.uom, query.uom),
    equalsCondition(isScrap, query.scrap),
    query.itemIDs && inArray(item.itemID, query.itemIDs),
    await commonCondition(db, query, item),
    codes && or(inArray(sql`lower(${itemCode})`, codes), inArray(sql`lower(${barcode})`, codes)),
  )
}

/**
 * Selects items without their cover picture. `available` is the quantity at this location or, without one, at all
 * locations.
 */
function selectItems(db: Db | Tx, locationID?: number) {
  const { averageCost: _, ...columns } = getColumns(item)
  return db
    .select({
      ...columns,
      cost,
      categoryName: category.categoryName,
      images: picturesOfItem,
      translations: translationsOfItem,
      available: availableOf(locationID),
    })
    .from(item)
    .innerJoin(category, eq(category.categoryID, item.categoryID))
}

const withCover = <Row extends { images: StoredPicture[] }>(row: Row) => ({
  ...row,
  image_url: row.images[0]?.thumb_url ?? null,
  image_focus: row.images[0]?.focus ?? null,
})

const itemByKey = prepareStatement('find_item', ['itemID'], (db, { itemID }) =>
  selectItems(db).where(eq(item.itemID, itemID)),
)

/** Returns one item as the API returns it. Throws 404 when it does not exist. */
async function findItem(db: Db | Tx, itemID: number) {
  const [found] = await itemByKey(db, { itemID })
  if (!found) throw notFound('Item')
  return withCover(found)
}

/** The item's sellable quantity not held by open sales, as an SQL expression. */
const availableOf = (locationID: number | undefined) =>
  sql<number>`(select coalesce(sum(${inventory.quantity} - ${inventory.reserved}), 0) from ${inventory}
    join ${inventoryType} on ${inventoryType.inventoryTypeID} = ${inventory.inventoryTypeID}
    where ${and(
      eq(inventory.itemID, item.itemID),
      equalsCondition(inventory.locationID, locationID),
      inventoryType.sellable,
      inventoryType.status,
    )})`.mapWith(Number)

/**
 * Matches items that contain the text. The matching keys are combined first. One condition with the category's name
 * would keep PostgreSQL from using the indexes.
 */
function itemSearchCondition(text: string): SQL | undefined {
  const { itemID, itemCode, itemName, barcode, description } = item
  const own = indexedSearchCondition(text, [itemCode, itemName, barcode, description])
  return (
    own &&
    sql`${itemID} = any(array(
      select ${itemID} from ${item} where ${own}
      union all select ${itemID} from ${item} join ${category} on ${eq(category.categoryID, item.categoryID)}
        where ${indexedSearchCondition(text, [category.categoryName])}))`
  )
}

/** Checks and returns the first stock of a new item. Returns null when no stock field is given. */
async function openingStock(
  db: Db | Tx,
  fields: { itemName: string; uom: (typeof uoms)[number] },
  asked: {
    locationID: number | undefined
    inventoryTypeID: number | undefined
    quantity: number | undefined
    reOrderThreshold: number | undefined
  },
) {
  if (Object.values(asked).every((value) => value === undefined)) return null
  const { quantity = 0, inventoryTypeID, reOrderThreshold = 0 } = asked
  assertCountable(fields, quantity, 'quantity')
  const [setting] = await db.select({ locationID: shopSetting.defaultLocationID }).from(shopSetting)
  const { locationID = setting!.locationID } = asked
  const [place] = await db.select().from(location).where(eq(location.locationID, locationID))
  assertNotInactive(place, `Location ${place?.locationName}`, 'locationID')
  const [type] = await db
    .select()
    .from(inventoryType)
    .where(
      inventoryTypeID === undefined
        ? eq(inventoryType.code, 'on_hand')
        : eq(inventoryType.inventoryTypeID, inventoryTypeID),
    )
  assertNotInactive(type, `Inventory type ${type?.typeName}`, 'inventoryTypeID')
  return { quantity, row: { locationID, inventoryTypeID: inventoryTypeID ?? type!.inventoryTypeID, reOrderThreshold } }
}
