import { eq } from 'drizzle-orm'

import { stockCount } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'

/**
 * Locks an open sheet. Throws 404 when it does not exist and 409 when it is closed. People who count take a shared lock
 * (`share`). Closing the sheet takes an exclusive lock (`update`).
 */
export async function lockOpenSheet({ db }: Context, id: number, strength: 'share' | 'update', verb: string) {
  const [found] = await db.select().from(stockCount).where(eq(stockCount.countID, id)).for(strength)
  if (!found) throw notFound('Stock count')
  if (found.status !== 'Pending')
    throw new AppError('count.closed', `This stock count is ${found.status} and can no longer be ${verb}`)
  return found
}
