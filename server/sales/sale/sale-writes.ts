import { and, eq, notInArray, type Placeholder, sql } from 'drizzle-orm'

import { fromCentavos, computeLineTotal } from '../../../contract/shared/money.ts'
import { prepareStatement } from '../../db/prepared.ts'
import { sale, saleInstalment, saleItem } from '../../db/schema/sales.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { type NewPayment, paymentParameters, paymentParts, paymentValues } from '../../money/ledger.ts'
import { numberTaken } from '../../resource/document-numbers.ts'
import { stampCreated, stampModified } from '../../resource/records.ts'
import { taxParameters, taxPart, taxValues } from '../tax/tax-writes.ts'
import type { ComputedTax } from '../tax/tax.rules.ts'
import type { Line } from './prices.rules.ts'

// The statements that store a sale with its lines and payments.

/** A row of the sales table, without lines and payments. */
export type StoredSale = typeof sale.$inferSelect
export type SaleChange = Partial<typeof sale.$inferInsert>

/** Updates a sale's own row, which the caller has locked. */
export const updateSaleRow = async (context: Context, stored: StoredSale, changes: SaleChange) =>
  context.db
    .update(sale)
    .set({ ...changes, ...stampModified(context, stored) })
    .where(eq(sale.salesTransactionID, stored.salesTransactionID))

/**
 * Stores the lines of a sale: those with a key keep it, those without are new, and all others are removed with what
 * they held. Returns the keys in the order of `lines`.
 */
export async function storeSaleLines(
  { db }: Context,
  salesTransactionID: number,
  lines: readonly (Line & { salesItemID: number | null; itemPriceID: number | null })[],
): Promise<number[]> {
  const kept = lines.flatMap(({ salesItemID, ...line }) =>
    salesItemID === null ? [] : [{ salesItemID, itemPriceID: line.itemPriceID, ...lineValues(line) }],
  )
  const keys = kept.map(({ salesItemID }) => salesItemID)
  const ofSale = eq(saleItem.salesTransactionID, salesTransactionID)
  await db.delete(saleItem).where(and(ofSale, notInArray(saleItem.salesItemID, keys)))
  if (kept.length > 0)
    await db.execute(sql`update ${saleItem} set price = line.price, order_qty = line.quantity, line_total = line.total,
        item_price_id = case when ${saleItem.price} = line.price then ${saleItem.itemPriceID} else line.item_price end
      from unnest(${sql.param(keys)}::int[], ${sql.param(kept.map(({ price }) => price))}::numeric[],
        ${sql.param(kept.map(({ orderQty }) => orderQty))}::numeric[],
        ${sql.param(kept.map(({ lineTotal }) => lineTotal))}::numeric[],
        ${sql.param(kept.map(({ itemPriceID }) => itemPriceID))}::int[]) as line (id, price, quantity, total, item_price)
      where sales_item_id = line.id`)
  const added = lines.filter(({ salesItemID }) => salesItemID === null)
  const inserted =
    added.length === 0
      ? []
      : await db
          .insert(saleItem)
          .values(added.map((line) => ({ ...lineValues(line), itemPriceID: line.itemPriceID, salesTransactionID })))
          .returning({ salesItemID: saleItem.salesItemID })
  const newKeys = inserted.map(({ salesItemID }) => salesItemID).toReversed()
  return lines.map(({ salesItemID }) => salesItemID ?? newKeys.pop()!)
}

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
  'buyerID',
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
  'priceKeptUntil',
  'keptPrice',
  'completedAt',
  'status',
  'remarks',
  'clientKey',
  'clientDigest',
] as const satisfies (keyof typeof sale.$inferInsert)[]

/**
 * Stores a new sale with its lines, payments and instalments in one statement, under the next number. The number is
 * locked until the transaction ends, so it is taken last. Returns the lines with their keys.
 */
export async function insertSale<
  L extends Line & { itemPriceID: number | null; handedOver: { unitCost: number; cost: number } | null },
>(
  context: Context,
  year: number,
  values: Required<Pick<typeof sale.$inferInsert, (typeof ownFields)[number]>>,
  {
    lines,
    payments,
    schedule,
    taxes,
    drawerSessionID,
  }: {
    lines: readonly L[]
    payments: readonly NewPayment[]
    /** The session of a drawer in which the payments were made; null for the present one. */
    drawerSessionID: number | null
    schedule: readonly { dueDate: string; amount: number }[]
    /** The taxes of a sale that is completed on this day; null for an open sale. */
    taxes: { day: string; entries: readonly ComputedTax[] } | null
  },
) {
  const own = {
    ...values,
    ...stampCreated(context),
    ...paymentValues(context, payments, drawerSessionID),
    year,
    itemIDs: lines.map(({ itemID }) => itemID),
    prices: lines.map(({ price }) => price),
    orderQties: lines.map(({ orderQty }) => orderQty),
    lineTotals: lines.map((line) => lineValues(line).lineTotal),
    unitCosts: lines.map(({ handedOver }) => handedOver?.unitCost ?? null),
    costs: lines.map(({ handedOver }) => handedOver?.cost ?? null),
    itemPriceIDs: lines.map(({ itemPriceID }) => itemPriceID),
  }
  const isPlain = schedule.length === 0 && (taxes === null || taxes.entries.length === 0)
  const stored = isPlain
    ? await insertPlainSale(context.db, own)
    : await insertSaleWithParts(context.db, {
        ...own,
        dueDates: schedule.map(({ dueDate }) => dueDate),
        dueAmounts: schedule.map(({ amount }) => amount),
        ...taxValues(taxes),
      })
  return stored.map((keys, n) => ({ ...lines[n]!, ...keys }))
}

/** The parameters of a new sale with its lines and payments. */
const plainParameters = [
  ...ownFields,
  'createdAt',
  'updatedAt',
  'year',
  'itemIDs',
  'prices',
  'orderQties',
  'lineTotals',
  'unitCosts',
  'costs',
  'itemPriceIDs',
  ...paymentParameters,
] as const

/** Returns the parts of a statement that store a new sale with its lines and payments. */
function plainParts(
  db: Db | Tx,
  {
    year,
    itemIDs,
    prices,
    orderQties,
    lineTotals,
    unitCosts,
    costs,
    itemPriceIDs,
    ...own
  }: Record<(typeof plainParameters)[number], Placeholder>,
) {
  const number = db.$with('number').as(numberTaken(db, 'SO', year))
  const made = db.$with('made').as(
    db
      .insert(sale)
      .values({
        // The values of the payments are no columns of a sale, so Drizzle leaves them out.
        ...own,
        transactionNumber: sql`(select ${number.number} from ${number})`,
      })
      .returning({ salesTransactionID: sale.salesTransactionID, locationID: sale.locationID }),
  )
  const { given, paid } = paymentParts(db, sql`select sales_transaction_id, location_id from ${made}`, own)
  const stored = db.$with('stored').as(
    db
      .insert(
        saleItem,
        'salesTransactionID',
        'itemID',
        'price',
        'orderQty',
        'lineTotal',
        'unitCost',
        'cost',
        'itemPriceID',
      )
      .select(
        () => sql`select sales_transaction_id, item_id, price, order_qty, line_total, unit_cost, cost, item_price
          from ${made}, unnest(${itemIDs}::int[], ${prices}::numeric[], ${orderQties}::numeric[],
            ${lineTotals}::numeric[], ${unitCosts}::numeric[], ${costs}::numeric[], ${itemPriceIDs}::int[])
            with ordinality as line (item_id, price, order_qty, line_total, unit_cost, cost, item_price, n)
          order by n`,
      )
      .returning({ salesItemID: saleItem.salesItemID, salesTransactionID: saleItem.salesTransactionID }),
  )
  const keys = { salesItemID: stored.salesItemID, salesTransactionID: stored.salesTransactionID }
  return { number, made, given, paid, stored, keys }
}

// PostgreSQL prepares every part of a statement at each run. Most sales have neither instalments nor taxes, so their
// statement leaves these parts out.
const insertPlainSale = prepareStatement('insert_sale', plainParameters, (db, values) => {
  const { number, made, given, paid, stored, keys } = plainParts(db, values)
  return db.with(number, made, given, paid, stored).select(keys).from(stored).orderBy(stored.salesItemID)
})

const insertSaleWithParts = prepareStatement(
  'insert_sale_with_parts',
  [...plainParameters, 'dueDates', 'dueAmounts', ...taxParameters],
  (db, { dueDates, dueAmounts, ...values }) => {
    const { number, made, given, paid, stored, keys } = plainParts(db, values)
    const due = db.$with('due').as(
      db.insert(saleInstalment, 'salesTransactionID', 'dueDate', 'amount').select(
        () => sql`select sales_transaction_id, due_date, amount
            from ${made}, unnest(${dueDates}::date[], ${dueAmounts}::numeric[]) as instalment (due_date, amount)`,
      ),
    )
    const taxed = taxPart(db, { made, stored }, values)
    return db.with(number, made, given, paid, due, stored, taxed).select(keys).from(stored).orderBy(stored.salesItemID)
  },
)
