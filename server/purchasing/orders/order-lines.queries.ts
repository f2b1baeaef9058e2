import { and, eq, getColumns } from 'drizzle-orm'

import type { purchaseOrderItems } from '../../../contract/purchasing/purchase-order-items.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { metal } from '../../db/metal.ts'
import { item } from '../../db/schema/catalogue.ts'
import { purchaseOrder, purchaseOrderItem } from '../../db/schema/purchasing.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../../resource/list.ts'
import { outstandingOf } from './orders.rules.ts'

/** Returns one page of the lines of all purchase orders. */
export async function listOrderLines(db: Db | Tx, query: Received<typeof purchaseOrderItems.list>['query']) {
  const select = selectLines(db).where(
    and(
      searchCondition(query.search, [purchaseOrder.poNumber, item.itemName, item.itemCode]),
      equalsCondition(purchaseOrder.status, query.status),
      equalsCondition(purchaseOrderItem.poID, query.poID),
      equalsCondition(purchaseOrderItem.itemID, query.itemID),
      equalsCondition(purchaseOrder.supplierID, query.supplierID),
      equalsCondition(purchaseOrderItem.uom, query.uom),
      await commonCondition(db, query, purchaseOrderItem),
    ),
  )
  const page = await listPage(db, query, select.$dynamic(), {
    poItemID: purchaseOrderItem.poItemID,
    poNumber: purchaseOrder.poNumber,
    itemName: item.itemName,
    uom: purchaseOrderItem.uom,
    unitCost: purchaseOrderItem.unitCost,
    orderQty: purchaseOrderItem.orderQty,
  })
  return { ...page, data: page.data.map(withOutstanding) }
}

const selectLines = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(purchaseOrderItem),
      purchaseOrder: { poNumber: purchaseOrder.poNumber, status: purchaseOrder.status },
      item: { itemName: item.itemName, itemCode: item.itemCode, ...metal },
    })
    .from(purchaseOrderItem)
    .innerJoin(purchaseOrder, eq(purchaseOrder.poID, purchaseOrderItem.poID))
    .innerJoin(item, eq(item.itemID, purchaseOrderItem.itemID))

const withOutstanding = <T extends Parameters<typeof outstandingOf>[0]>(line: T) => ({
  ...line,
  outstanding: outstandingOf(line),
})

/** Returns one order line as the API returns it. Throws 404 when it does not exist. */
export async function findOrderLine(db: Db | Tx, poItemID: number) {
  const [found] = await selectLines(db).where(eq(purchaseOrderItem.poItemID, poItemID))
  if (!found) throw notFound('Purchase order item')
  return withOutstanding(found)
}
