import { and, eq, getColumns } from 'drizzle-orm'

import type { receivingItems } from '../../../contract/purchasing/receiving-items.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { metal } from '../../db/metal.ts'
import { item } from '../../db/schema/catalogue.ts'
import { purchaseOrder, receiving, receivingItem } from '../../db/schema/purchasing.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../../resource/list.ts'

/** Returns one page of the items of all receivings. */
export async function listReceivingItems(db: Db | Tx, query: Received<typeof receivingItems.list>['query']) {
  const select = selectItems(db).where(
    and(
      searchCondition(query.search, [
        item.itemName,
        item.itemCode,
        item.barcode,
        receiving.referenceNumber,
        purchaseOrder.poNumber,
      ]),
      equalsCondition(receiving.status, query.status),
      equalsCondition(receivingItem.poReceivingID, query.poReceivingID),
      equalsCondition(receiving.poID, query.poID),
      equalsCondition(receivingItem.poItemID, query.poItemID),
      equalsCondition(receivingItem.itemID, query.itemID),
      await commonCondition(db, query, receivingItem),
    ),
  )
  return listPage(db, query, select.$dynamic(), {
    poReceivingItemID: receivingItem.poReceivingItemID,
    itemName: item.itemName,
    uom: receivingItem.uom,
    receivedQty: receivingItem.receivedQty,
    unitCost: receivingItem.unitCost,
  })
}

const selectItems = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(receivingItem),
      item: { itemName: item.itemName, itemCode: item.itemCode, uom: item.uom, ...metal },
      receiving: { status: receiving.status, referenceNumber: receiving.referenceNumber },
      purchaseOrder: { poNumber: purchaseOrder.poNumber },
    })
    .from(receivingItem)
    .innerJoin(item, eq(item.itemID, receivingItem.itemID))
    .innerJoin(receiving, eq(receiving.poReceivingID, receivingItem.poReceivingID))
    .leftJoin(purchaseOrder, eq(purchaseOrder.poID, receiving.poID))

/** Returns one receiving item. Throws 404 when it does not exist. */
export async function findReceivingItem(db: Db | Tx, id: number) {
  const [found] = await selectItems(db).where(eq(receivingItem.poReceivingItemID, id))
  if (!found) throw notFound('Receiving item')
  return found
}
