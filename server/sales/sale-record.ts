import { asc, eq, getColumns, inArray, type SQL, sql, type WithSubquery } from 'drizzle-orm'

import { fromCentavos, lineTotal } from '../../contract/money.ts'
import type { PaymentInput } from '../../contract/sales.ts'
import type { z } from '../../contract/zod.ts'
import type { Db, Tx } from '../db/client.ts'
import { cover } from '../db/covers.ts'
import { numberTaken } from '../db/document-numbers.ts'
import { jsonRows } from '../db/json-rows.ts'
import { createdBy } from '../db/records.ts'
import {
  customer,
  item,
  location,
  paymentType,
  sale,
  saleInstalment,
  saleItem,
  salePayment,
  saleRefund,
  saleRefundItem,
  stockReservation,
  transactionType,
} from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import type { Context } from '../http/serve.ts'
import { balanceOf, type Line } from './sale-rules.ts'
import { instalments, nextDueDate, overdueAmount, scheduleOf } from './schedule.ts'

type Payment = z.output<typeof PaymentInput>

/** One line as it is stored. */
export const lineValues = ({ itemID, price, orderQty }: Line) => ({
  itemID,
  price,
  orderQty,
  lineTotal: fromCentavos(lineTotal(price, orderQty)),
})

/** Payments as they are stored. */
export const paymentValues = (context: Context, payments: readonly Payment[]) =>
  payments.map(({ paymentTypeID, amount, reference }) => ({
    paymentTypeID,
    amount,
    reference: reference ?? null,
    paidAt: context.now,
    ...createdBy(context),
  }))

/**
 * Stores a new sale with its lines, payments and instalments in one statement, under the next number: nobody waits for
 * that longer than the rest of the work takes. Answers its lines, with their keys.
 */
export async function insertSale<L extends Line & { unitCost: number | null }>(
  context: Context,
  year: number,
  values: Omit<typeof sale.$inferInsert, 'transactionNumber'>,
  {
    lines,
    payments,
    schedule,
  }: {
    lines: readonly L[]
    payments: readonly Payment[]
    schedule: readonly Omit<typeof saleInstalment.$inferInsert, 'salesTransactionID'>[]
  },
) {
  const { db } = context
  const number = db.$with('number').as(numberTaken(db, 'SO', year))
  const made = db.$with('made').as(
    db
      .insert(sale)
      .values({ ...values, transactionNumber: sql`(select ${number.number} from ${number})` })
      .returning({ salesTransactionID: sale.salesTransactionID }),
  )
  const salesTransactionID = sql`(select ${made.salesTransactionID} from ${made})`
  const parts: WithSubquery[] = [number, made]
  if (payments.length > 0) {
    const rows = paymentValues(context, payments).map((payment) => ({ ...payment, salesTransactionID }))
    parts.push(db.$with('paid').as(db.insert(salePayment).values(rows)))
  }
  if (schedule.length > 0) {
    const rows = schedule.map((instalment) => ({ ...instalment, salesTransactionID }))
    parts.push(db.$with('due').as(db.insert(saleInstalment).values(rows)))
  }
  const stored = await db
    .with(...parts)
    .insert(saleItem)
    .values(lines.map((line) => ({ ...lineValues(line), unitCost: line.unitCost, salesTransactionID })))
    .returning({ salesItemID: saleItem.salesItemID, salesTransactionID: saleItem.salesTransactionID })
  return stored.map((keys, n) => ({ ...lines[n]!, ...keys }))
}

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

/** Of a row of sales: its lines, each with what it holds of the stock and what of it came back. */
const lines = jsonRows(
  {
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
      where ${stockReservation.salesItemID} = ${saleItem.salesItemID})`,
    refundedQty: sql<number>`(select coalesce(sum(${saleRefundItem.qty}), 0) from ${saleRefundItem}
      where ${saleRefundItem.salesItemID} = ${saleItem.salesItemID})`,
    image_url: cover,
  },
  sql`${saleItem} inner join ${item} on ${item.itemID} = ${saleItem.itemID}
    where ${saleItem.salesTransactionID} = ${sale.salesTransactionID}`,
  saleItem.salesItemID,
)

/** Of a row of sales: what was paid, and handed back of a deposit. */
const payments = jsonRows(
  {
    paymentID: salePayment.paymentID,
    paymentTypeID: salePayment.paymentTypeID,
    paymentName: paymentType.paymentName,
    amount: salePayment.amount,
    reference: salePayment.reference,
    paidAt: salePayment.paidAt,
  },
  sql`${salePayment} inner join ${paymentType} on ${paymentType.paymentTypeID} = ${salePayment.paymentTypeID}
    where ${salePayment.salesTransactionID} = ${sale.salesTransactionID}`,
  salePayment.paymentID,
)

/** The whole sale, with its lines, payments, refunds and instalments; 404 where there is none. */
export async function findSale(db: Db | Tx, id: number) {
  // Prepared: to plan it takes longer than to run it.
  const [found] = await selectSales(db, { items: lines, payments, schedule: instalments })
    .where(eq(sale.salesTransactionID, sql.placeholder('id')))
    .prepare('find_sale')
    .execute({ id })
  if (!found) throw notFound('Sale')
  return {
    ...withBalance(found),
    payments: found.payments.map((payment) => ({ ...payment, paidAt: new Date(payment.paidAt) })),
    refunds: found.items.some(({ refundedQty }) => refundedQty > 0) ? await refundsOf(db, id) : [],
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
