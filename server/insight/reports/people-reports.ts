import { and, type SQL, sql } from 'drizzle-orm'

import { shownCustomerName } from '../../db/names.ts'
import { customer } from '../../db/schema/sales.ts'
import { equalsCondition } from '../../resource/list.ts'
import type { ReportRequest, Statement } from './report.ts'
import {
  documents,
  entryAt,
  givenDiscount,
  ofTheSale,
  balance,
  salesEffect,
  ordersEffect,
  refundedWithSale,
  person,
} from './sale-documents.ts'

/**
 * Groups the sales and their refunds by the person who entered the sale, and the cash by the person who took or returned
 * it.
 */
export const sellersReport = (request: ReportRequest): Statement<'by-seller'> => {
  const { query } = request
  const whereOf = (moment: SQL, locationID: SQL) => {
    const found = and(request.within(moment), equalsCondition(locationID, query.locationID))
    return found ? sql`where ${found}` : sql``
  }
  const seller = sql`coalesce(${person(sql`entry.seller_id`)}, 'The shop')`
  const sales = sql`sum(entry.sales)`
  return {
    columns: {
      seller,
      orders: sql`sum(entry.orders)`,
      discount: sql`sum(entry.discount)`,
      refunded: sql`sum(entry.refunded)`,
      sales,
      refundedWithSale: sql`sum(entry.refunded_with_sale)`,
      cash: sql`sum(entry.cash)`,
    },
    from: sql`(
        select sales_transaction.created_by_id as seller_id, ${ordersEffect} as orders,
          ${givenDiscount} as discount, refunded, ${salesEffect} as sales,
          ${refundedWithSale} as refunded_with_sale, 0 as cash
        from ${documents} sales_transaction ${whereOf(entryAt, sql`sales_transaction.location_id`)}
        union all
        select money_entry.created_by_id, 0, 0, 0, 0, 0, money_entry.amount
        from money_entry join (select payment_type_id from payment_type where code = 'cash') cash using (payment_type_id)
        ${whereOf(sql`money_entry.at`, sql`money_entry.location_id`)}
      ) entry`,
    where: equalsCondition(sql`entry.seller_id`, query.createdByID),
    groupBy: sql`entry.seller_id`,
    orderBy: sql`${sales} desc, entry.seller_id`,
  }
}

export const customersReport = (request: ReportRequest): Statement<'customers'> => {
  const { query } = request
  const sales = sql`sum(${salesEffect})`
  return {
    columns: {
      customer: sql`coalesce(${shownCustomerName(customer)}, 'Walk-in')`,
      customerType: sql`customer_type.type_name`,
      contactNo: sql`customer.contact_no`,
      email: sql`customer.email`,
      address: sql`customer.address`,
      orders: sql`sum(${ordersEffect})`,
      openOrders: sql`count(*) filter (where sales_transaction.status in ('Pending', 'Processing'))`,
      sales,
      refunded: sql`sum(refunded)`,
      refundedWithSale: sql`sum(${refundedWithSale})`,
      balance: sql`coalesce(sum(${ofTheSale(balance)}), 0)`,
      lastOrder: sql`max(${ofTheSale(entryAt)})`,
    },
    from: sql`${documents} sales_transaction
      left join customer on customer.customer_id = sales_transaction.customer_id
      left join customer_type on customer_type.customer_type_id = customer.customer_type_id`,
    where: and(
      sql`sales_transaction.status <> 'Canceled'`,
      request.within(entryAt),
      equalsCondition(sql`sales_transaction.location_id`, query.locationID),
      equalsCondition(sql`customer.customer_type_id`, query.customerTypeID),
    ),
    groupBy: sql`customer.customer_id, customer_type.customer_type_id`,
    orderBy: sql`${sales} desc, customer.customer_id`,
  }
}
