import { and, eq, getColumns } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { Received } from '../../../contract/shared/endpoint.ts'
import type { repairReturns as endpoints } from '../../../contract/stock/repair-returns.ts'
import { cover } from '../../db/covers.ts'
import { metal } from '../../db/metal.ts'
import { userName } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { inventory, inventoryType, location, repairReturn } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../../resource/list.ts'
import { piecesMoved } from '../pieces/pieces.queries.ts'

/** Returns one page of the repair returns. */
export async function listRepairReturns(db: Db | Tx, query: Received<typeof endpoints.list>['query']) {
  const select = selectRepairReturns(db).where(
    and(
      searchCondition(query.search, [
        repairReturn.repairReturnNumber,
        item.itemName,
        item.itemCode,
        location.locationName,
        repairReturn.remarks,
      ]),
      equalsCondition(inventory.itemID, query.itemID),
      equalsCondition(inventory.locationID, query.locationID),
      equalsCondition(repairReturn.outcome, query.outcome),
      await commonCondition(db, query, repairReturn),
    ),
  )
  return listPage(db, query, select.$dynamic(), {
    repairReturnID: repairReturn.repairReturnID,
    repairReturnNumber: repairReturn.repairReturnNumber,
    itemName: item.itemName,
    locationName: location.locationName,
    quantity: repairReturn.quantity,
    outcome: repairReturn.outcome,
    cost: repairReturn.cost,
    value: repairReturn.value,
    createdAt: repairReturn.createdAt,
    createdByName: userName,
  })
}

/** Returns a repair return. Throws 404 when it does not exist. */
export async function findRepairReturn(db: Db | Tx, id: number) {
  const [found] = await selectRepairReturns(db).where(eq(repairReturn.repairReturnID, id))
  if (!found) throw notFound('Repair return')
  return found
}

const shelf = alias(inventory, 'shelf')

const selectRepairReturns = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(repairReturn),
      itemID: inventory.itemID,
      locationID: inventory.locationID,
      item: { itemName: item.itemName, itemCode: item.itemCode, uom: item.uom, ...metal, ...cover },
      location: { locationName: location.locationName },
      shelfType: { typeName: inventoryType.typeName },
      pieces: piecesMoved('repair', repairReturn.repairReturnID),
      createdBy: { userID: user.userID, name: userName },
    })
    .from(repairReturn)
    .innerJoin(inventory, eq(inventory.inventoryID, repairReturn.inventoryID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .leftJoin(shelf, eq(shelf.inventoryID, repairReturn.shelfInventoryID))
    .leftJoin(inventoryType, eq(inventoryType.inventoryTypeID, shelf.inventoryTypeID))
    .leftJoin(user, eq(user.userID, repairReturn.createdByID))
