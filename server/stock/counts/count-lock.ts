import { eq } from 'drizzle-orm'

import { stockCount } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'

/**
 * Locks a sheet that is still open; 404 where there is none, 409 where it is closed. People who count share the lock
 * (`share`); the one who closes the sheet has it alone (`update`).
 */
export async function lockOpen({ db }: Context, id: number, strength: 'share' | 'update', verb: string) {
  const [found] = await db.select().from(stockCount).where(eq(stockCount.countID, id)).for(strength)
  if (!found) throw notFound('Stock count')
  if (found.status !== 'Pending')
    throw new AppError('count.closed', `This stock count is ${found.status} and can no longer be ${verb}`)
  return found
}
