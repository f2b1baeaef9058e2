import { asc, eq, getColumns, inArray, type SQL, sql } from 'drizzle-orm'

import type { PaymentInput } from '../../../contract/sales/sales.ts'
import { fromCentavos, lineTotal } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { cover } from '../../db/covers.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared.ts'
import { item } from '../../db/schema/catalogue.ts'
import {
  customer,
  paymentType,
  sale,
  saleInstalment,
  saleItem,
  salePayment,
  saleRefund,
  saleRefundItem,
  stockReservation,
  transactionType,
} from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { numberTaken } from '../../resource/document-numbers.ts'
import { createdBy } from '../../resource/records.ts'
import { balanceOf, type Line } from '../sales.rules.ts'
import { instalments, nextDueDate, overdueAmount, scheduleOf } from '../schedule/schedule.ts'

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

/** What is stored of a new sale itself, but for its number and who makes it. */
const ownFields = [
  'locationID',
  'transactionTypeID',
  'customerID',
  'orderDate',
  'expectedDeliverDate',
  'totalItems',
  'totalQuantity',
  'subtotal',
  'discount',
  'shippingFee',
  'totalPurchase',
  'amountPaid',
  'change',
  'transactionDate',
  'holdUntil',
  'completedAt',
  'status',
  'remarks',
] as const satisfies (keyof typeof sale.$inferInsert)[]

/**
 * Stores a new sale with its lines, payments and instalments in one statement, under the next number: nobody waits for
 * that longer than the rest of the work takes. Answers its lines, with their keys.
 */
export async function insertSale<L extends Line & { unitCost: number | null }>(
  context: Context,
  year: number,
  values: Required<Pick<typeof sale.$inferInsert, (typeof ownFields)[number]>>,
  {
    lines,
    payments,
    schedule,
  }: {
    lines: readonly L[]
    payments: readonly Payment[]
    schedule: readonly { dueDate: string; amount: number }[]
  },
) {
  const stored = await insertWithParts(context.db, {
    ...values,
    ...createdBy(context),
    year,
    now: context.now.toISOString(),
    itemIDs: lines.map(({ itemID }) => itemID),
    prices: lines.map(({ price }) => price),
    orderQties: lines.map(({ orderQty }) => orderQty),
    lineTotals: lines.map((line) => lineValues(line).lineTotal),
    unitCosts: lines.map(({ unitCost }) => unitCost),
    paymentTypeIDs: payments.map(({ paymentTypeID }) => paymentTypeID),
    amounts: payments.map(({ amount }) => amount),
    references: payments.map(({ reference }) => reference ?? null),
    dueDates: schedule.map(({ dueDate }) => dueDate),
    dueAmounts: schedule.map(({ amount }) => amount),
  })
  return stored.map((keys, n) => ({ ...lines[n]!, ...keys }))
}

const insertWithParts = prepared(
  'insert_sale',
  [
    ...ownFields,
    'createdByID',
    'createdAt',
    'updatedAt',
    'year',
    'now',
    'itemIDs',
    'prices',
    'orderQties',
    'lineTotals',
    'unitCosts',
    'paymentTypeIDs',
    'amounts',
    'references',
    'dueDates',
    'dueAmounts',
  ],
  (db, { year, now, itemIDs, prices, orderQties, lineTotals, unitCosts, ...rest }) => {
    const { paymentTypeIDs, amounts, references, dueDates, dueAmounts, ...own } = rest
    const number = db.$with('number').as(numberTaken(db, 'SO', year))
    const made = db.$with('made').as(
      db
        .insert(sale)
        .values({ ...own, transactionNumber: sql`(select ${number.number} from ${number})` })
        .returning({ salesTransactionID: sale.salesTransactionID }),
    )
    const paid = db.$with('paid').as(
      db
        .insert(salePayment, 'salesTransactionID', 'paymentTypeID', 'amount', 'reference', 'paidAt', 'createdByID')
        .select(
          () => sql`select sales_transaction_id, type, amount, reference, ${now}::timestamptz, ${own.createdByID}::int
            from ${made}, unnest(${paymentTypeIDs}::int[], ${amounts}::numeric[], ${references}::text[])
              with ordinality as payment (type, amount, reference, n)
            order by n`,
        ),
    )
    const due = db.$with('due').as(
      db.insert(saleInstalment, 'salesTransactionID', 'dueDate', 'amount').select(
        () => sql`select sales_transaction_id, due_date, amount
            from ${made}, unnest(${dueDates}::date[], ${dueAmounts}::numeric[]) as instalment (due_date, amount)`,
      ),
    )
    return db
      .with(number, made, paid, due)
      .insert(saleItem, 'salesTransactionID', 'itemID', 'price', 'orderQty', 'lineTotal', 'unitCost')
      .select(
        () => sql`select sales_transaction_id, item_id, price, order_qty, line_total, unit_cost
          from ${made}, unnest(${itemIDs}::int[], ${prices}::numeric[], ${orderQties}::numeric[],
            ${lineTotals}::numeric[], ${unitCosts}::numeric[])
            with ordinality as line (item_id, price, order_qty, line_total, unit_cost, n)
          order by n`,
      )
      .returning({ salesItemID: saleItem.salesItemID, salesTransactionID: saleItem.salesTransactionID })
  },
)

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

const saleByKey = prepared('find_sale', ['id'], (db, { id }) =>
  selectSales(db, { items: lines, payments, schedule: instalments }).where(eq(sale.salesTransactionID, id)),
)

/** The whole sale, with its lines, payments, refunds and instalments; 404 where there is none. */
export async function findSale(db: Db | Tx, id: number) {
  const [found] = await saleByKey(db, { id })
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
