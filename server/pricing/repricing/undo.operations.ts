import { eq, sql } from 'drizzle-orm'

import { findUndoProblem } from '../../../contract/pricing/repricing-rules.ts'
import { itemPrice, repricing, repricingItem } from '../../db/schema/pricing.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { record } from '../../resource/records.ts'
import { changeItems } from './item-changes.ts'
import { findRepricing } from './repricing.queries.ts'

/**
 * Restores the prices before a batch. Throws 409 when it is undone already, when a line of a sale is at one of its prices,
 * and when one of its items has been priced again.
 */
export async function undoRepricing(context: Context, id: number, reason: string | null) {
  assertAccess(context.actor, 'catalogue.change_prices')
  const { db, actor, now } = context
  const [before] = await db.select().from(repricing).where(eq(repricing.repricingID, id)).for('update')
  if (!before) throw notFound('Batch')
  const ofBatch = sql`from ${repricingItem} b where b.repricing_id = ${id}`
  await db.execute(
    sql`select from item where item_id in (select b.item_id ${ofBatch}) order by item_id for no key update`,
  )
  // A sale at one of the prices that is not committed yet holds its row, so this waits for it. A later one waits for the
  // undo, and is refused by a trigger of the lines.
  await db.execute(sql`select from item_price where item_price_id in (select b.new_price_id ${ofBatch})
    order by item_price_id for update`)
  const problem = findUndoProblem(await findRepricing(db, id))
  if (problem !== null) throw new AppError(problem.code, problem.message)
  await changeItems(context, id, { from: 'new_price_id', to: 'old_price_id' })
  await db.execute(sql`update ${itemPrice} set undone_at = ${now.toISOString()}::timestamptz
    from ${repricingItem} b where b.repricing_id = ${id} and ${itemPrice.itemPriceID} = b.new_price_id`)
  const [after] = await db
    .update(repricing)
    .set({ undoneAt: now, undoneByID: userIDOf(actor), undoReason: reason })
    .where(eq(repricing.repricingID, id))
    .returning()
  await record(context, { action: 'undo', entity: 'repricing', entityID: id, before, after: after! })
}
