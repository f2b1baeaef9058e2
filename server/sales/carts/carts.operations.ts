import { and, eq, lt, sql } from 'drizzle-orm'

import { cartHours, type carts } from '../../../contract/sales/carts.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { cart } from '../../db/schema/carts.ts'
import { assertAccess, type Context, type SignedIn } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/**
 * Replaces what a browser told of the user's unsaved sales. No lines end the cart. Throws 403 for people who do not
 * sell.
 */
export async function replaceCart(
  { db, actor, now }: Context<SignedIn>,
  { cartKey, lines }: Received<typeof carts.report>['body'],
) {
  assertAccess(actor, 'sales.write')
  const { userID } = actor
  if (lines.length === 0) {
    await db.delete(cart).where(and(eq(cart.cartKey, cartKey), eq(cart.userID, userID)))
    return
  }
  await db
    .insert(cart)
    .values({ cartKey, userID, lines, at: now })
    .onConflictDoUpdate({ target: [cart.cartKey, cart.userID], set: { lines, at: now } })
}

/** Deletes the carts that no longer count. */
export const forgetCarts = (db: Db | Tx) =>
  db.delete(cart).where(lt(cart.at, sql`now() - make_interval(hours => ${sql.raw(String(cartHours))})`))
