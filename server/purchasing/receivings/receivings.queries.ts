import { and, asc, eq, exists, getColumns, inArray, sql } from 'drizzle-orm'

import {
  computeAverageCost,
  roundCostToCentavo,
  computeLineCost,
  unitsOf,
} from '../../../contract/purchasing/receiving-units.ts'
import type { DraftLine, receivings } from '../../../contract/purchasing/receivings.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { readSettings } from '../../company/settings.ts'
import { cover } from '../../db/covers.ts'
import { metal } from '../../db/metal.ts'
import { userName } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem, supplier } from '../../db/schema/purchasing.ts'
import { inventory, location } from '../../db/schema/stock.ts'
import { stockValue } from '../../db/schema/valuation.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../../resource/list.ts'
import { findRecord } from '../../resource/records.ts'
import { outstandingOf } from '../orders/orders.rules.ts'
import { findEnteredPieces } from './receiving-pieces.ts'
import { assertWaiting } from './receivings.rules.ts'

/** Returns one page of the receivings, without their items. */
export async function listReceivings(db: Db | Tx, query: Received<typeof receivings.list>['query']) {
  const ofItem = db
    .select({ one: sql`1` })
    .from(receivingItem)
    .where(
      and(
        eq(receivingItem.poReceivingID, receiving.poReceivingID),
        equalsCondition(receivingItem.itemID, query.itemID),
      ),
    )
  const select = selectReceivings(db).where(
    and(
      searchCondition(query.search, [
        purchaseOrder.poNumber,
        supplier.supplierName,
        receiving.referenceNumber,
        user.username,
        userName,
      ]),
      equalsCondition(receiving.status, query.status),
      equalsCondition(receiving.poID, query.poID),
      equalsCondition(purchaseOrder.supplierID, query.supplierID),
      equalsCondition(receiving.locationID, query.locationID),
      equalsCondition(receiving.receivedByID, query.receivedByID),
      query.itemID === undefined ? undefined : exists(ofItem),
      await commonCondition(db, query, receiving, receiving.receivedDate),
    ),
  )
  return listPage(db, query, select.$dynamic(), {
    poReceivingID: receiving.poReceivingID,
    poNumber: purchaseOrder.poNumber,
    referenceNumber: receiving.referenceNumber,
    receivedDate: receiving.receivedDate,
    username: user.username,
    receiverName: userName,
    totalQty: receiving.totalQty,
    totalCost: receiving.totalCost,
    status: receiving.status,
  })
}

/** Returns one page of the purchase orders for which goods can be received. */
export async function listWaitingOrders(db: Db | Tx, query: Received<typeof receivings.orders>['query']) {
  const select = db
    .select({
      poID: purchaseOrder.poID,
      poNumber: purchaseOrder.poNumber,
      supplier: { supplierName: supplier.supplierName },
      location: { locationName: location.locationName },
      orderDate: purchaseOrder.orderDate,
      status: purchaseOrder.status,
    })
    .from(purchaseOrder)
    .innerJoin(supplier, eq(supplier.supplierID, purchaseOrder.supplierID))
    .innerJoin(location, eq(location.locationID, purchaseOrder.locationID))
    .where(
      and(
        inArray(purchaseOrder.status, ['Approved', 'Partially Received']),
        searchCondition(query.search, [purchaseOrder.poNumber, supplier.supplierName, purchaseOrder.referenceNo]),
        await commonCondition(db, query, purchaseOrder, purchaseOrder.orderDate),
      ),
    )
  return listPage(db, query, select.$dynamic(), {
    poID: purchaseOrder.poID,
    poNumber: purchaseOrder.poNumber,
    supplierName: supplier.supplierName,
  })
}

/** Drafts a new receiving: the outstanding lines of an order, or one line for an item. */
export async function draftReceiving(db: Db | Tx, query: Received<typeof receivings.draft>['query']) {
  if (query.poID !== undefined) {
    const { lines, ...order } = await findWaitingOrder(db, query.poID)
    const { poID, poNumber, supplierName, locationID, locationName } = order
    return { poID, poNumber, supplierName, locationID, locationName, items: await findOutstandingLines(db, lines) }
  }
  const line = await findDirectLine(db, query.itemID!)
  if (!line) throw notFound('Item')
  const locationID = await findReceivingLocation(db, null, line.itemID)
  const { locationName } = await findRecord(db, 'Location', location, location.locationID, locationID)
  return { poID: null, poNumber: null, supplierName: null, locationID, locationName, items: [line] }
}

/** Selects receivings with their order, supplier, location and receiver, as the list shows them. */
const selectReceivings = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(receiving),
      purchaseOrder: { poNumber: purchaseOrder.poNumber },
      supplier: { supplierID: supplier.supplierID, supplierName: supplier.supplierName },
      location: { locationName: location.locationName },
      receivedBy: { username: user.username, name: userName },
    })
    .from(receiving)
    .innerJoin(location, eq(location.locationID, receiving.locationID))
    .innerJoin(user, eq(user.userID, receiving.receivedByID))
    .leftJoin(purchaseOrder, eq(purchaseOrder.poID, receiving.poID))
    .leftJoin(supplier, eq(supplier.supplierID, purchaseOrder.supplierID))

/** Returns a receiving with its items. Throws 404 when it does not exist. */
export async function findReceiving(db: Db | Tx, id: number) {
  const [found] = await selectReceivings(db).where(eq(receiving.poReceivingID, id))
  if (!found) throw notFound('Receiving')
  const rows = await db
    .select({ line: receivingItem, ordered: purchaseOrderItem })
    .from(receivingItem)
    .leftJoin(purchaseOrderItem, eq(purchaseOrderItem.poItemID, receivingItem.poItemID))
    .where(eq(receivingItem.poReceivingID, id))
    .orderBy(asc(receivingItem.poReceivingItemID))
  const facts = await findItemFacts(
    db,
    rows.map(({ line }) => line.itemID),
  )
  const pieces = await findEnteredPieces(
    db,
    rows.map(({ line }) => line.poReceivingItemID),
  )
  const costs = rows.map(({ line, ordered }) => computeLineCost(line, ordered?.unitCost ?? null))
  const arriving = Map.groupBy(
    rows.map(({ line: { itemID, stockQty } }, n) => ({ itemID, stockQty, lineCost: costs[n]! })),
    ({ itemID }) => itemID,
  )
  const items = rows.map(({ line, ordered }, n) => {
    const { poReceivingItemID, poItemID, uom, receivedQty, unitCost, stockQty, stockUnitCost } = line
    const item = facts.get(line.itemID)!
    return {
      ...item,
      poReceivingItemID,
      poItemID,
      uom,
      receivedQty,
      unitCost,
      stockQty,
      stockUnitCost,
      lineCost: costs[n]!,
      pieces: pieces.get(poReceivingItemID) ?? [],
      orderedCost: ordered?.unitCost ?? null,
      isAtOrderedCost: ordered && stockUnitCost === ordered.unitCost,
      orderQty: ordered?.orderQty ?? null,
      outstanding: ordered && outstandingOf(ordered),
      averageCostAfter: found.status === 'Pending' ? computeAverageCost(item, arriving.get(line.itemID)!) : null,
    }
  })
  return { ...found, items }
}

/** Returns the item fields that a receiving shows, by item key. */
async function findItemFacts(db: Db | Tx, itemIDs: number[]) {
  const rows = await db
    .select({
      itemID: item.itemID,
      itemCode: item.itemCode,
      barcode: item.barcode,
      itemName: item.itemName,
      itemUom: item.uom,
      byPiece: item.byPiece,
      piecesNamed: item.piecesNamed,
      ...metal,
      averageCostNow: item.averageCost,
      onHand: stockValue.quantity,
      stockValue: stockValue.value,
      ...cover,
    })
    .from(item)
    .innerJoin(stockValue, eq(stockValue.itemID, item.itemID))
    .where(inArray(item.itemID, [...new Set(itemIDs)]))
  return new Map(rows.map((row) => [row.itemID, row]))
}

/** Returns the outstanding quantities of ordered lines, in the items' own units at the ordered cost. */
export async function findOutstandingLines(
  db: Db | Tx,
  ordered: readonly (typeof purchaseOrderItem.$inferSelect)[],
): Promise<DraftLine[]> {
  const facts = await findItemFacts(
    db,
    ordered.map(({ itemID }) => itemID),
  )
  return ordered.flatMap((line) => {
    const outstanding = outstandingOf(line)
    const item = facts.get(line.itemID)!
    return outstanding === 0
      ? []
      : {
          ...item,
          poItemID: line.poItemID,
          uom: unitsOf(item.itemUom)[0]!,
          receivedQty: outstanding,
          unitCost: line.unitCost,
          orderedCost: line.unitCost,
          isAtOrderedCost: true,
          orderQty: line.orderQty,
          outstanding,
        }
  })
}

/** Drafts a line for an item without an order, at its average cost. Returns undefined for an unknown item. */
async function findDirectLine(db: Db | Tx, itemID: number): Promise<DraftLine | undefined> {
  const item = (await findItemFacts(db, [itemID])).get(itemID)
  return (
    item && {
      ...item,
      poItemID: null,
      uom: unitsOf(item.itemUom)[0]!,
      receivedQty: 1,
      unitCost: roundCostToCentavo(item.averageCostNow),
      orderedCost: null,
      isAtOrderedCost: null,
      orderQty: null,
      outstanding: null,
    }
  )
}

/** Returns the lines of a receiving as they were entered. */
export const findEnteredLines = (db: Db | Tx, poReceivingID: number) =>
  db
    .select()
    .from(receivingItem)
    .where(eq(receivingItem.poReceivingID, poReceivingID))
    .orderBy(asc(receivingItem.poReceivingItemID))

/**
 * Returns the location of a direct receipt: the requested one, else the item's first location, else the shop's default.
 */
export async function findReceivingLocation(
  db: Db | Tx,
  requestedID: number | null | undefined,
  itemID: number | undefined,
) {
  if (requestedID) {
    const [place] = await db.select().from(location).where(eq(location.locationID, requestedID))
    if (!place)
      throw new AppError('reference.missing', `Location ${requestedID} does not exist`, { field: 'locationID' })
    if (!place.status)
      throw new AppError('reference.inactive', `Location ${place.locationName} is inactive`, { field: 'locationID' })
    return requestedID
  }
  const [first] = await db
    .select({ locationID: inventory.locationID })
    .from(inventory)
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .where(and(eq(inventory.itemID, itemID ?? 0), location.status))
    .orderBy(asc(inventory.inventoryID))
    .limit(1)
  return first?.locationID ?? (await readSettings(db)).defaultLocationID
}

/** Reads an order without a lock. Throws 404 when it does not exist, and 409 when it expects no goods. */
async function findWaitingOrder(db: Db | Tx, poID: number) {
  const [order] = await db
    .select({ order: purchaseOrder, locationName: location.locationName, supplierName: supplier.supplierName })
    .from(purchaseOrder)
    .innerJoin(location, eq(location.locationID, purchaseOrder.locationID))
    .innerJoin(supplier, eq(supplier.supplierID, purchaseOrder.supplierID))
    .where(eq(purchaseOrder.poID, poID))
  if (!order) throw notFound('Purchase order')
  assertWaiting(order.order)
  const lines = await db
    .select()
    .from(purchaseOrderItem)
    .where(eq(purchaseOrderItem.poID, poID))
    .orderBy(asc(purchaseOrderItem.poItemID))
  const { locationName, supplierName } = order
  return { ...order.order, locationName, supplierName, lines }
}
