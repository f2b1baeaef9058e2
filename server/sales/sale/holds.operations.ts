import { transact } from '../../db/transaction.ts'
import type { Context, Shop } from '../../kernel/context.ts'
import { notify } from '../../people/notify.ts'
import { record } from '../../resource/records.ts'
import { findLapsedSales, lockLapsedSale } from './holds.queries.ts'
import { lockStockOfSale, releaseStock } from './sale-stock.ts'

/**
 * Gives back what Pending sales hold beyond `holdUntil`, and tells the staff, once for each sale; each in a transaction
 * of its own. Such a sale stays Pending: saved, paid or completed, it takes its stock again if it is still there.
 * Safe to run on many servers at once, and while people sell.
 */
export async function lapseHolds(context: Context<Shop>) {
  for (const { id } of await findLapsedSales(context.db, context.now))
    await transact(context.db, (tx) => lapseHold({ ...context, db: tx }, id))
}

async function lapseHold(context: Context, id: number) {
  // Checked again under lock: it may have been paid meanwhile, or released by another server.
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
