import { and, type SQL, sql } from 'drizzle-orm'

import { personName } from '../../db/names.ts'
import { equalsCondition } from '../../resource/list.ts'
import {
  available,
  belowThreshold,
  lastCost,
  lastSupplierID,
  onOrder,
  suggestedQuantity,
  valueOfRow,
} from '../../stock/ledger/figures.ts'
import { stockBefore } from '../shared/stock-as-of.ts'
import type { ReportRequest, Statement } from './report.ts'

const ofStock = ({ query }: ReportRequest) =>
  and(
    equalsCondition(sql`inventory.location_id`, query.locationID),
    equalsCondition(sql`inventory.inventory_type_id`, query.inventoryTypeID),
    equalsCondition(sql`item.category_id`, query.categoryID),
  )

/** Joins the item, category and location of a stock row. */
const names: SQL = sql`join item on item.item_id = inventory.item_id
  join category on category.category_id = item.category_id
  join location on location.location_id = inventory.location_id
  join inventory_type on inventory_type.inventory_type_id = inventory.inventory_type_id`

const named = {
  itemCode: sql`item_code`,
  itemName: sql`item_name`,
  category: sql`category_name`,
  location: sql`location_name`,
  inventoryType: sql`type_name`,
  uom: sql`item.uom`,
}

const byItem = sql`lower(item_code), location_name, inventory.inventory_id`

export const stockReport = (request: ReportRequest): Statement<'stock'> =>
  request.end === undefined ? stockNow(request) : stockAtEnd(request, request.end)

const stockNow = (request: ReportRequest): Statement<'stock'> => ({
  columns: {
    ...named,
    quantity: sql`inventory.quantity`,
    reserved: sql`inventory.reserved`,
    available: sql`${available}`,
    averageCost: sql`average_cost`,
    value: sql`${valueOfRow}`,
  },
  from: sql`inventory ${names} join stock_value valued on valued.item_id = inventory.item_id`,
  where: ofStock(request),
  orderBy: byItem,
})

/** Lists the stock rows of a past day. The quantities that open sales held then are not recorded. */
const stockAtEnd = (request: ReportRequest, end: Date): Statement<'stock'> => {
  const moment = sql`${end.toISOString()}::timestamptz`
  return {
    columns: {
      ...named,
      quantity: sql`past.quantity`,
      reserved: sql`null::numeric`,
      available: sql`null::numeric`,
      averageCost: sql`round(past.item_value / nullif(past.item_quantity, 0), 6)`,
      value: sql`past.value`,
    },
    from: sql`inventory ${names} join ${stockBefore(moment)} past on past.inventory_id = inventory.inventory_id`,
    where: and(sql`inventory.created_at < ${moment}`, ofStock(request)),
    orderBy: byItem,
  }
}

export const movementsReport = (request: ReportRequest): Statement<'movements'> => ({
  columns: {
    ...named,
    at: sql`stock_movement.at`,
    kind: sql`case stock_movement.kind when 'opening' then 'Opening stock' when 'trade_in' then 'Trade-in' else initcap(stock_movement.kind) end`,
    document: sql`coalesce(transaction_number, transfer_number, reference_number, repair_return_number, trade_in_number,
      document_type || ' ' || document_id)`,
    quantityIn: sql`greatest(stock_movement.quantity, 0)`,
    quantityOut: sql`greatest(-stock_movement.quantity, 0)`,
    quantityAfter: sql`quantity_after`,
    unitCost: sql`unit_cost`,
    value: sql`stock_movement.value`,
    person: sql`(select ${personName} from user_account
      where user_account.user_id = stock_movement.user_id)`,
  },
  from: sql`stock_movement join inventory on inventory.inventory_id = stock_movement.inventory_id ${names}
    left join sales_transaction on document_type = 'sale' and sales_transaction_id = document_id
    left join stock_transfer on document_type = 'transfer' and transfer_id = document_id
    left join po_receiving on document_type = 'receiving' and po_receiving_id = document_id
    left join stock_repair_return on document_type = 'repair' and repair_return_id = document_id
    left join trade_in on document_type = 'trade_in' and trade_in_id = document_id`,
  where: and(
    request.within(sql`stock_movement.at`),
    ofStock(request),
    equalsCondition(sql`stock_movement.kind`, request.query.kind),
  ),
  orderBy: sql`stock_movement.at desc, stock_movement.inventory_id, sequence desc`,
})

/** Lists the same rows as the Low stock screen; inactive items are not reordered. */
export const lowStockReport = (request: ReportRequest): Statement<'low-stock'> => ({
  columns: {
    ...named,
    quantity: sql`inventory.quantity`,
    reserved: sql`inventory.reserved`,
    available: sql`${available}`,
    reOrderThreshold: sql`re_order_threshold`,
    onOrder: sql`${onOrder}`,
    suggestedQuantity: sql`${suggestedQuantity}`,
    supplier: sql`supplier_name`,
    lastCost: sql`${lastCost}`,
    suggestedCost: sql`round(${suggestedQuantity} * ${lastCost}, 2)`,
  },
  from: sql`inventory ${names} left join supplier on supplier.supplier_id = ${lastSupplierID}`,
  where: and(
    belowThreshold,
    sql`item.status and location.status and inventory_type.status`,
    ofStock(request),
    equalsCondition(sql`supplier.supplier_id`, request.query.supplierID),
  ),
  orderBy: byItem,
})
