import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { leftOf, refundAmounts } from '../../../contract/sales/refunds.ts'
import { type SaleRefundInput, sales } from '../../../contract/sales/sales.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { thousandths } from '../../../contract/shared/quantities.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { paymentType, sale, saleItem, saleRefund, saleRefundItem } from '../../db/schema/sales.ts'
import { inventory, inventoryType, stockMovement } from '../../db/schema/stock.ts'
import { serve } from '../../http/serve.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { giveCode } from '../../resource/coded-rows.ts'
import { createdBy, lockUnchanged, modifiedNow, ok, record } from '../../resource/records.ts'
import { assertCountable, type MovementLine, postMovements, stockRow } from '../../stock/ledger/ledger.ts'
import { findSale } from '../sale/sale-record.ts'

type Sale = Awaited<ReturnType<typeof findSale>>
type Part = NonNullable<z.output<typeof SaleRefundInput>['items']>[number]
type Returned = Part & { itemID: number; amount: number; unitCost: number }

export function refundRoutes(app: FastifyInstance) {
  serve(app, sales.refund, async ({ id, body }, context) => {
    const { db } = context
    const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, undefined)
    if (stored.status !== 'Completed')
      throw new AppError('sale.not_completed', `This sale is ${stored.status}: only a Completed sale can be refunded`)
    const [type] = await db.select().from(paymentType).where(eq(paymentType.paymentTypeID, body.paymentTypeID))
    if (!type)
      throw new AppError('reference.missing', `Payment type ${body.paymentTypeID} does not exist`, {
        field: 'paymentTypeID',
      })
    const before = await findSale(db, id)
    const returned = await priced(context, before, body.items ?? everything(before))

    const amount = fromCentavos(returned.reduce((sum, part) => sum + toCentavos(part.amount), 0))
    const [refund] = await db
      .insert(saleRefund)
      .values({
        salesTransactionID: id,
        paymentTypeID: body.paymentTypeID,
        reason: body.reason,
        amount,
        ...createdBy(context),
      })
      .returning()
    await db.insert(saleRefundItem).values(
      returned.map(({ salesItemID, qty, disposition, ...part }) => ({
        refundID: refund!.refundID,
        salesItemID,
        qty,
        disposition,
        amount: part.amount,
      })),
    )
    await putBack(context, before, returned)

    const left = before.items.reduce((sum, line) => sum + thousandths(leftOf(line)), 0)
    const back = returned.reduce((sum, { qty }) => sum + thousandths(qty), 0)
    await db
      .update(sale)
      .set({
        refundedAmount: fromCentavos(toCentavos(stored.refundedAmount) + toCentavos(amount)),
        status: back === left ? 'Refunded' : 'Completed',
        ...modifiedNow(context, stored),
      })
      .where(eq(sale.salesTransactionID, id))
    const after = await findSale(db, id)
    await record(context, { action: 'refund', entity: 'sale', entityID: id, before, after })
    return ok(after)
  })
}

/** All of the sale that has not come back yet, for the shelf. */
const everything = ({ items }: Sale): Part[] =>
  items
    .filter((line) => leftOf(line) > 0)
    .map((line) => ({ salesItemID: line.salesItemID, qty: leftOf(line), disposition: 'restock' }))

/**
 * What comes back, with what is handed back for it. 422 for a line of another sale, more than is left of a line, or a
 * part of a piece; what is said twice of one line and its goods counts together.
 */
async function priced({ db }: Context, sale: Sale, sent: readonly Part[]): Promise<Returned[]> {
  const parts = together(sent)
  const items = new Map(sale.items.map((line) => [line.salesItemID, line]))
  const back = new Map<number, number>()
  for (const { salesItemID, qty } of parts) {
    const line = items.get(salesItemID)
    if (!line) throw new AppError('refund.line_unknown', `Line ${salesItemID} is not of this sale`, { field: 'items' })
    assertCountable(line, qty, 'items')
    const whole = (back.get(salesItemID) ?? 0) + thousandths(qty)
    if (whole > thousandths(leftOf(line)))
      throw new AppError('refund.exceeds_sold', `Only ${leftOf(line)} of ${line.itemName} can come back`, {
        field: 'items',
      })
    back.set(salesItemID, whole)
  }
  const costs = await db
    .select({ salesItemID: saleItem.salesItemID, unitCost: saleItem.unitCost })
    .from(saleItem)
    .where(inArray(saleItem.salesItemID, [...items.keys()]))
  const costOf = new Map(costs.map(({ salesItemID, unitCost }) => [salesItemID, unitCost ?? 0]))
  const amounts = refundAmounts(sale, parts)
  return parts.map((part, n) => ({
    ...part,
    itemID: items.get(part.salesItemID)!.itemID,
    amount: amounts[n]!,
    unitCost: costOf.get(part.salesItemID)!,
  }))
}

/** One part for each line and what becomes of its goods. */
const together = (parts: readonly Part[]): Part[] =>
  [...Map.groupBy(parts, ({ salesItemID, disposition }) => `${salesItemID} ${disposition}`).values()].map((same) => ({
    ...same[0]!,
    qty: same.reduce((sum, { qty }) => sum + thousandths(qty), 0) / 1000,
  }))

/**
 * Stock that came back: for the shelf into the rows it was taken from, for the workshop into stock of the type for repairs,
 * which sales do not take from. What is scrapped comes back to no stock. It returns at the cost at which it left.
 */
async function putBack(context: Context, { salesTransactionID, locationID }: Sale, returned: readonly Returned[]) {
  const lines: MovementLine[] = []
  const taken = await takenFrom(context, salesTransactionID)
  for (const { itemID, qty, disposition, unitCost } of returned) {
    if (disposition === 'repair') {
      const inventoryTypeID = await repairType(context)
      const inventoryID = await stockRow(context, { itemID, locationID, inventoryTypeID })
      lines.push({ inventoryID, quantity: qty, unitCost })
    }
    if (disposition === 'restock') lines.push(...share(taken, itemID, qty).map((part) => ({ ...part, unitCost })))
  }
  await postMovements(context, { kind: 'refund', documentType: 'sale', documentID: salesTransactionID }, lines)
}

/** A row of stock that a sale took from, with what has not come back to it yet. */
type Taken = { inventoryID: number; itemID: number; left: number }

const takenFrom = ({ db }: Context, salesTransactionID: number): Promise<Taken[]> =>
  db
    .select({
      inventoryID: inventory.inventoryID,
      itemID: inventory.itemID,
      left: sql<number>`-sum(${stockMovement.quantity})`.mapWith(Number),
    })
    .from(stockMovement)
    .innerJoin(inventory, eq(inventory.inventoryID, stockMovement.inventoryID))
    .where(and(eq(stockMovement.documentType, 'sale'), eq(stockMovement.documentID, salesTransactionID)))
    .groupBy(inventory.inventoryID)
    .having(sql`sum(${stockMovement.quantity}) < 0`)
    .orderBy(asc(inventory.inventoryID))

/** Shares out what comes back to the rows it was taken from; `taken` keeps what is left of them. */
function share(taken: Taken[], itemID: number, qty: number) {
  const parts: { inventoryID: number; quantity: number }[] = []
  let missing = thousandths(qty)
  for (const row of taken.filter((one) => one.itemID === itemID)) {
    const part = Math.min(missing, thousandths(row.left))
    if (part <= 0) continue
    row.left = (thousandths(row.left) - part) / 1000
    missing -= part
    parts.push({ inventoryID: row.inventoryID, quantity: part / 1000 })
  }
  return parts
}

/** The type of stock that waits for the workshop; made when something first does. 422 where sales would take from it. */
async function repairType(context: Context): Promise<number> {
  const { db } = context
  const find = () => db.select().from(inventoryType).where(eq(inventoryType.code, 'repair'))
  let [found] = await find()
  if (!found) {
    const row = { typeName: 'Repair', code: 'repair' } as const
    await db
      .insert(inventoryType)
      .values({ ...row, description: 'Waits for the workshop', sellable: false, ...createdBy(context) })
      .onConflictDoNothing()
    // Where the shop has a type of this name, that one is for repairs.
    await giveCode(db, inventoryType, inventoryType.typeName, { name: row.typeName, code: row.code })
    ;[found] = await find()
  }
  const { inventoryTypeID, typeName, sellable } = found!
  if (sellable)
    throw new AppError(
      'refund.type_sellable',
      `Inventory type ${typeName} is for sale: make it not sellable, or choose another way for these goods`,
      { field: 'items' },
    )
  return inventoryTypeID
}
