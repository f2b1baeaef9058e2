import type { holds } from '../../../contract/sales/holds.ts'
import { computeNetPaid } from '../../../contract/sales/payments.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { transact } from '../../db/transaction.ts'
import { assertAccess, type Context, type Shop } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { notify } from '../../people/notify.ts'
import { record } from '../../resource/records.ts'
import { findLapsedSales, lockLapsedSale } from './holds.queries.ts'
import { readSaleFacts, type SaleFacts } from './sale-facts.queries.ts'
import { findGoods, holdStock, lockStockOfSale, releaseStock } from './sale-stock.ts'
import { type StoredSale, updateSaleRow } from './sale-writes.ts'
import { lockOpenSale, recordSale } from './sales.operations.ts'
import { findSale, type SaleDetails } from './sales.queries.ts'
import { holdEnd, resolvePlace } from './sales.rules.ts'

type Input = z.output<typeof holds.hold.body>

/**
 * Holds an open sale's goods for some days from now, and takes again what a lapsed hold released. Throws 409 when a
 * payment holds the goods until the sale is closed, or when they are gone.
 */
export async function holdSale(context: Context, id: number, { days, updatedAt }: Input): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  const stored = await lockOpenSale(context, id, 'be held', updatedAt)
  // A sale whose payments were all taken back keeps its goods until a person gives them a last day.
  if (stored.holdUntil === null && computeNetPaid(stored) > 0)
    throw new AppError('sale.hold_kept', 'The goods of this sale are held until it is completed or canceled')
  const facts = await readSaleFacts(context, { ...stored, items: [] })
  return storeHold(context, stored, facts, holdEnd(context.now, days ?? facts.holdDays))
}

/**
 * Lets the hold of an open sale end at this moment, and takes again what a lapsed hold released. Goods that are held until
 * the sale is closed stay so.
 */
export async function setHoldEnd(context: Context, id: number, holdUntil: Date): Promise<void> {
  assertAccess(context.actor, 'sales.write')
  const stored = await lockOpenSale(context, id, 'be held')
  if (stored.holdUntil === null) return
  await storeHold(context, stored, await readSaleFacts(context, { ...stored, items: [] }), holdUntil)
}

async function storeHold(context: Context, stored: StoredSale, facts: SaleFacts, holdUntil: Date) {
  const id = stored.salesTransactionID
  const before = await findSale(context.db, id)
  const stock = await lockStockOfSale(context, stored)
  await holdStock(context, await findGoods(context, id), resolvePlace(facts, stored, stored.locationID), stock)
  await updateSaleRow(context, stored, { holdUntil })
  return recordSale(context, 'hold', id, before)
}

/**
 * Releases the stock of open sales whose `holdUntil` has passed, and notifies the staff once for each sale. Each sale
 * has its own transaction and keeps its status. It takes stock again when it is held again, when the least deposit is
 * paid, or when it is completed. Many servers may run this at the same time while people sell.
 */
export async function lapseHolds(context: Context<Shop>) {
  for (const { id } of await findLapsedSales(context.db, context.now))
    await transact(context.db, (tx) => lapseHold({ ...context, db: tx }, id))
}

async function lapseHold(context: Context, id: number) {
  // The sale is checked again under its lock: it may have been paid, or released by another server.
  const locked = await lockLapsedSale(context.db, id, context.now)
  if (!locked) return
  await lockStockOfSale(context, locked)
  await releaseStock(context, id)
  await record(context, { action: 'lapse', entity: 'sale', entityID: id, before: null, after: null })
  await notify(context, { access: 'sales.read' }, [
    {
      kind: 'holdLapsed',
      message: `The hold of ${locked.transactionNumber} has lapsed: what it held is free again`,
      entity: 'sale',
      id,
    },
  ])
}
