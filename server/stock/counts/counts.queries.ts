import { and, asc, eq, getColumns, type SQL, sql } from 'drizzle-orm'

import type { NamedPiece } from '../../../contract/catalogue/named-pieces.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import type { stockCounts as endpoints } from '../../../contract/stock/stock-counts.ts'
import { cover } from '../../db/covers.ts'
import { userName } from '../../db/names.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import {
  inventory,
  inventoryAdjustment,
  inventoryType,
  location,
  stockCount,
  stockCountLine,
} from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../../resource/list.ts'

const open = sql`${stockCount.status} = 'Pending'`
/** An open blind sheet hides its expected quantities. */
const shown = sql`not (${stockCount.blind} and ${open})`
/** Only an open sheet reports stock movements since its lines were created. */
const moved = sql<boolean>`(${open} and ${inventory.movements} > ${stockCountLine.movements})`

const linesWith = (condition: SQL) => sql<number>`(select count(*)::int from ${stockCountLine}
  join ${inventory} on ${inventory.inventoryID} = ${stockCountLine.inventoryID}
  where ${stockCountLine.countID} = ${stockCount.countID} and ${condition})`

const countedLines = linesWith(sql`${stockCountLine.counted} is not null`)
const differing = linesWith(sql`${stockCountLine.counted} <> ${stockCountLine.expected}`)

/** Returns one page of the sheets, without their lines. */
export async function listCounts(db: Db | Tx, query: Received<typeof endpoints.list>['query']) {
  const select = selectCounts(db).where(
    and(
      searchCondition(query.search, [
        stockCount.countNumber,
        location.locationName,
        category.categoryName,
        stockCount.remarks,
      ]),
      equalsCondition(stockCount.status, query.status),
      equalsCondition(stockCount.locationID, query.locationID),
      equalsCondition(stockCount.categoryID, query.categoryID),
      equalsCondition(stockCount.blind, query.blind),
      await commonCondition(db, query, stockCount),
    ),
  )
  return listPage(db, query, select.$dynamic(), {
    countID: stockCount.countID,
    countNumber: stockCount.countNumber,
    locationName: location.locationName,
    categoryName: category.categoryName,
    blind: stockCount.blind,
    status: stockCount.status,
    countedLines,
    createdByName: userName,
    createdAt: stockCount.createdAt,
    finishedAt: stockCount.finishedAt,
  })
}

/** Selects sheets as the list shows them, without their lines. */
const selectCounts = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(stockCount),
      location: { locationName: location.locationName },
      category: { categoryName: category.categoryName },
      totalLines: linesWith(sql`true`),
      countedLines,
      movedLines: linesWith(moved),
      differences: sql<number | null>`case when ${shown} then ${differing} end`,
      createdBy: { userID: user.userID, name: userName },
    })
    .from(stockCount)
    .innerJoin(location, eq(location.locationID, stockCount.locationID))
    .leftJoin(category, eq(category.categoryID, stockCount.categoryID))
    .leftJoin(user, eq(user.userID, stockCount.createdByID))

/** Returns one sheet without its lines. Throws 404 when it does not exist. */
export async function findCount(db: Db | Tx, id: number) {
  const [found] = await selectCounts(db).where(eq(stockCount.countID, id))
  if (!found) throw notFound('Stock count')
  return found
}

/** The pieces of a line, with whether each was found. A finished sheet names the missing ones in its adjustment. */
const pieces = sql<(NamedPiece & { found: boolean })[]>`case when ${inventory.pieces} is null then '[]'::json else (
  select coalesce(json_agg(json_build_object('pieceID', one.piece_id, 'number', one.number,
      'found', found.piece_id is not null) order by one.serial), '[]')
    from piece one
    left join stock_count_piece found
      on found.piece_id = one.piece_id and found.count_line_id = ${stockCountLine.countLineID}
    where one.item_id = ${inventory.itemID} and (found.piece_id is not null
      or ${shown} and ${open} and one.inventory_id = ${inventory.inventoryID}
      or exists (select from inventory_adjustment_piece missing
        where missing.piece_id = one.piece_id and missing.adjustment_id = ${inventoryAdjustment.adjustmentID}))) end`

/** Selects lines of sheets as the API returns them. */
const selectLines = (db: Db | Tx) =>
  db
    .select({
      countLineID: stockCountLine.countLineID,
      inventoryID: stockCountLine.inventoryID,
      itemID: inventory.itemID,
      inventoryTypeID: inventory.inventoryTypeID,
      item: {
        itemName: item.itemName,
        itemCode: item.itemCode,
        barcode: item.barcode,
        uom: item.uom,
        byPiece: item.byPiece,
        ...cover,
      },
      inventoryType: { typeName: inventoryType.typeName },
      pieces,
      expected: sql<number | null>`case when ${shown} then ${stockCountLine.expected} end`.mapWith(Number),
      counted: stockCountLine.counted,
      difference: sql<
        number | null
      >`case when ${shown} then ${stockCountLine.counted} - ${stockCountLine.expected} end`.mapWith(Number),
      moved,
      countedBy: { userID: user.userID, name: userName },
      countedAt: stockCountLine.countedAt,
      adjustment: { adjustmentID: inventoryAdjustment.adjustmentID, status: inventoryAdjustment.status },
    })
    .from(stockCountLine)
    .innerJoin(stockCount, eq(stockCount.countID, stockCountLine.countID))
    .innerJoin(inventory, eq(inventory.inventoryID, stockCountLine.inventoryID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .leftJoin(user, eq(user.userID, stockCountLine.countedByID))
    .leftJoin(
      inventoryAdjustment,
      and(
        eq(inventoryAdjustment.countID, stockCountLine.countID),
        eq(inventoryAdjustment.inventoryID, stockCountLine.inventoryID),
      ),
    )

/** Returns a sheet with its lines. Throws 404 when it does not exist. */
export const findSheet = async (db: Db | Tx, id: number) => ({
  ...(await findCount(db, id)),
  lines: await linesOf(db, id),
})

/** Returns all lines of a sheet, sorted by item name. */
const linesOf = (db: Db | Tx, id: number) =>
  selectLines(db)
    .where(eq(stockCountLine.countID, id))
    .orderBy(sql`lower(${item.itemName})`, asc(inventory.inventoryTypeID), asc(stockCountLine.countLineID))

/** Returns one line of a sheet. Throws 404 when the sheet has no such line. */
export async function findCountLine(db: Db | Tx, id: number, lineID: number) {
  const [found] = await selectLines(db).where(
    and(eq(stockCountLine.countID, id), eq(stockCountLine.countLineID, lineID)),
  )
  if (!found) throw notFound('Stock count line')
  return found
}
