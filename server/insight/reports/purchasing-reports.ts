import { and, sql } from 'drizzle-orm'

import { personName } from '../../db/names.ts'
import { equalsCondition } from '../../resource/list.ts'
import type { ReportRequest, Statement } from './report.ts'

const isCanceled = sql`purchase_order.status = 'Canceled'`

export const purchasesReport = (request: ReportRequest): Statement<'purchases'> => {
  const { query } = request
  return {
    columns: {
      poNumber: sql`po_number`,
      orderDate: sql`order_date`,
      expectedDeliverDate: sql`expected_deliver_date`,
      status: sql`purchase_order.status`,
      supplier: sql`supplier_name`,
      location: sql`location_name`,
      referenceNo: sql`reference_no`,
      lines: sql`coalesce(ordered.lines, 0)`,
      ordered: sql`coalesce(ordered.quantity, 0)`,
      canceled: sql`case when ${isCanceled} then coalesce(ordered.outstanding, 0) else 0 end`,
      received: sql`coalesce(ordered.received, 0)`,
      closedShort: sql`coalesce(ordered.closed, 0)`,
      outstanding: sql`case when ${isCanceled} then 0 else coalesce(ordered.outstanding, 0) end`,
      totalCost: sql`purchase_order.total_cost`,
      receivedCost: sql`coalesce(delivered.cost, 0)`,
    },
    from: sql`purchase_order
      join supplier on supplier.supplier_id = purchase_order.supplier_id
      join location on location.location_id = purchase_order.location_id
      left join (
        select po_id, count(*) as lines, sum(order_qty) as quantity, sum(received_qty) as received,
          sum(closed_qty) as closed,
          sum(order_qty - received_qty - closed_qty) as outstanding
        from purchase_order_item group by po_id
      ) ordered on ordered.po_id = purchase_order.po_id
      left join (
        select po_id, sum(total_cost) as cost from po_receiving where status = 'Completed' group by po_id
      ) delivered on delivered.po_id = purchase_order.po_id`,
    where: and(
      request.onDays(sql`order_date`),
      equalsCondition(sql`purchase_order.status`, query.status),
      equalsCondition(sql`purchase_order.supplier_id`, query.supplierID),
      equalsCondition(sql`purchase_order.location_id`, query.locationID),
    ),
    orderBy: sql`order_date desc, purchase_order.po_id desc`,
  }
}

export const receivingReport = (request: ReportRequest): Statement<'receiving'> => {
  const { query } = request
  return {
    columns: {
      poReceivingID: sql`po_receiving.po_receiving_id`,
      receivedDate: sql`received_date`,
      status: sql`po_receiving.status`,
      poNumber: sql`po_number`,
      supplier: sql`supplier_name`,
      referenceNumber: sql`reference_number`,
      location: sql`location_name`,
      itemCode: sql`item_code`,
      itemName: sql`item_name`,
      receivedQty: sql`line.received_qty`,
      uom: sql`line.uom`,
      unitCost: sql`line.unit_cost`,
      stockQty: sql`stock_qty`,
      // Computes the same sum as the delivery itself (contract/purchasing/receiving-units.ts): the ordered cost applies
      // when both costs are equal.
      cost: sql`round(case when stock_unit_cost = ordered.unit_cost then ordered.unit_cost * stock_qty
        else line.unit_cost * line.received_qty end, 2)`,
      receivedBy: personName,
    },
    from: sql`po_receiving_item line
      join po_receiving on po_receiving.po_receiving_id = line.po_receiving_id
      join item on item.item_id = line.item_id
      join location on location.location_id = po_receiving.location_id
      join user_account on user_account.user_id = received_by_id
      left join purchase_order_item ordered on ordered.po_item_id = line.po_item_id
      left join purchase_order on purchase_order.po_id = po_receiving.po_id
      left join supplier on supplier.supplier_id = purchase_order.supplier_id`,
    where: and(
      request.onDays(sql`received_date`),
      equalsCondition(sql`po_receiving.status`, query.status),
      equalsCondition(sql`purchase_order.supplier_id`, query.supplierID),
      equalsCondition(sql`po_receiving.location_id`, query.locationID),
      equalsCondition(sql`item.category_id`, query.categoryID),
    ),
    orderBy: sql`received_date desc, po_receiving.po_receiving_id desc, line.po_receiving_item_id`,
  }
}
