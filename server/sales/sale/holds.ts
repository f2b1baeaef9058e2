import { and, eq, exists, lte, sql } from 'drizzle-orm'

import { sale, saleItem, stockReservation } from '../../db/schema/sales.ts'
import { type Context, shopItself } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notify } from '../../people/notify.ts'
import { record } from '../../resource/records.ts'
import { lockStockOf, release } from './sale-stock.ts'

/** Of a row of sales: whether what it holds is free again within 24 hours. */
export const isHoldEnding = sql<boolean>`(${sale.status} = 'Pending'
  and coalesce(${sale.holdUntil} between now() and now() + interval '24 hours', false))`

/** How many sales hold something that is free again within 24 hours. */
export const countHoldsEnding = (db: Db | Tx) => db.$count(sale, isHoldEnding)

/**
 * Gives back what Pending sales hold beyond `holdUntil`, and tells the staff, once for each sale; each in a transaction
 * of its own. Such a sale stays Pending: saved, paid or completed, it takes its stock again if it is still there.
 * Safe to run on many servers at once, and while people sell.
 */
export async function lapseHolds(db: Db, now: Date) {
  const holding = db
    .select({ salesItemID: stockReservation.salesItemID })
    .from(stockReservation)
    .innerJoin(saleItem, eq(saleItem.salesItemID, stockReservation.salesItemID))
    .where(eq(saleItem.salesTransactionID, sale.salesTransactionID))
  const lapsed = and(eq(sale.status, 'Pending'), lte(sale.holdUntil, now), exists(holding))
  const found = await db.select({ id: sale.salesTransactionID }).from(sale).where(lapsed)
  for (const { id } of found)
    await db.transaction(async (tx) => {
      const context: Context = { db: tx, actor: shopItself, now, client: { address: '', agent: '' } }
      // Asked again under lock: it may have been paid meanwhile, or released by another server.
      const [locked] = await tx
        .select()
        .from(sale)
        .where(and(eq(sale.salesTransactionID, id), lapsed))
        .for('update', { skipLocked: true })
      if (!locked) return
      await lockStockOf(context, locked)
      await release(context, id)
      await record(context, { action: 'lapse', entity: 'sale', entityID: id, before: null, after: null })
      await notify(context, { access: 'sales.read' }, [
        {
          kind: 'holdLapsed',
          message: `The hold of ${locked.transactionNumber} has lapsed: what it held is free again`,
          entity: 'sale',
          id,
        },
      ])
    })
}
