import { and, type SQL, sql } from 'drizzle-orm'

import { ifMoney, moneyRows } from '../../money/money-rows.ts'
import { equalsCondition } from '../../resource/list.ts'
import { linesWithDiscount } from '../shared/net-lines.ts'
import type { ReportRequest, Statement } from './report.ts'
import {
  documents,
  entryAt,
  isRefund,
  ofTheSale,
  balance,
  salesEffect,
  refundedWithSale,
  person,
  customerText,
} from './sale-documents.ts'

const kindOfDocument = sql`case when ${isRefund} then 'Refund' else 'Sale' end`

const ofSale = ({ query }: ReportRequest) =>
  and(
    equalsCondition(sql`sales_transaction.location_id`, query.locationID),
    equalsCondition(sql`sales_transaction.transaction_type_id`, query.transactionTypeID),
    equalsCondition(sql`sales_transaction.customer_id`, query.customerID),
    equalsCondition(sql`sales_transaction.status`, query.status),
    equalsCondition(sql`sales_transaction.created_by_id`, query.createdByID),
  )

/** Restricts the documents to sales or to refunds, if the query chooses. */
const ofKind = ({ query: { kind } }: ReportRequest) =>
  kind === undefined ? undefined : kind === 'Refund' ? isRefund : sql`not ${isRefund}`

const documentOrder = sql`${entryAt} desc, sales_transaction.sales_transaction_id desc, sales_transaction.refund_id desc`

export const salesReport = (request: ReportRequest): Statement<'sales'> => ({
  columns: {
    transactionNumber: sql`transaction_number`,
    kind: kindOfDocument,
    date: entryAt,
    status: sql`sales_transaction.status`,
    location: sql`location_name`,
    transactionType: sql`transaction_name`,
    customer: customerText,
    lines: ofTheSale(sql`total_items`),
    quantity: sql`case when ${isRefund} then
      -(select sum(qty) from sales_refund_item part where part.refund_id = sales_transaction.refund_id)
      else total_quantity end`,
    subtotal: ofTheSale(sql`subtotal`),
    discount: ofTheSale(sql`discount`),
    shippingFee: ofTheSale(sql`shipping_fee`),
    total: ofTheSale(sql`total_purchase`),
    paid: ofTheSale(sql`amount_paid - change`),
    balance: ofTheSale(balance),
    refunded: sql`refunded`,
    sales: salesEffect,
    refundedWithSale,
    enteredBy: person(sql`sales_transaction.created_by_id`),
  },
  from: sql`${documents} sales_transaction
    join location on location.location_id = sales_transaction.location_id
    join transaction_type on transaction_type.transaction_type_id = sales_transaction.transaction_type_id
    left join customer on customer.customer_id = sales_transaction.customer_id`,
  where: and(request.within(entryAt), ofSale(request), ofKind(request)),
  orderBy: documentOrder,
})

/**
 * SQL for the lines of the given documents: each line and each shipping fee of a sale, and each part of a refund. The
 * columns `back_…` are those of a refund.
 */
const linesOf = (chosen: SQL) => {
  const sales = sql`(select sales_transaction_id, subtotal, discount, shipping_fee from ${chosen} chosen where refund_id = 0)`
  return sql`(
  select sales_transaction_id, 0 as refund_id, sales_item_id, item_id, price, order_qty as quantity, line_total, discount_share,
      unit_cost, cost, 0 as back_qty, 0 as back_amount, 0 as back_cost, null::text as disposition
    from (${linesWithDiscount(sales)}) sold_line
  union all
  select sales_transaction_id, 0, null, null, null, null, shipping_fee, 0, null, null, 0, 0, 0, null
    from ${sales} sold where shipping_fee > 0
  union all
  select refund.sales_transaction_id, refund_id, sales_item_id, item_id, price, -part.qty, null, null, unit_cost, null,
      part.qty, part.amount, case when disposition = 'scrap' then 0 else part.cost end, disposition
    from (select sales_transaction_id, refund_id from ${chosen} chosen where refund_id > 0) refund
    join sales_refund_item part using (refund_id) join sales_item using (sales_item_id)
) line`
}

/** The document of the current row, in the form that `linesOf` takes. */
const ofOneDocument = sql`(select sales_transaction.sales_transaction_id, sales_transaction.refund_id,
  sales_transaction.subtotal, sales_transaction.discount, sales_transaction.shipping_fee)`

const isGoods = sql`line.sales_item_id is not null`

/**
 * Computes lines document by document, in the report's order. The first rows therefore come early, and a full file
 * needs the memory of only one sale.
 */
export const saleLinesReport = (request: ReportRequest): Statement<'sale-lines'> => {
  const sales = sql`case when ${isRefund} then -line.back_amount
    when completed_at is not null then line_total - discount_share else 0 end`
  const chosen = and(request.within(entryAt), ofSale(request), ofKind(request))
  const sameDocument = sql`sales_transaction.sales_transaction_id = line.sales_transaction_id
    and sales_transaction.refund_id = line.refund_id`
  return {
    columns: {
      transactionNumber: sql`transaction_number`,
      kind: kindOfDocument,
      date: entryAt,
      status: sql`sales_transaction.status`,
      location: sql`location_name`,
      customer: customerText,
      itemCode: sql`item_code`,
      itemName: sql`coalesce(item_name, 'Shipping fee')`,
      category: sql`category_name`,
      uom: sql`uom`,
      quantity: sql`line.quantity`,
      price: sql`line.price`,
      lineTotal: sql`line_total`,
      discount: sql`discount_share`,
      refundedQty: sql`line.back_qty`,
      refunded: sql`line.back_amount`,
      sales,
      refundedWithSale: sql`coalesce(later.amount, 0)`,
      unitCost: sql`unit_cost`,
      cost: sql`line.cost`,
      returnedCost: sql`line.back_cost`,
      // A shipping fee is passed on, so it is no profit. Returned goods that were scrapped stay a cost.
      profit: sql`case when ${isGoods} then ${sales} else 0 end - coalesce(line.cost, 0) + line.back_cost`,
    },
    from: sql`${documents} sales_transaction
      join location on location.location_id = sales_transaction.location_id
      left join customer on customer.customer_id = sales_transaction.customer_id
      cross join lateral ${linesOf(ofOneDocument)}
      left join item on item.item_id = line.item_id
      left join category on category.category_id = item.category_id
      cross join lateral (
        select sum(amount) as amount from sales_refund_item
        where sales_refund_item.sales_item_id = line.sales_item_id and line.refund_id = 0
      ) later`,
    summed: sql`${linesOf(sql`(select sales_transaction.* from ${documents} sales_transaction ${chosen ? sql`where ${chosen}` : sql``})`)}
      join ${documents} sales_transaction on ${sameDocument}
      left join item on item.item_id = line.item_id
      left join (
        select sales_item_id, 0 as refund_id, sum(amount) as amount from sales_refund_item group by sales_item_id
      ) later on later.sales_item_id = line.sales_item_id and later.refund_id = line.refund_id`,
    counted: sql`(
        select sales_transaction_id, 0 as refund_id, item_id from sales_item
        union all
        select sales_transaction_id, 0, null from sales_transaction where shipping_fee > 0
        union all
        select sales_transaction_id, refund_id, item_id from sales_refund_item join sales_item using (sales_item_id)
      ) line
      join ${documents} sales_transaction on ${sameDocument}
      left join item on item.item_id = line.item_id`,
    where: and(chosen, equalsCondition(sql`item.category_id`, request.query.categoryID)),
    orderBy: sql`${documentOrder}, line.sales_item_id, line.disposition`,
  }
}

/** Reads the money ledger. A payment and its change are one row. A kept deposit moves no money, so it has none. */
export const paymentsReport = (request: ReportRequest): Statement<'payments'> => {
  const { query } = request
  return {
    columns: {
      at: sql`money.at`,
      kind: sql`money.kind`,
      paymentType: sql`payment_name`,
      transactionNumber: sql`coalesce(transaction_number, trade_in_number)`,
      location: sql`location_name`,
      customer: customerText,
      reference: sql`money.reference`,
      received: ifMoney(sql`money.received`),
      handedBack: ifMoney(sql`money.handed_back`),
      net: ifMoney(sql`money.received - money.handed_back`),
      storeCredit: sql`case when payment_type.code = 'store_credit' then money.received - money.handed_back else 0 end`,
      exchanged: sql`case when payment_type.code = 'exchange' then money.received - money.handed_back else 0 end`,
      tradedIn: sql`case when payment_type.code = 'trade_in' then money.received - money.handed_back else 0 end`,
      takenBy: person(sql`money.created_by_id`),
    },
    from: sql`${moneyRows}
      left join sales_transaction on sales_transaction.sales_transaction_id = money.sales_transaction_id
      left join trade_in on trade_in.trade_in_id = money.trade_in_id and money.sales_transaction_id is null
      join location on location.location_id = money.location_id
      left join customer on customer.customer_id = coalesce(sales_transaction.customer_id, trade_in.customer_id, money.customer_id)
      left join payment_type on payment_type.payment_type_id = money.payment_type_id`,
    where: and(
      request.within(sql`money.at`),
      equalsCondition(sql`money.payment_type_id`, query.paymentTypeID),
      equalsCondition(sql`money.location_id`, query.locationID),
      equalsCondition(sql`money.drawer_session_id`, query.drawerSessionID),
      equalsCondition(
        sql`coalesce(sales_transaction.customer_id, trade_in.customer_id, money.customer_id)`,
        query.customerID,
      ),
      equalsCondition(sql`money.kind`, query.kind),
      equalsCondition(sql`money.created_by_id`, query.createdByID),
    ),
    orderBy: sql`money.at desc, money.kind, money.entry_id desc`,
  }
}
