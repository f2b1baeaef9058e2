import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm'

import { liveClaim } from '../../db/schema/live.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import { transact, transactRetried } from '../../db/transaction.ts'
import type { Context, Shop } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { removeFromBasket } from '../baskets/baskets.operations.ts'
import { endClaim, lockClaim } from '../claims/line.operations.ts'

// What time and the counter do to claims. Many servers may run this at the same time while people sell.

/**
 * Ends the claims whose basket was completed or canceled, or has lost its hold or the line, and passes on the pieces whose
 * buyer did not answer in time. The next in line is asked. Each claim has its own transaction.
 */
export async function settleClaims(context: Context<Shop>) {
  for (const { id } of await findDueClaims(context)) {
    await transactRetried(context.db, (db) => settleClaim({ ...context, db }, id))
  }
}

const findDueClaims = ({ db, now }: Context) =>
  db
    .select({ id: liveClaim.claimID })
    .from(liveClaim)
    .leftJoin(saleItem, eq(saleItem.salesItemID, liveClaim.salesItemID))
    .leftJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))
    .where(
      or(
        and(eq(liveClaim.status, 'asked'), lte(liveClaim.askedUntil, now)),
        and(
          eq(liveClaim.status, 'won'),
          or(isNull(liveClaim.salesItemID), inArray(sale.status, ['Completed', 'Canceled']), lte(sale.holdUntil, now)),
        ),
      ),
    )
    .orderBy(asc(liveClaim.claimID))

async function settleClaim(context: Context, id: number) {
  const locked = await lockClaim(context, id)
  const { claim } = locked
  if (claim.status === 'won') await settleWonClaim(context, locked)
  else if (claim.status === 'asked' && claim.askedUntil! <= context.now)
    await endClaim(context, locked, 'passed', 'No answer in time')
}

async function settleWonClaim(context: Context, locked: Awaited<ReturnType<typeof lockClaim>>) {
  const { claim } = locked
  const state = await findSaleState(context, claim.salesItemID)
  if (state === null) await endClaim(context, locked, 'withdrawn', 'The piece was taken out of its sale')
  else if (state.status === 'Completed') await endClaim(context, locked, 'invoiced', null)
  else if (state.status === 'Canceled') await endClaim(context, locked, 'withdrawn', 'The sale was canceled')
  else if (state.holdUntil !== null && state.holdUntil <= context.now) {
    await tryToRemove(context, claim.salesItemID!)
    await endClaim(context, locked, 'lapsed', 'The hold of the basket has ended')
  }
}

/** Locks the sale of a claim's line, and returns its state; null without the line. */
async function findSaleState({ db }: Context, salesItemID: number | null) {
  if (salesItemID === null) return null
  const [found] = await db
    .select({ status: sale.status, holdUntil: sale.holdUntil })
    .from(saleItem)
    .innerJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))
    .where(eq(saleItem.salesItemID, salesItemID))
    .for('update', { of: sale })
  return found ?? null
}

/** Takes a lapsed line out of its basket. A basket with a part payment keeps its lines: a person decides about the money. */
async function tryToRemove(context: Context, salesItemID: number) {
  try {
    await transact(context.db, (db) => removeFromBasket({ ...context, db }, salesItemID, 'The hold has ended'))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
