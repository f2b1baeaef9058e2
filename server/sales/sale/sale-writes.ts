import { eq, sql } from 'drizzle-orm'

import type { PaymentInput } from '../../../contract/sales/sales.ts'
import { fromCentavos, computeLineTotal } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { prepareStatement } from '../../db/prepared.ts'
import { sale, saleInstalment, saleItem, salePayment } from '../../db/schema/sales.ts'
import type { Context } from '../../kernel/context.ts'
import { numberTaken } from '../../resource/document-numbers.ts'
import { stampCreated, stampModified } from '../../resource/records.ts'
import type { Line } from './sales.rules.ts'

// The statements that store a sale with its lines and payments.

type Payment = z.output<typeof PaymentInput>
/** A row of the sales table, without lines and payments. */
export type StoredSale = typeof sale.$inferSelect
export type SaleChange = Partial<typeof sale.$inferInsert>

/** Updates a sale's own row, which the caller has locked. */
export const updateSaleRow = async (context: Context, stored: StoredSale, changes: SaleChange) =>
  context.db
    .update(sale)
    .set({ ...changes, ...stampModified(context, stored) })
    .where(eq(sale.salesTransactionID, stored.salesTransactionID))

/** Replaces all lines of a sale. */
export async function replaceLines({ db }: Context, salesTransactionID: number, lines: readonly Line[]) {
  await db.delete(saleItem).where(eq(saleItem.salesTransactionID, salesTransactionID))
  await db.insert(saleItem).values(lines.map((line) => ({ ...lineValues(line), salesTransactionID })))
}

/** Stores payments of a sale. A negative amount is money paid back. */
export const insertPayments = (context: Context, salesTransactionID: number, payments: readonly Payment[]) =>
  context.db.insert(salePayment).values(
    payments.map(({ paymentTypeID, amount, reference }) => ({
      salesTransactionID,
      paymentTypeID,
      amount,
      reference: reference ?? null,
      paidAt: context.now,
      ...stampCreated(context),
    })),
  )

/** Returns the column values of one line. */
const lineValues = ({ itemID, price, orderQty }: Line) => ({
  itemID,
  price,
  orderQty,
  lineTotal: fromCentavos(computeLineTotal(price, orderQty)),
})

/** The columns of a new sale's own row, without its number and its creator. */
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
 * Stores a new sale with its lines, payments and instalments in one statement, under the next number. The number is
 * locked until the transaction ends, so it is taken last. Returns the lines with their keys.
 */
export async function insertSale<L extends Line & { handedOver: { unitCost: number; cost: number } | null }>(
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
    ...stampCreated(context),
    year,
    now: context.now.toISOString(),
    itemIDs: lines.map(({ itemID }) => itemID),
    prices: lines.map(({ price }) => price),
    orderQties: lines.map(({ orderQty }) => orderQty),
    lineTotals: lines.map((line) => lineValues(line).lineTotal),
    unitCosts: lines.map(({ handedOver }) => handedOver?.unitCost ?? null),
    costs: lines.map(({ handedOver }) => handedOver?.cost ?? null),
    paymentTypeIDs: payments.map(({ paymentTypeID }) => paymentTypeID),
    amounts: payments.map(({ amount }) => amount),
    references: payments.map(({ reference }) => reference ?? null),
    dueDates: schedule.map(({ dueDate }) => dueDate),
    dueAmounts: schedule.map(({ amount }) => amount),
  })
  return stored.map((keys, n) => ({ ...lines[n]!, ...keys }))
}

const insertWithParts = prepareStatement(
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
    'costs',
    'paymentTypeIDs',
    'amounts',
    'references',
    'dueDates',
    'dueAmounts',
  ],
  (db, { year, now, itemIDs, prices, orderQties, lineTotals, unitCosts, costs, ...rest }) => {
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
      .insert(saleItem, 'salesTransactionID', 'itemID', 'price', 'orderQty', 'lineTotal', 'unitCost', 'cost')
      .select(
        () => sql`select sales_transaction_id, item_id, price, order_qty, line_total, unit_cost, cost
          from ${made}, unnest(${itemIDs}::int[], ${prices}::numeric[], ${orderQties}::numeric[],
            ${lineTotals}::numeric[], ${unitCosts}::numeric[], ${costs}::numeric[])
            with ordinality as line (item_id, price, order_qty, line_total, unit_cost, cost, n)
          order by n`,
      )
      .returning({ salesItemID: saleItem.salesItemID, salesTransactionID: saleItem.salesTransactionID })
  },
)
