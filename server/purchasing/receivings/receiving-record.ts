import { asc, eq, getColumns, inArray, sql } from 'drizzle-orm'

import { averageAfter, costToCentavo, lineCost, unitsOf } from '../../../contract/purchasing/receiving-units.ts'
import type { DraftLine } from '../../../contract/purchasing/receivings.ts'
import { userName } from '../../db/names.ts'
import { item, itemImage } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem, supplier } from '../../db/schema/purchasing.ts'
import { inventory, location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { outstandingOf } from '../orders/order-status.ts'

/** A receiving with its order, supplier, location and receiver, as its list shows it. */
export const selectReceivings = (db: Db | Tx) =>
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

/** The whole receiving with its items; 404 where there is none. */
export async function findReceiving(db: Db | Tx, id: number) {
  const [found] = await selectReceivings(db).where(eq(receiving.poReceivingID, id))
  if (!found) throw notFound('Receiving')
  const rows = await db
    .select({ line: receivingItem, ordered: purchaseOrderItem })
    .from(receivingItem)
    .leftJoin(purchaseOrderItem, eq(purchaseOrderItem.poItemID, receivingItem.poItemID))
    .where(eq(receivingItem.poReceivingID, id))
    .orderBy(asc(receivingItem.poReceivingItemID))
  const facts = await itemFacts(
    db,
    rows.map(({ line }) => line.itemID),
  )
  const items = rows.map(({ line, ordered }) => {
    const { poReceivingItemID, poItemID, uom, receivedQty, unitCost, stockQty, stockUnitCost } = line
    const item = facts.get(line.itemID)!
    const ofItem = rows.filter((row) => row.line.itemID === line.itemID).map((row) => row.line)
    return {
      ...item,
      poReceivingItemID,
      poItemID,
      uom,
      receivedQty,
      unitCost,
      stockQty,
      stockUnitCost,
      lineCost: lineCost(line, ordered?.unitCost ?? null),
      orderedCost: ordered?.unitCost ?? null,
      orderQty: ordered?.orderQty ?? null,
      outstanding: ordered && outstandingOf(ordered),
      averageCostAfter:
        found.status === 'Pending' ? averageAfter({ ...item, averageCost: item.averageCostNow }, ofItem) : null,
    }
  })
  return { ...found, items }
}

/** What a receiving needs to know of these items, by their keys. */
async function itemFacts(db: Db | Tx, itemIDs: number[]) {
  const rows = await db
    .select({
      itemID: item.itemID,
      itemCode: item.itemCode,
      barcode: item.barcode,
      itemName: item.itemName,
      itemUom: item.uom,
      grams: item.grams,
      averageCostNow: item.averageCost,
      onHand: sql<number>`coalesce((select sum(${inventory.quantity}) from ${inventory}
        where ${inventory.itemID} = ${item.itemID}), 0)`.mapWith(Number),
      image_url: sql<string | null>`(select ${itemImage.thumb_url} from ${itemImage}
        where ${itemImage.itemID} = ${item.itemID} order by ${itemImage.position}, ${itemImage.imageID} limit 1)`,
    })
    .from(item)
    .where(inArray(item.itemID, [...new Set(itemIDs)]))
  return new Map(rows.map((row) => [row.itemID, row]))
}

/** Everything outstanding on these ordered lines, in the items' own units at the ordered cost. */
export async function outstandingLines(
  db: Db | Tx,
  ordered: readonly (typeof purchaseOrderItem.$inferSelect)[],
): Promise<DraftLine[]> {
  const facts = await itemFacts(
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
          orderQty: line.orderQty,
          outstanding,
        }
  })
}

/** One of an item without an order, at its average cost; none where there is no such item. */
export async function directLine(db: Db | Tx, itemID: number): Promise<DraftLine | undefined> {
  const item = (await itemFacts(db, [itemID])).get(itemID)
  return (
    item && {
      ...item,
      poItemID: null,
      uom: unitsOf(item.itemUom)[0]!,
      receivedQty: 1,
      unitCost: costToCentavo(item.averageCostNow),
      orderedCost: null,
      orderQty: null,
      outstanding: null,
    }
  )
}
