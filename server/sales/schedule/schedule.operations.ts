import { and, eq } from 'drizzle-orm'

import { formatPeso } from '../../../contract/shared/money.ts'
import { mayMessagesNameAmounts } from '../../db/blind-counts.ts'
import { sale, saleInstalment } from '../../db/schema/sales.ts'
import { transact } from '../../db/transaction.ts'
import type { Context, Shop } from '../../kernel/context.ts'
import { notify } from '../../people/notify.ts'
import { findOverdueAmount, findUnannouncedOverdue, isUnannounced } from './schedule.queries.ts'
import { checkSchedule, type Instalment } from './schedule.rules.ts'

/**
 * Replaces a sale's instalments with the sent ones, or checks the stored ones when none are sent. Throws 400 or 422.
 */
export async function replaceSchedule(
  { db }: Context,
  { id, totalPurchase, timeZone }: { id: number; totalPurchase: number; timeZone: string },
  sent: readonly Instalment[] | undefined,
) {
  const theirs = eq(saleInstalment.salesTransactionID, id)
  const schedule = checkSchedule(
    sent ?? (await db.select().from(saleInstalment).where(theirs)),
    timeZone,
    totalPurchase,
  )
  if (!sent) return
  await db.delete(saleInstalment).where(theirs)
  if (schedule.length > 0)
    await db.insert(saleInstalment).values(schedule.map((instalment) => ({ ...instalment, salesTransactionID: id })))
}

/** Notifies the staff once of each overdue instalment. Many servers may run this at the same time. */
export async function announceOverdue(context: Context<Shop>) {
  for (const { id } of await findUnannouncedOverdue(context.db))
    await transact(context.db, (tx) => announceOverdueSale({ ...context, db: tx }, id))
}

async function announceOverdueSale(context: Context, id: number) {
  const { db, now } = context
  // The sale is checked again under its lock: it may have been paid, or announced by another server.
  await db.select().from(sale).where(eq(sale.salesTransactionID, id)).for('update')
  const late = await findOverdueAmount(db, id)
  if (!late) return
  const announced = await db
    .update(saleInstalment)
    .set({ toldAt: now })
    .where(and(eq(saleInstalment.salesTransactionID, id), isUnannounced))
    .returning({ dueDate: saleInstalment.dueDate })
  if (announced.length === 0) return
  const what = (await mayMessagesNameAmounts(db)) ? formatPeso(late.overdueAmount) : 'An instalment'
  await notify(context, { access: 'sales.read' }, [
    {
      kind: 'layawayOverdue',
      message: `${what} of ${late.transactionNumber} is overdue`,
      entity: 'sale',
      id,
    },
  ])
}
