import { and, asc, eq, getColumns, type SQL, sql } from 'drizzle-orm'

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
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'

const open = sql`${stockCount.status} = 'Pending'`
/** While a blind sheet is counted, what is expected does not leave the database. */
const shown = sql`not (${stockCount.blind} and ${open})`
/** A sheet that is closed stays as it was, however its stock moves afterwards. */
const moved = sql<boolean>`(${open} and ${inventory.movements} > ${stockCountLine.movements})`

const linesWith = (condition: SQL) => sql<number>`(select count(*)::int from ${stockCountLine}
  join ${inventory} on ${inventory.inventoryID} = ${stockCountLine.inventoryID}
  where ${stockCountLine.countID} = ${stockCount.countID} and ${condition})`

export const countedLines = linesWith(sql`${stockCountLine.counted} is not null`)
const differing = linesWith(sql`${stockCountLine.counted} <> ${stockCountLine.expected}`)

/** Sheets as the list shows them, without their lines. */
export const counts = (db: Db | Tx) =>
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

/** One sheet without its lines; 404 where there is none. */
export async function findCount(db: Db | Tx, id: number) {
  const [found] = await counts(db).where(eq(stockCount.countID, id))
  if (!found) throw notFound('Stock count')
  return found
}

/** Lines of sheets as they are answered. */
const lines = (db: Db | Tx) =>
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
        image_url: cover,
      },
      inventoryType: { typeName: inventoryType.typeName },
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

/** All lines of a sheet, in the order of the items' names. */
export const linesOf = (db: Db | Tx, id: number) =>
  lines(db)
    .where(eq(stockCountLine.countID, id))
    .orderBy(sql`lower(${item.itemName})`, asc(inventory.inventoryTypeID), asc(stockCountLine.countLineID))

/** One line of a sheet; 404 where the two do not belong together. */
export async function findLine(db: Db | Tx, id: number, lineID: number) {
  const [found] = await lines(db).where(and(eq(stockCountLine.countID, id), eq(stockCountLine.countLineID, lineID)))
  if (!found) throw notFound('Stock count line')
  return found
}

/**
 * Locks a sheet that is still counted on; 404 where there is none, 409 where it is closed. Whoever counts shares the
 * lock with the others who do; whoever closes the sheet (`update`) has it alone.
 */
export async function lockOpen({ db }: Context, id: number, strength: 'share' | 'update', verb: string) {
  const [found] = await db.select().from(stockCount).where(eq(stockCount.countID, id)).for(strength)
  if (!found) throw notFound('Stock count')
  if (found.status !== 'Pending')
    throw new AppError('count.closed', `This stock count is ${found.status} and can no longer be ${verb}`)
  return found
}
