import { and, asc, eq, exists, getColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { Received } from '../../../contract/shared/endpoint.ts'
import type { stockTransfers as endpoints } from '../../../contract/stock/stock-transfers.ts'
import { cover } from '../../db/covers.ts'
import { userName } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { inventoryType, location, stockTransfer, stockTransferItem } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../../resource/list.ts'
import { piecesMoved } from '../pieces/pieces.queries.ts'

/** Returns one page of the transfers. */
export async function listTransfers(db: Db | Tx, query: Received<typeof endpoints.list>['query']) {
  const ofItem = db
    .select({ one: sql`1` })
    .from(stockTransferItem)
    .where(
      and(
        eq(stockTransferItem.transferID, stockTransfer.transferID),
        equalsCondition(stockTransferItem.itemID, query.itemID),
      ),
    )
  const select = selectTransfers(db).where(
    and(
      searchCondition(query.search, [
        stockTransfer.transferNumber,
        source.locationName,
        target.locationName,
        stockTransfer.remarks,
      ]),
      equalsCondition(stockTransfer.fromLocationID, query.fromLocationID),
      equalsCondition(stockTransfer.toLocationID, query.toLocationID),
      query.itemID === undefined ? undefined : exists(ofItem),
      await commonCondition(db, query, stockTransfer),
    ),
  )
  return listPage(db, query, select.$dynamic(), {
    transferID: stockTransfer.transferID,
    transferNumber: stockTransfer.transferNumber,
    fromLocationName: source.locationName,
    toLocationName: target.locationName,
    totalItems,
    totalQuantity,
    createdAt: stockTransfer.createdAt,
    createdByName: userName,
  })
}

const source = alias(location, 'source')
const target = alias(location, 'target')
const totalItems = sql<number>`(select count(*)::int from ${stockTransferItem}
  where ${stockTransferItem.transferID} = ${stockTransfer.transferID})`
const totalQuantity = sql<number>`(select sum(${stockTransferItem.quantity}) from ${stockTransferItem}
  where ${stockTransferItem.transferID} = ${stockTransfer.transferID})`.mapWith(Number)

/** Selects transfers as the list shows them. */
const selectTransfers = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(stockTransfer),
      fromLocation: { locationName: source.locationName },
      toLocation: { locationName: target.locationName },
      totalItems,
      totalQuantity,
      createdBy: { userID: user.userID, name: userName },
    })
    .from(stockTransfer)
    .innerJoin(source, eq(source.locationID, stockTransfer.fromLocationID))
    .innerJoin(target, eq(target.locationID, stockTransfer.toLocationID))
    .leftJoin(user, eq(user.userID, stockTransfer.createdByID))

/** Returns a transfer with its lines. Throws 404 when it does not exist. */
export async function findTransfer(db: Db | Tx, id: number) {
  const [found] = await selectTransfers(db).where(eq(stockTransfer.transferID, id))
  if (!found) throw notFound('Stock transfer')
  const items = await db
    .select({
      transferItemID: stockTransferItem.transferItemID,
      itemID: stockTransferItem.itemID,
      inventoryTypeID: stockTransferItem.inventoryTypeID,
      quantity: stockTransferItem.quantity,
      inventoryType: { typeName: inventoryType.typeName },
      item: { itemName: item.itemName, itemCode: item.itemCode, uom: item.uom, ...cover },
      pieces: piecesMoved(
        'transfer',
        stockTransferItem.transferID,
        sql`moved_row.item_id = ${stockTransferItem.itemID}
          and moved_row.inventory_type_id = ${stockTransferItem.inventoryTypeID}`,
      ),
    })
    .from(stockTransferItem)
    .innerJoin(item, eq(item.itemID, stockTransferItem.itemID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, stockTransferItem.inventoryTypeID))
    .where(eq(stockTransferItem.transferID, id))
    .orderBy(asc(stockTransferItem.transferItemID))
  return { ...found, items }
}
