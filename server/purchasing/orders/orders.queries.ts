import { and, asc, eq, exists, getColumns, inArray, ne, sql } from 'drizzle-orm'

import type { purchaseOrders } from '../../../contract/purchasing/purchase-orders.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { fromCentavos, computeLineTotal } from '../../../contract/shared/money.ts'
import { metal } from '../../db/metal.ts'
import { nameOf } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem, supplier } from '../../db/schema/purchasing.ts'
import { location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../../resource/list.ts'
import { outstandingOf } from './orders.rules.ts'

/** Returns one page of the purchase orders, without their lines. */
export async function listOrders(db: Db | Tx, query: Received<typeof purchaseOrders.list>['query']) {
  const ofItem = db
    .select({ one: sql`1` })
    .from(purchaseOrderItem)
    .where(and(eq(purchaseOrderItem.poID, purchaseOrder.poID), equalsCondition(purchaseOrderItem.itemID, query.itemID)))
  const select = selectOrders(db).where(
    and(
      searchCondition(query.search, [
        purchaseOrder.poNumber,
        supplier.supplierName,
        purchaseOrder.referenceNo,
        purchaseOrder.remarks,
      ]),
      equalsCondition(purchaseOrder.status, query.status),
      equalsCondition(purchaseOrder.supplierID, query.supplierID),
      equalsCondition(purchaseOrder.locationID, query.locationID),
      equalsCondition(purchaseOrder.customerTypeID, query.customerTypeID),
      equalsCondition(purchaseOrder.paymentTypeID, query.paymentTypeID),
      query.itemID === undefined ? undefined : exists(ofItem),
      await commonCondition(db, query, purchaseOrder, purchaseOrder.orderDate),
    ),
  )
  return listPage(db, query, select.$dynamic(), {
    poID: purchaseOrder.poID,
    poNumber: purchaseOrder.poNumber,
    supplierName: supplier.supplierName,
    locationName: location.locationName,
    referenceNo: purchaseOrder.referenceNo,
    remarks: purchaseOrder.remarks,
    orderDate: purchaseOrder.orderDate,
    expectedDeliverDate: purchaseOrder.expectedDeliverDate,
    totalCost: purchaseOrder.totalCost,
    status: purchaseOrder.status,
  })
}

const isCanceled = eq(purchaseOrder.status, 'Canceled')

/** Selects purchase orders with their supplier and location, as the list shows them. */
const selectOrders = (db: Db | Tx) =>
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
      // Nothing changes a canceled order, so the last change of its row is the cancellation.
      canceledBy: sql<string | null>`case when ${isCanceled} then ${nameOf(purchaseOrder.modifiedByID)} end`,
      canceledAt: sql<Date | null>`case when ${isCanceled} then ${purchaseOrder.updatedAt} end`.mapWith(
        purchaseOrder.updatedAt,
      ),
    })
    .from(purchaseOrder)
    .innerJoin(supplier, eq(supplier.supplierID, purchaseOrder.supplierID))
    .innerJoin(location, eq(location.locationID, purchaseOrder.locationID))

export type Order = Awaited<ReturnType<typeof findOrder>>

/** Returns a purchase order with its lines. Throws 404 when it does not exist. */
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
      ...metal,
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
  const costs = await findDifferingCosts(db, poID)
  return {
    ...found,
    purchaseOrderItems: lines.map((line) => ({
      ...line,
      lineTotal: fromCentavos(computeLineTotal(line.unitCost, line.orderQty)),
      outstanding: outstandingOf(line),
      receivedCosts: costs
        .filter(({ poItemID }) => poItemID === line.poItemID)
        .map(({ unitCost, quantity }) => ({ unitCost, quantity })),
    })),
  }
}

/** Finds the quantities that were received at a cost other than the ordered one. */
const findDifferingCosts = (db: Db | Tx, poID: number) =>
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

/** Returns the last cost of each item in pesos per unit, and its last supplier, sorted by item key. */
export function findLastCosts(db: Db | Tx, itemIDs: number[]) {
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
      ...metal,
      unitCost: sql<number>`round(coalesce(${received}, ${item.averageCost}), 2)`.mapWith(Number),
      supplierID: supplier.supplierID,
      supplierName: supplier.supplierName,
    })
    .from(item)
    .leftJoin(supplier, sql`${supplier.supplierID} = ${lastUsed}`)
    .where(inArray(item.itemID, itemIDs))
    .orderBy(asc(item.itemID))
}

/**
 * Adds the cost that the shop knows to each line without one: the line's stored cost, else the item's last cost. A
 * person from whom costs are hidden orders by quantity alone, and a manager sees the costs before approving.
 */
export async function withKnownCosts<Line extends { itemID: number; unitCost?: number | undefined }>(
  db: Db | Tx,
  lines: readonly Line[],
  stored: ReadonlyMap<number, number>,
): Promise<(Line & { unitCost: number })[]> {
  const unknown = lines.flatMap(({ itemID, unitCost }) =>
    (unitCost ?? stored.get(itemID)) === undefined ? itemID : [],
  )
  const found = unknown.length === 0 ? [] : await findLastCosts(db, unknown)
  const last = new Map(found.map(({ itemID, unitCost }) => [itemID, unitCost]))
  // An unknown item has no cost. The check of the items refuses it.
  return lines.map((line) => ({
    ...line,
    unitCost: line.unitCost ?? stored.get(line.itemID) ?? last.get(line.itemID) ?? 0,
  }))
}

/** Reads items under a lock that keeps their units unchanged until the transaction ends. */
export const lockItemUnits = (db: Db | Tx, itemIDs: readonly number[]) =>
  db
    .select()
    .from(item)
    .where(inArray(item.itemID, [...itemIDs]))
    .orderBy(asc(item.itemID))
    .for('key share')
