import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { repricings } from '../../../contract/pricing/repricing.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { joinNamesInSql, userName } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { itemPrice, repricing, repricingItem } from '../../db/schema/pricing.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { commonCondition, listPage, searchCondition } from '../../resource/list.ts'
import { sellableStock } from './row-details.queries.ts'

const undoer = alias(user, 'undoer')
const [oldPrice, newPrice] = [alias(itemPrice, 'old_price'), alias(itemPrice, 'new_price')]

/** The lines of sales at the prices of a batch. An undone batch has none. */
const soldLines = sql<number>`case when ${repricing.undoneAt} is null then (select count(*)::int from ${repricingItem} i
  join sales_item l on l.item_price_id = i.new_price_id where i.repricing_id = ${repricing.repricingID}) else 0 end`

/** The items of a batch that have another price by now. */
const replacedItems = sql<number>`case when ${repricing.undoneAt} is null then (select count(*)::int from ${repricingItem} i
  join item on item.item_id = i.item_id where i.repricing_id = ${repricing.repricingID}
    and item.item_price_id is distinct from i.new_price_id) else 0 end`

const columns = {
  repricingID: repricing.repricingID,
  items: repricing.items,
  difference: repricing.difference,
  karats: repricing.karats,
  createdAt: repricing.createdAt,
  createdByID: repricing.createdByID,
  createdBy: { userID: user.userID, name: userName },
  undoneAt: repricing.undoneAt,
  undoneBy: { userID: undoer.userID, name: joinNamesInSql(undoer.firstName, undoer.lastName) },
  undoReason: repricing.undoReason,
  sold: soldLines,
  replaced: replacedItems,
}

const selectRepricings = (db: Db | Tx) =>
  db
    .select(columns)
    .from(repricing)
    .leftJoin(user, eq(user.userID, repricing.createdByID))
    .leftJoin(undoer, eq(undoer.userID, repricing.undoneByID))

/** Returns one page of the batches. */
export async function listRepricings(db: Db | Tx, query: Received<typeof repricings.list>['query']) {
  const { repricingID, createdAt, createdByID, items, difference } = repricing
  const select = selectRepricings(db).where(
    and(
      searchCondition(query.search, [userName, sql`array_to_string(${repricing.karats}, ' ')`]),
      await commonCondition(db, query, { createdAt, createdByID, modifiedByID: createdByID }),
    ),
  )
  return listPage(db, query, select.$dynamic(), { repricingID, createdAt, createdByName: userName, items, difference })
}

/** Returns a batch. Throws 404 when it does not exist. */
export async function findRepricing(db: Db | Tx, id: number) {
  const [found] = await selectRepricings(db).where(eq(repricing.repricingID, id))
  if (!found) throw notFound('Batch')
  return found
}

/** Returns one page of the prices of a batch. Throws 404 when it does not exist. */
export async function listRepricedItems(db: Db | Tx, id: number, query: Received<typeof repricings.items>['query']) {
  await findRepricing(db, id)
  const { createdAt, createdByID } = newPrice
  const difference = sql<number>`${newPrice.price} - ${oldPrice.price}`.mapWith(Number)
  const { itemID, itemCode, itemName } = item
  const select = db
    .select({
      itemPriceID: newPrice.itemPriceID,
      itemID,
      itemCode,
      itemName,
      karat: newPrice.karat,
      oldPrice: oldPrice.price,
      newPrice: newPrice.price,
      difference,
      stock: sql<number>`${sellableStock}::float8`,
    })
    .from(repricingItem)
    .innerJoin(item, eq(item.itemID, repricingItem.itemID))
    .innerJoin(oldPrice, eq(oldPrice.itemPriceID, repricingItem.oldPriceID))
    .innerJoin(newPrice, eq(newPrice.itemPriceID, repricingItem.newPriceID))
    .where(
      and(
        eq(repricingItem.repricingID, id),
        searchCondition(query.search, [itemCode, itemName]),
        await commonCondition(db, query, { createdAt, createdByID, modifiedByID: createdByID }),
      ),
    )
  const [old, now] = [oldPrice.price, newPrice.price]
  const sorts = { itemPriceID: newPrice.itemPriceID, itemCode, itemName, oldPrice: old, newPrice: now, difference }
  return listPage(db, query, select.$dynamic(), sorts)
}
