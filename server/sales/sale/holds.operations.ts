import { transact } from '../../db/transaction.ts'
import type { Context, Shop } from '../../kernel/context.ts'
import { notify } from '../../people/notify.ts'
import { record } from '../../resource/records.ts'
import { findLapsedSales, lockLapsedSale } from './holds.queries.ts'
import { lockStockOfSale, releaseStock } from './sale-stock.ts'

/**
 * Releases the stock of Pending sales whose `holdUntil` has passed, and notifies the staff once for each sale. Each
 * sale has its own transaction and stays Pending. It reserves available stock again when it is next saved, paid or
 * completed. Many servers may run this at the same time while people sell.
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
