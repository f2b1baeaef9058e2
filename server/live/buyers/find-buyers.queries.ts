import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'

import type { BuyerMark } from '../../../contract/live/live-statuses.ts'
import type { platforms } from '../../../contract/sales/buyers.ts'
import { shownCustomerName } from '../../db/names.ts'
import { liveBuyerMark, liveClaim } from '../../db/schema/live.ts'
import { buyer, customer, handleKey } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'

export type FoundBuyer = { buyerID: number; handle: string; customerName: string | null }

const found = {
  buyerID: buyer.buyerID,
  handle: buyer.handle,
  customerName: sql<string | null>`${shownCustomerName(customer)}`,
}
const keyOf = (name: string) => handleKey(sql`${name}::text`)
const selectBuyers = (db: Db | Tx) =>
  db.select(found).from(buyer).leftJoin(customer, eq(customer.customerID, buyer.customerID))

/**
 * Returns the buyers of a platform whom a typed name means: by the handle or the customer's whole name, else those of this
 * live whose handle begins with it as a word. Two of them need a choice. A pasted name is a handle, because the program
 * joins nobody by the name alone.
 */
export async function findBuyersNamed(
  db: Db | Tx,
  {
    platform,
    name,
    liveID,
    isTyped,
  }: { platform: (typeof platforms)[number]; name: string; liveID: number; isTyped: boolean },
): Promise<FoundBuyer[]> {
  const isOn = and(eq(buyer.platform, platform), buyer.status)
  const isHandle = eq(handleKey(buyer.handle), keyOf(name))
  if (!isTyped) return selectBuyers(db).where(and(isOn, isHandle))
  const isCalled = or(isHandle, sql`lower(${shownCustomerName(customer)}) = ${keyOf(name)}`)
  const exact = await selectBuyers(db).where(and(isOn, isCalled)).orderBy(buyer.buyerID).limit(20)
  if (exact.length > 0) return exact
  const inLive = db.select({ id: liveClaim.buyerID }).from(liveClaim).where(eq(liveClaim.liveID, liveID))
  return selectBuyers(db)
    .where(
      and(isOn, inArray(buyer.buyerID, inLive), sql`split_part(${handleKey(buyer.handle)}, ' ', 1) = ${keyOf(name)}`),
    )
    .orderBy(buyer.buyerID)
    .limit(20)
}

/** Returns the marks of a buyer that hold now. */
export async function findMarks(db: Db | Tx, buyerID: number): Promise<BuyerMark[]> {
  const rows = await db
    .select({ mark: liveBuyerMark.mark })
    .from(liveBuyerMark)
    .where(and(eq(liveBuyerMark.buyerID, buyerID), isNull(liveBuyerMark.endedAt)))
  return rows.map(({ mark }) => mark)
}
