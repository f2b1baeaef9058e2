import { and, eq, sql } from 'drizzle-orm'

import type { Received } from '../../../contract/shared/endpoint.ts'
import type { inventory as endpoints } from '../../../contract/stock/inventory.ts'
import { cover } from '../../db/covers.ts'
import { metal } from '../../db/metal.ts'
import { userName } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { receiving } from '../../db/schema/purchasing.ts'
import { sale } from '../../db/schema/sales.ts'
import {
  inventory,
  inventoryType,
  location,
  repairReturn,
  stockMovement,
  stockTransfer,
} from '../../db/schema/stock.ts'
import type { FiltersOf } from '../../imports/kinds/kind.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../../resource/list.ts'
import { findRecord } from '../../resource/records.ts'
import { available, belowThreshold } from '../ledger/figures.ts'
import { documentNumber, isOf } from '../ledger/movement-documents.ts'

type ListQuery = Received<typeof endpoints.list>['query']
type MovementsQuery = Received<typeof endpoints.movements>['query']

/** Returns one page of the stock by item, location and type. */
export async function listStock(db: Db | Tx, query: ListQuery) {
  return listPage(
    db,
    query,
    selectStock(db)
      .where(await stockFilters(db, query))
      .$dynamic(),
    {
      inventoryID: inventory.inventoryID,
      typeName: inventoryType.typeName,
      locationName: location.locationName,
      itemName: item.itemName,
      quantity: inventory.quantity,
      reserved: inventory.reserved,
      available,
      reOrderThreshold: inventory.reOrderThreshold,
    },
  )
}

/** Returns one page of the ledger of a stock row. Throws 404 when the row does not exist. */
export async function listMovements(db: Db | Tx, inventoryID: number, query: MovementsQuery) {
  await findRecord(db, 'Inventory', inventory, inventory.inventoryID, inventoryID)
  const select = selectMovements(db).where(
    and(
      eq(stockMovement.inventoryID, inventoryID),
      equalsCondition(stockMovement.kind, query.kind),
      await commonCondition(db, query, {
        createdAt: stockMovement.at,
        createdByID: stockMovement.userID,
        modifiedByID: stockMovement.userID,
      }),
    ),
  )
  return listPage(db, query, select.$dynamic(), { sequence: stockMovement.sequence, at: stockMovement.at })
}

/** Selects stock movements with the number of their document and the user who posted them. */
const selectMovements = (db: Db | Tx) =>
  db
    .select({
      inventoryID: stockMovement.inventoryID,
      sequence: stockMovement.sequence,
      at: stockMovement.at,
      kind: stockMovement.kind,
      documentType: stockMovement.documentType,
      documentID: stockMovement.documentID,
      documentNumber,
      quantity: stockMovement.quantity,
      quantityAfter: stockMovement.quantityAfter,
      unitCost: stockMovement.unitCost,
      value: stockMovement.value,
      user: { userID: user.userID, name: userName },
    })
    .from(stockMovement)
    .leftJoin(user, eq(user.userID, stockMovement.userID))
    .leftJoin(sale, isOf('sale', sale.salesTransactionID))
    .leftJoin(stockTransfer, isOf('transfer', stockTransfer.transferID))
    .leftJoin(receiving, isOf('receiving', receiving.poReceivingID))
    .leftJoin(repairReturn, isOf('repair', repairReturn.repairReturnID))

/** Returns the list's filters as an SQL condition on stock rows joined with their item, location and type. */
export const stockFilters = async (db: Db | Tx, query: FiltersOf<typeof endpoints.list>) =>
  and(
    searchCondition(query.search, [
      item.itemName,
      item.itemCode,
      item.barcode,
      location.locationName,
      inventoryType.typeName,
    ]),
    equalsCondition(inventory.itemID, query.itemID),
    equalsCondition(inventory.locationID, query.locationID),
    equalsCondition(inventory.inventoryTypeID, query.inventoryTypeID),
    equalsCondition(item.categoryID, query.categoryID),
    equalsCondition(belowThreshold, query.belowThreshold),
    await commonCondition(db, query, inventory),
  )

/** Selects stock rows as the API returns them, with the names of their item, location and type. */
const selectStock = (db: Db | Tx) =>
  db
    .select({
      inventoryID: inventory.inventoryID,
      itemID: inventory.itemID,
      locationID: inventory.locationID,
      inventoryTypeID: inventory.inventoryTypeID,
      quantity: inventory.quantity,
      reserved: inventory.reserved,
      available,
      reOrderThreshold: inventory.reOrderThreshold,
      typeCode: inventoryType.code,
      inventoryType: { typeName: inventoryType.typeName },
      location: { locationName: location.locationName },
      item: {
        itemName: item.itemName,
        itemCode: item.itemCode,
        uom: item.uom,
        byPiece: item.byPiece,
        ...metal,
        price: item.price,
        cost: sql<number>`round(${item.averageCost}, 2)`.mapWith(Number),
        ...cover,
      },
      createdByID: inventory.createdByID,
      modifiedByID: inventory.modifiedByID,
      createdAt: inventory.createdAt,
      updatedAt: inventory.updatedAt,
    })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))

/** Returns one stock row. Throws 404 when it does not exist. */
export async function findStock(db: Db | Tx, id: number) {
  const [found] = await selectStock(db).where(eq(inventory.inventoryID, id))
  if (!found) throw notFound('Inventory')
  return found
}

/** Returns the item, location and type of a stock row. */
export async function findStockParts(db: Db | Tx, id: number) {
  const [found] = await db
    .select({ item, location, inventoryType })
    .from(inventory)
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(eq(inventory.inventoryID, id))
  return found!
}
