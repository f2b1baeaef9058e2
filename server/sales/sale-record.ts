import { asc, eq, getColumns, inArray, type SQL, sql } from 'drizzle-orm'

import type { Db, Tx } from '../db/client.ts'
import { cover } from '../db/covers.ts'
import {
  customer,
  item,
  location,
  paymentType,
  sale,
  saleItem,
  salePayment,
  saleRefund,
  saleRefundItem,
  stockReservation,
  transactionType,
} from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import { balanceOf } from './sale-rules.ts'
import { instalments, nextDueDate, overdueAmount, scheduleOf } from './schedule.ts'

/** A sale with its location, kind and customer, and what else is asked for. */
const selectSales = <More extends Record<string, SQL>>(db: Db | Tx, more: More) =>
  db
    .select({
      ...more,
      ...getColumns(sale),
      location: { locationName: location.locationName },
      transactionType: { transactionName: transactionType.transactionName },
      customer: {
        firstName: customer.firstName,
        middleName: customer.middleName,
        lastName: customer.lastName,
        contactNo: customer.contactNo,
        address: customer.address,
        email: customer.email,
        customerTypeID: customer.customerTypeID,
      },
    })
    .from(sale)
    .innerJoin(location, eq(location.locationID, sale.locationID))
    .innerJoin(transactionType, eq(transactionType.transactionTypeID, sale.transactionTypeID))
    .leftJoin(customer, eq(customer.customerID, sale.customerID))

/** The names of the ways in which the sale was paid, each once, in the order of their keys. */
const paymentNames = sql<string | null>`(
  select string_agg(${paymentType.paymentName}, ', ' order by ${paymentType.paymentTypeID}) from ${paymentType}
    where exists (select from ${salePayment} where ${salePayment.salesTransactionID} = ${sale.salesTransactionID}
      and ${salePayment.paymentTypeID} = ${paymentType.paymentTypeID}))`

/** A row of the list of sales. */
export const selectSaleRows = (db: Db | Tx) =>
  selectSales(db, { paymentType: paymentNames, nextDueDate, overdueAmount })

/** What is still owed: nothing any more once a sale is canceled or refunded. */
export const withBalance = <T extends { status: string; totalPurchase: number; amountPaid: number; change: number }>(
  row: T,
) => ({
  ...row,
  balance: row.status === 'Canceled' || row.status === 'Refunded' ? 0 : balanceOf(row.totalPurchase, row),
})

/** The whole sale, with its lines, payments, refunds and instalments; 404 where there is none. */
export async function findSale(db: Db | Tx, id: number) {
  const [found] = await selectSales(db, { schedule: instalments }).where(eq(sale.salesTransactionID, id))
  if (!found) throw notFound('Sale')
  const items = await db
    .select({
      salesItemID: saleItem.salesItemID,
      itemID: saleItem.itemID,
      itemCode: item.itemCode,
      itemName: item.itemName,
      description: item.description,
      uom: item.uom,
      price: saleItem.price,
      orderQty: saleItem.orderQty,
      lineTotal: saleItem.lineTotal,
      heldQty: sql<number>`(select coalesce(sum(${stockReservation.quantity}), 0) from ${stockReservation}
        where ${stockReservation.salesItemID} = ${saleItem.salesItemID})`.mapWith(Number),
      refundedQty: sql<number>`(select coalesce(sum(${saleRefundItem.qty}), 0) from ${saleRefundItem}
        where ${saleRefundItem.salesItemID} = ${saleItem.salesItemID})`.mapWith(Number),
      image_url: cover,
    })
    .from(saleItem)
    .innerJoin(item, eq(item.itemID, saleItem.itemID))
    .where(eq(saleItem.salesTransactionID, id))
    .orderBy(asc(saleItem.salesItemID))
  const payments = await db
    .select({
      paymentID: salePayment.paymentID,
      paymentTypeID: salePayment.paymentTypeID,
      paymentName: paymentType.paymentName,
      amount: salePayment.amount,
      reference: salePayment.reference,
      paidAt: salePayment.paidAt,
    })
    .from(salePayment)
    .innerJoin(paymentType, eq(paymentType.paymentTypeID, salePayment.paymentTypeID))
    .where(eq(salePayment.salesTransactionID, id))
    .orderBy(asc(salePayment.paymentID))
  return {
    ...withBalance(found),
    items,
    payments,
    refunds: items.some(({ refundedQty }) => refundedQty > 0) ? await refundsOf(db, id) : [],
    schedule: scheduleOf(found),
  }
}

/** What came back of a sale, in order. */
async function refundsOf(db: Db | Tx, salesTransactionID: number) {
  const refunds = await db
    .select({
      refundID: saleRefund.refundID,
      paymentTypeID: saleRefund.paymentTypeID,
      paymentName: paymentType.paymentName,
      reason: saleRefund.reason,
      amount: saleRefund.amount,
      createdByID: saleRefund.createdByID,
      createdAt: saleRefund.createdAt,
    })
    .from(saleRefund)
    .innerJoin(paymentType, eq(paymentType.paymentTypeID, saleRefund.paymentTypeID))
    .where(eq(saleRefund.salesTransactionID, salesTransactionID))
    .orderBy(asc(saleRefund.refundID))
  const lines = await db
    .select(getColumns(saleRefundItem))
    .from(saleRefundItem)
    .where(
      inArray(
        saleRefundItem.refundID,
        refunds.map(({ refundID }) => refundID),
      ),
    )
    .orderBy(asc(saleRefundItem.salesItemID), asc(saleRefundItem.disposition))
  const items = Map.groupBy(lines, ({ refundID }) => refundID)
  return refunds.map((refund) => ({ ...refund, items: items.get(refund.refundID) ?? [] }))
}
