import { eq } from 'drizzle-orm'

import type { SaleRefundInput } from '../../../contract/sales/sale-refunds.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertBooksOpen } from '../../company/closed-books.operations.ts'
import { readSettings } from '../../company/settings.ts'
import { paymentType, sale, saleRefund, saleRefundItem } from '../../db/schema/sales.ts'
import { inventoryType } from '../../db/schema/stock.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { insertRefundEntry } from '../../money/ledger.ts'
import { giveCode } from '../../resource/coded-rows.ts'
import { stampCreated, lockUnchanged, stampModified, record } from '../../resource/records.ts'
import { splitValue } from '../../stock/ledger/ledger.rules.ts'
import { type MovementLine, postMovements, findOrCreateStockRow } from '../../stock/ledger/ledger.ts'
import { lockStockValues } from '../../stock/ledger/locks.ts'
import { findSale, type SaleDetails as Sale } from '../sale/sales.queries.ts'
import { recordRefundTaxes } from '../tax/tax.operations.ts'
import { findLineCosts, findTakenStock } from './refunds.queries.ts'
import {
  partsLeft,
  assertReturnable,
  combineParts,
  computeReturnedCosts,
  isFullyReturned,
  priceParts,
  type RefundedPart,
  allocateReturned,
} from './refunds.rules.ts'

type Input = z.output<typeof SaleRefundInput>
type Returned = RefundedPart & { unitCost: number; cost: number }

/** Refunds a completed sale in whole or in part: the money is paid back and the goods return to stock. */
export async function refundSale(context: Context, id: number, input: Input): Promise<Sale> {
  assertAccess(context.actor, 'sales.refund')
  const { db } = context
  const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, undefined)
  if (stored.status !== 'Completed')
    throw new AppError('sale.not_completed', `This sale is ${stored.status}: only a Completed sale can be refunded`)
  await assertPaymentType(context, input.paymentTypeID)
  await assertBooksOpenFor(context, stored)
  const before = await findSale(db, id)
  const returned = await addReturnedCosts(context, before, input.items ?? partsLeft(before))
  const amount = fromCentavos(returned.reduce((sum, part) => sum + toCentavos(part.amount), 0))
  const refundID = await insertRefund(context, stored, { ...input, amount }, returned)
  await recordRefundTaxes(context, before.taxes, { salesTransactionID: id, refundID, parts: returned })
  await returnToStock(context, before, returned)
  await db
    .update(sale)
    .set({
      refundedAmount: fromCentavos(toCentavos(stored.refundedAmount) + toCentavos(amount)),
      status: isFullyReturned(before, returned) ? 'Refunded' : 'Completed',
      ...stampModified(context, stored),
    })
    .where(eq(sale.salesTransactionID, id))
  const after = await findSale(db, id)
  await record(context, { action: 'refund', entity: 'sale', entityID: id, before, after })
  return after
}

/** Throws 422 when the sale counts on a closed day, because a refund counts on the day of its sale. */
async function assertBooksOpenFor(
  context: Context,
  { completedAt, transactionDate }: { completedAt: Date | null; transactionDate: Date },
) {
  const { timeZone } = await readSettings(context.db)
  await assertBooksOpen(context, timeZone, [shopDay(timeZone, completedAt ?? transactionDate)])
}

/** Throws 422 when the payment type does not exist. */
async function assertPaymentType({ db }: Context, paymentTypeID: number) {
  const [type] = await db.select().from(paymentType).where(eq(paymentType.paymentTypeID, paymentTypeID))
  if (!type)
    throw new AppError('reference.missing', `Payment type ${paymentTypeID} does not exist`, { field: 'paymentTypeID' })
}

/** Prices the returned parts, and adds the cost at which each left the stock, per unit and in all. */
async function addReturnedCosts({ db }: Context, sold: Sale, sent: NonNullable<Input['items']>): Promise<Returned[]> {
  const parts = combineParts(sent)
  assertReturnable(sold, parts)
  const costs = await findLineCosts(db, sold.items)
  const returnedCosts = computeReturnedCosts(sold, costs, parts)
  return priceParts(sold, parts).map((part, n) => ({
    ...part,
    unitCost: costs.get(part.salesItemID)!.unitCost,
    cost: returnedCosts[n]!,
  }))
}

/** Stores a refund with its lines and its money, and returns its key. */
async function insertRefund(
  context: Context,
  of: { salesTransactionID: number; locationID: number },
  { paymentTypeID, reason, amount }: Pick<Input, 'paymentTypeID' | 'reason'> & { amount: number },
  returned: readonly Returned[],
) {
  const [refund] = await context.db
    .insert(saleRefund)
    .values({ salesTransactionID: of.salesTransactionID, paymentTypeID, reason, amount, ...stampCreated(context) })
    .returning()
  await insertRefundEntry(context, of, refund!)
  await context.db.insert(saleRefundItem).values(
    returned.map(({ salesItemID, qty, disposition, ...part }) => ({
      refundID: refund!.refundID,
      salesItemID,
      qty,
      disposition,
      amount: part.amount,
      cost: part.cost,
    })),
  )
  return refund!.refundID
}

/**
 * Returns goods to stock at the cost at which they left. Goods for the shelf return to their original rows, and goods
 * for repair go to the repair stock. Scrapped goods return to no stock.
 */
async function returnToStock(
  context: Context,
  { salesTransactionID, locationID }: Sale,
  returned: readonly Returned[],
) {
  const lines: MovementLine[] = []
  await lockStockValues(
    context.db,
    returned.map(({ itemID }) => itemID),
  )
  const taken = await findTakenStock(context, salesTransactionID)
  for (const { itemID, qty, disposition, unitCost, cost } of returned) {
    if (disposition === 'repair') {
      const inventoryTypeID = await findOrCreateRepairType(context)
      const inventoryID = await findOrCreateStockRow(context, { itemID, locationID, inventoryTypeID })
      lines.push({ inventoryID, quantity: qty, unitCost, value: cost })
    }
    if (disposition === 'restock') {
      const parts = allocateReturned(taken, itemID, qty)
      const values = splitValue(
        cost,
        parts.map(({ quantity }) => quantity),
      )
      lines.push(...parts.map((part, n) => ({ ...part, unitCost, value: values[n]! })))
    }
  }
  await postMovements(context, { kind: 'refund', documentType: 'sale', documentID: salesTransactionID }, lines)
}

/** Returns the key of the repair stock type, and creates it on first use. Throws 422 when that type is sellable. */
async function findOrCreateRepairType(context: Context): Promise<number> {
  const { db } = context
  const find = () => db.select().from(inventoryType).where(eq(inventoryType.code, 'repair'))
  let [found] = await find()
  if (!found) {
    const row = { typeName: 'Repair', code: 'repair' } as const
    await db
      .insert(inventoryType)
      .values({ ...row, description: 'Waits for the workshop', sellable: false, ...stampCreated(context) })
      .onConflictDoNothing()
    // An existing type with this name becomes the repair type.
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
