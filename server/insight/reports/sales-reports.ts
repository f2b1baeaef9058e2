import { and, type SQL, sql } from 'drizzle-orm'

import { personName, shownCustomerName } from '../../db/names.ts'
import { customer } from '../../db/schema/sales.ts'
import { equalsCondition } from '../../resource/list.ts'
import { linesWithDiscount } from '../shared/net-lines.ts'
import type { ReportRequest, Statement } from './report.ts'

// A sale belongs to the day of its completion; before that, to the day of its entry.
const saleMoment = sql`coalesce(sales_transaction.completed_at, sales_transaction.transaction_date)`

/** The amount of a Completed sale; zero for any other. */
const ifCompleted = (amount: SQL) => sql`case when sales_transaction.status = 'Completed' then ${amount} else 0 end`

/** The unpaid amount of a sale. */
const balance = sql`case when sales_transaction.status in ('Canceled', 'Refunded') then 0 else
  greatest(0, total_purchase - amount_paid + change) end`

const salesOnly = sql`(sales_transaction.total_purchase - sales_transaction.refunded_amount)`

const person = (userID: SQL) => sql`(select ${personName} from user_account where user_id = ${userID})`

const customerText = sql`coalesce(${shownCustomerName(customer)}, 'Walk-in')`

const ofSale = ({ query }: ReportRequest) =>
  and(
    equalsCondition(sql`sales_transaction.location_id`, query.locationID),
    equalsCondition(sql`sales_transaction.transaction_type_id`, query.transactionTypeID),
    equalsCondition(sql`sales_transaction.customer_id`, query.customerID),
    equalsCondition(sql`sales_transaction.status`, query.status),
    equalsCondition(sql`sales_transaction.created_by_id`, query.createdByID),
  )

export const salesReport = (request: ReportRequest): Statement<'sales'> => ({
  columns: {
    transactionNumber: sql`transaction_number`,
    date: saleMoment,
    status: sql`sales_transaction.status`,
    location: sql`location_name`,
    transactionType: sql`transaction_name`,
    customer: customerText,
    lines: sql`total_items`,
    quantity: sql`total_quantity`,
    subtotal: sql`subtotal`,
    discount: sql`discount`,
    shippingFee: sql`shipping_fee`,
    total: sql`total_purchase`,
    paid: sql`amount_paid - change`,
    balance,
    refunded: sql`refunded_amount`,
    sales: ifCompleted(salesOnly),
    enteredBy: person(sql`sales_transaction.created_by_id`),
  },
  from: sql`sales_transaction
    join location on location.location_id = sales_transaction.location_id
    join transaction_type on transaction_type.transaction_type_id = sales_transaction.transaction_type_id
    left join customer on customer.customer_id = sales_transaction.customer_id`,
  where: and(request.within(saleMoment), ofSale(request)),
  orderBy: sql`${saleMoment} desc, sales_transaction.sales_transaction_id desc`,
})

/** SQL for the lines of the given sales, with each shipping fee as a line of its own. */
const linesOf = (sales: SQL) => sql`(
  ${linesWithDiscount(sales)}
  union all
  select sales_transaction_id, null, null, null, null, shipping_fee, null, null, 0 from ${sales} sold where shipping_fee > 0
) line`

/** The sale of the current row, in the form that `linesOf` takes. */
const ofOneSale = sql`(select sales_transaction.sales_transaction_id, sales_transaction.subtotal,
  sales_transaction.discount, sales_transaction.shipping_fee)`

/** The cost of returned goods that came back to stock. Scrapped goods stay a cost of their line. */
const costToStock = sql`sum(cost) filter (where disposition <> 'scrap')`

/**
 * Computes lines sale by sale, in the report's order. The first rows therefore come early, and a full file needs the
 * memory of only one sale.
 */
export const saleLinesReport = (request: ReportRequest): Statement<'sale-lines'> => {
  const refunded = sql`coalesce(back.amount, 0)`
  const returnedCost = sql`coalesce(back.cost, 0)`
  const sales = ifCompleted(sql`line_total - discount_share - ${refunded}`)
  const sold = and(request.within(saleMoment), ofSale(request))
  return {
    columns: {
      transactionNumber: sql`transaction_number`,
      date: saleMoment,
      status: sql`sales_transaction.status`,
      location: sql`location_name`,
      customer: customerText,
      itemCode: sql`item_code`,
      itemName: sql`coalesce(item_name, 'Shipping fee')`,
      category: sql`category_name`,
      uom: sql`uom`,
      quantity: sql`order_qty`,
      price: sql`line.price`,
      lineTotal: sql`line_total`,
      discount: sql`discount_share`,
      refundedQty: sql`coalesce(back.qty, 0)`,
      refunded,
      sales,
      unitCost: sql`unit_cost`,
      cost: sql`line.cost`,
      returnedCost,
      // A shipping fee is passed on, so it is no profit. Goods of a Refunded sale that were scrapped are a loss.
      profit: sql`case when line.sales_item_id is null then 0 else ${sales} end - coalesce(line.cost, 0) + ${returnedCost}`,
    },
    from: sql`sales_transaction
      join location on location.location_id = sales_transaction.location_id
      left join customer on customer.customer_id = sales_transaction.customer_id
      cross join lateral ${linesOf(ofOneSale)}
      left join item on item.item_id = line.item_id
      left join category on category.category_id = item.category_id
      cross join lateral (
        select sum(qty) as qty, sum(amount) as amount, ${costToStock} as cost from sales_refund_item
        where sales_refund_item.sales_item_id = line.sales_item_id
      ) back`,
    summed: sql`${linesOf(sql`(select sales_transaction.* from sales_transaction ${sold ? sql`where ${sold}` : sql``})`)}
      join sales_transaction on sales_transaction.sales_transaction_id = line.sales_transaction_id
      left join item on item.item_id = line.item_id
      left join (
        select sales_item_id, sum(qty) as qty, sum(amount) as amount, ${costToStock} as cost from sales_refund_item group by sales_item_id
      ) back on back.sales_item_id = line.sales_item_id`,
    counted: sql`(
        select sales_transaction_id, item_id from sales_item
        union all
        select sales_transaction_id, null from sales_transaction where shipping_fee > 0
      ) line
      join sales_transaction on sales_transaction.sales_transaction_id = line.sales_transaction_id
      left join item on item.item_id = line.item_id`,
    where: and(sold, equalsCondition(sql`item.category_id`, request.query.categoryID)),
    orderBy: sql`${saleMoment} desc, sales_transaction.sales_transaction_id desc, line.sales_item_id`,
  }
}

/** The kinds of money, as the Payments report names them. */
const moneyKind = sql`case when corrects_id is not null then 'Correction' when kind = 'payment' then 'Payment'
  when kind = 'refund' then 'Refund' else 'Deposit returned' end`

/** SQL for an amount of a payment type that is money; 0 for store credit and exchanged goods. */
const ifMoney = (amount: SQL) =>
  sql`case when payment_type.code in ('store_credit', 'exchange') then 0 else ${amount} end`

/** Reads the money ledger. A payment and its change are one row. A kept deposit moves no money, so it has none. */
export const paymentsReport = (request: ReportRequest): Statement<'payments'> => {
  const { query } = request
  return {
    columns: {
      at: sql`money.at`,
      kind: sql`money.kind`,
      paymentType: sql`payment_name`,
      transactionNumber: sql`transaction_number`,
      location: sql`location_name`,
      customer: customerText,
      reference: sql`money.reference`,
      received: ifMoney(sql`money.received`),
      handedBack: ifMoney(sql`money.handed_back`),
      net: ifMoney(sql`money.received - money.handed_back`),
      storeCredit: sql`case when payment_type.code = 'store_credit' then money.received - money.handed_back else 0 end`,
      exchanged: sql`case when payment_type.code = 'exchange' then money.received - money.handed_back else 0 end`,
      takenBy: person(sql`money.created_by_id`),
    },
    from: sql`(
        select entry.entry_id, entry.sales_transaction_id, entry.location_id, entry.payment_type_id, entry.at, entry.created_by_id,
          coalesce(entry.reference, entry.reason) as reference, entry.kind,
          case when entry.is_payment then entry.amount else 0 end as received,
          case when entry.is_payment then coalesce(-given.amount, 0) else -entry.amount end as handed_back
        from (
          select entry_id, sales_transaction_id, location_id, payment_type_id, at, created_by_id, reference, amount,
            kind = 'payment' as is_payment, ${moneyKind} as kind,
            case when kind = 'refund' or corrects_id is not null then reason end as reason
          from money_entry where kind in ('payment', 'refund', 'deposit_returned')
        ) entry left join money_entry given on given.payment_entry_id = entry.entry_id
      ) money
      join sales_transaction on sales_transaction.sales_transaction_id = money.sales_transaction_id
      join location on location.location_id = money.location_id
      left join customer on customer.customer_id = sales_transaction.customer_id
      left join payment_type on payment_type.payment_type_id = money.payment_type_id`,
    where: and(
      request.within(sql`money.at`),
      equalsCondition(sql`money.payment_type_id`, query.paymentTypeID),
      equalsCondition(sql`money.location_id`, query.locationID),
      equalsCondition(sql`sales_transaction.customer_id`, query.customerID),
      equalsCondition(sql`money.kind`, query.kind),
      equalsCondition(sql`money.created_by_id`, query.createdByID),
    ),
    orderBy: sql`money.at desc, money.kind, money.entry_id desc`,
  }
}

/** Groups the sales by the person who entered them, and the cash by the person who took or returned it. */
export const sellersReport = (request: ReportRequest): Statement<'by-seller'> => {
  const { query } = request
  const whereOf = (moment: SQL, locationID: SQL) => {
    const found = and(request.within(moment), equalsCondition(locationID, query.locationID))
    return found ? sql`and ${found}` : sql``
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
      cash: sql`sum(entry.cash)`,
    },
    from: sql`(
        select sales_transaction.created_by_id as seller_id, ${ifCompleted(sql`1`)} as orders, discount,
          refunded_amount as refunded, ${ifCompleted(salesOnly)} as sales, 0 as cash
        from sales_transaction where true ${whereOf(saleMoment, sql`sales_transaction.location_id`)}
        union all
        select money_entry.created_by_id, 0, 0, 0, 0, money_entry.amount
        from money_entry join payment_type using (payment_type_id)
        where payment_type.code = 'cash' ${whereOf(sql`money_entry.at`, sql`money_entry.location_id`)}
      ) entry`,
    where: equalsCondition(sql`entry.seller_id`, query.createdByID),
    groupBy: sql`entry.seller_id`,
    orderBy: sql`${sales} desc, entry.seller_id`,
  }
}

export const customersReport = (request: ReportRequest): Statement<'customers'> => {
  const { query } = request
  const sales = sql`sum(${ifCompleted(salesOnly)})`
  return {
    columns: {
      customer: customerText,
      customerType: sql`customer_type.type_name`,
      contactNo: sql`customer.contact_no`,
      email: sql`customer.email`,
      address: sql`customer.address`,
      orders: sql`count(*) filter (where sales_transaction.status = 'Completed')`,
      openOrders: sql`count(*) filter (where sales_transaction.status in ('Pending', 'Processing'))`,
      sales,
      refunded: sql`sum(refunded_amount)`,
      balance: sql`sum(${balance})`,
      lastOrder: sql`max(${saleMoment})`,
    },
    from: sql`sales_transaction
      left join customer on customer.customer_id = sales_transaction.customer_id
      left join customer_type on customer_type.customer_type_id = customer.customer_type_id`,
    where: and(
      sql`sales_transaction.status <> 'Canceled'`,
      request.within(saleMoment),
      equalsCondition(sql`sales_transaction.location_id`, query.locationID),
      equalsCondition(sql`customer.customer_type_id`, query.customerTypeID),
    ),
    groupBy: sql`customer.customer_id, customer_type.customer_type_id`,
    orderBy: sql`${sales} desc, customer.customer_id`,
  }
}
