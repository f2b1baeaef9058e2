import { and, eq, getColumns, sql } from 'drizzle-orm'

import type { NamedPiece } from '../../../contract/catalogue/named-pieces.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import type { inventoryAdjustments } from '../../../contract/stock/inventory-adjustments.ts'
import { cover } from '../../db/covers.ts'
import { nameOf } from '../../db/names.ts'
import { prepareStatement } from '../../db/prepared.ts'
import { item } from '../../db/schema/catalogue.ts'
import { adjustmentPiece } from '../../db/schema/pieces.ts'
import {
  adjustmentReason,
  adjustmentType,
  inventory,
  inventoryAdjustment,
  inventoryType,
  location,
  stockCount,
} from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../../resource/list.ts'

/** Selects adjustments with their stock, their requester and their decider. */
export const selectAdjustments = (db: Pick<Db | Tx, 'select'>) =>
  db
    .select({
      ...getColumns(inventoryAdjustment),
      pieces: sql<
        NamedPiece[]
      >`(select coalesce(json_agg(json_build_object('pieceID', one.piece_id, 'number', one.number)
          order by one.serial), '[]')
        from ${adjustmentPiece} named join piece one using (piece_id)
        where named.adjustment_id = ${inventoryAdjustment.adjustmentID})`,
      count: { countNumber: stockCount.countNumber },
      adjustmentType: { typeName: adjustmentType.typeName },
      adjustmentReason: { reasonName: adjustmentReason.reasonName },
      stock: {
        quantity: inventory.quantity,
        reserved: inventory.reserved,
        reOrderThreshold: inventory.reOrderThreshold,
        pieces: inventory.pieces,
      },
      inventoryType: { typeName: inventoryType.typeName },
      location: { locationName: location.locationName },
      item: {
        itemID: item.itemID,
        itemName: item.itemName,
        itemCode: item.itemCode,
        uom: item.uom,
        byPiece: item.byPiece,
        ...cover,
      },
      createdBy: nameOf(inventoryAdjustment.createdByID),
      decidedBy: nameOf(inventoryAdjustment.decidedByID),
    })
    .from(inventoryAdjustment)
    .innerJoin(adjustmentType, eq(adjustmentType.adjustmentTypeID, inventoryAdjustment.adjustmentTypeID))
    .innerJoin(adjustmentReason, eq(adjustmentReason.adjustmentReasonID, inventoryAdjustment.adjustmentReasonID))
    .innerJoin(inventory, eq(inventory.inventoryID, inventoryAdjustment.inventoryID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .leftJoin(stockCount, eq(stockCount.countID, inventoryAdjustment.countID))

/**
 * The name of the common table expression for inserted adjustments. It equals the table's name, so that
 * `selectAdjustments` reads from it.
 */
export const adjustmentTable = 'inventory_adjustment'

type Selected = Awaited<ReturnType<typeof selectAdjustments>>[number]

/** Nests the selected columns as the API returns them, because a Drizzle select allows only one level. */
export const nestAdjustment = ({ stock, inventoryType: type, location: at, item: of, ...row }: Selected) => ({
  ...row,
  inventory: { ...stock, inventoryType: type, location: at, item: of },
})

/**
 * Returns the condition that an adjustment belongs to the same request as the one with this key. A stock count or an
 * import requests several adjustments at the same moment.
 */
export const requestedWith = (adjustmentID: number) =>
  sql`(${inventoryAdjustment.createdAt}, coalesce(${inventoryAdjustment.createdByID}, 0)) = (
    select asked.created_at, coalesce(asked.created_by_id, 0) from ${inventoryAdjustment} asked
      where asked.adjustment_id = ${adjustmentID})`

/** Returns one page of all adjustments, Pending and decided. */
export async function listAdjustments(db: Db | Tx, query: Received<typeof inventoryAdjustments.list>['query']) {
  const select = selectAdjustments(db).where(
    and(
      searchCondition(query.search, [item.itemName, item.itemCode, adjustmentReason.reasonName]),
      equalsCondition(inventoryAdjustment.status, query.status),
      equalsCondition(inventoryAdjustment.inventoryID, query.inventoryID),
      equalsCondition(inventoryAdjustment.adjustmentReasonID, query.adjustmentReasonID),
      equalsCondition(inventoryAdjustment.adjustmentTypeID, query.adjustmentTypeID),
      equalsCondition(inventoryAdjustment.countID, query.countID),
      query.requestedWith === undefined ? undefined : requestedWith(query.requestedWith),
      equalsCondition(inventory.itemID, query.itemID),
      equalsCondition(inventory.locationID, query.locationID),
      await commonCondition(db, query, inventoryAdjustment),
    ),
  )
  const page = await listPage(db, query, select.$dynamic(), {
    adjustmentID: inventoryAdjustment.adjustmentID,
    reasonName: adjustmentReason.reasonName,
    itemName: item.itemName,
    quantityAdjusted: inventoryAdjustment.quantityAdjusted,
    status: inventoryAdjustment.status,
    locationName: location.locationName,
    createdAt: inventoryAdjustment.createdAt,
  })
  return { ...page, data: page.data.map(nestAdjustment) }
}

const adjustmentByKey = prepareStatement('find_adjustment', ['id'], (db, { id }) =>
  selectAdjustments(db).where(eq(inventoryAdjustment.adjustmentID, id)),
)

/** Returns one adjustment. Throws 404 when it does not exist. */
export async function findAdjustment(db: Db | Tx, id: number) {
  const [found] = await adjustmentByKey(db, { id })
  if (!found) throw notFound('Inventory adjustment')
  return nestAdjustment(found)
}

export type Adjustment = Awaited<ReturnType<typeof findAdjustment>>
