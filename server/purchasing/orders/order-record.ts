import { and, asc, eq, getColumns, inArray, ne, sql } from 'drizzle-orm'

import { fromCentavos, lineTotal } from '../../../contract/shared/money.ts'
import { nameOf } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem, supplier } from '../../db/schema/purchasing.ts'
import { location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { outstandingOf } from './order-status.ts'

/** A purchase order with its supplier and location, as its list shows it. */
export const selectOrders = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(purchaseOrder),
      supplier: {
        supplierName: supplier.supplierName,
        contactDetails: supplier.contactDetails,
        address: supplier.address,
        email: supplier.email,
      },
      location: { locationName: location.locationName },
      createdBy: nameOf(purchaseOrder.createdByID),
      approvedBy: nameOf(purchaseOrder.approvedByID),
    })
    .from(purchaseOrder)
    .innerJoin(supplier, eq(supplier.supplierID, purchaseOrder.supplierID))
    .innerJoin(location, eq(location.locationID, purchaseOrder.locationID))

export type Order = Awaited<ReturnType<typeof findOrder>>

/** The whole purchase order, with its lines; 404 where there is none. */
export async function findOrder(db: Db | Tx, poID: number) {
  const [found] = await selectOrders(db).where(eq(purchaseOrder.poID, poID))
  if (!found) throw notFound('Purchase order')
  const lines = await db
    .select({
      poItemID: purchaseOrderItem.poItemID,
      itemID: purchaseOrderItem.itemID,
      itemCode: item.itemCode,
      itemName: item.itemName,
      uom: purchaseOrderItem.uom,
      unitCost: purchaseOrderItem.unitCost,
      orderQty: purchaseOrderItem.orderQty,
      receivedQty: purchaseOrderItem.receivedQty,
      closedQty: purchaseOrderItem.closedQty,
      closeReason: purchaseOrderItem.closeReason,
      closedBy: nameOf(purchaseOrderItem.closedByID),
      closedAt: purchaseOrderItem.closedAt,
    })
    .from(purchaseOrderItem)
    .innerJoin(item, eq(item.itemID, purchaseOrderItem.itemID))
    .where(eq(purchaseOrderItem.poID, poID))
    .orderBy(asc(purchaseOrderItem.poItemID))
  const costs = await otherCosts(db, poID)
  return {
    ...found,
    purchaseOrderItems: lines.map((line) => ({
      ...line,
      lineTotal: fromCentavos(lineTotal(line.unitCost, line.orderQty)),
      outstanding: outstandingOf(line),
      receivedCosts: costs
        .filter(({ poItemID }) => poItemID === line.poItemID)
        .map(({ unitCost, quantity }) => ({ unitCost, quantity })),
    })),
  }
}

/** What was received of an order's lines at another cost than it was ordered at. */
const otherCosts = (db: Db | Tx, poID: number) =>
  db
    .select({
      poItemID: purchaseOrderItem.poItemID,
      unitCost: receivingItem.stockUnitCost,
      quantity: sql<number>`sum(${receivingItem.stockQty})`.mapWith(Number),
    })
    .from(receivingItem)
    .innerJoin(purchaseOrderItem, eq(purchaseOrderItem.poItemID, receivingItem.poItemID))
    .innerJoin(receiving, eq(receiving.poReceivingID, receivingItem.poReceivingID))
    .where(
      and(
        eq(purchaseOrderItem.poID, poID),
        eq(receiving.status, 'Completed'),
        ne(receivingItem.stockUnitCost, purchaseOrderItem.unitCost),
      ),
    )
    .groupBy(purchaseOrderItem.poItemID, receivingItem.stockUnitCost)
    .orderBy(asc(purchaseOrderItem.poItemID), asc(receivingItem.stockUnitCost))

/** What items last cost in pesos per unit, and who last supplied them, in the order of their keys. */
export function lastCosts(db: Db | Tx, itemIDs: number[]) {
  const received = sql`(select ${receivingItem.stockUnitCost} from ${receivingItem}
    join ${receiving} on ${receiving.poReceivingID} = ${receivingItem.poReceivingID}
    where ${receivingItem.itemID} = ${item.itemID} and ${receiving.status} = 'Completed'
    order by ${receiving.completedAt} desc, ${receivingItem.poReceivingItemID} desc limit 1)`
  const lastUsed = sql`(select ${purchaseOrder.supplierID} from ${purchaseOrder}
    join ${purchaseOrderItem} on ${purchaseOrderItem.poID} = ${purchaseOrder.poID}
    where ${purchaseOrderItem.itemID} = ${item.itemID} and ${purchaseOrder.status} <> 'Canceled'
    order by ${purchaseOrder.poID} desc limit 1)`
  return db
    .select({
      itemID: item.itemID,
      itemCode: item.itemCode,
      itemName: item.itemName,
      uom: item.uom,
      unitCost: sql<number>`round(coalesce(${received}, ${item.averageCost}), 2)`.mapWith(Number),
      supplierID: supplier.supplierID,
      supplierName: supplier.supplierName,
    })
    .from(item)
    .leftJoin(supplier, sql`${supplier.supplierID} = ${lastUsed}`)
    .where(inArray(item.itemID, itemIDs))
    .orderBy(asc(item.itemID))
}
