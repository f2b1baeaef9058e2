import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { firstNameOfHandle, nameless } from '../../../contract/live/first-names.ts'
import type { OverlaySnapshot } from '../../../contract/live/live-overlay.ts'
import { formatWeight } from '../../../contract/shared/quantities.ts'
import { live, liveClaim, livePiece } from '../../db/schema/live.ts'
import { buyer, customer } from '../../db/schema/sales.ts'
import { countAttempt } from '../../http/throttle.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { findLivePieces } from '../lives/live-pieces.queries.ts'
import { findShow } from '../plan/plan.queries.ts'

/** Maximum number of secrets that do not work, from one address within an hour. */
const failuresInAnHour = 30

/**
 * Returns what the overlay with this secret shows. An unknown secret, one that was replaced, and that of a closed live get
 * the same answer. Throws 429 after many of them from one address.
 */
export async function readOverlay({ db, client }: Context, token: string): Promise<OverlaySnapshot> {
  const [found] = await db
    .select({ liveID: live.liveID, status: live.status, locationID: live.locationID })
    .from(live)
    .where(and(eq(live.overlayHash, hashToken(token)), inArray(live.status, ['Planned', 'Running', 'Paused'])))
  if (!found) {
    await countAttempt(db, [{ bucket: `overlay ${client.address}`, limit: failuresInAnHour, seconds: 60 * 60 }])
    throw notFound('Overlay')
  }
  const livePieceID = found.status === 'Running' ? (await findShow(db, found.liveID))?.livePieceID : null
  if (!livePieceID) return { piece: null }
  const [shown] = await findLivePieces(db, found.locationID, eq(livePiece.livePieceID, livePieceID))
  const { number, itemName, karat, grams, price, quantity, won, asked, available } = shown!
  const isFree = won + asked < quantity && available >= 1
  const firstNames = await findWinners(db, livePieceID)
  const state = isFree ? 'MINE' : 'SOLD'
  return { piece: { number, name: itemName, karat, weight: formatWeight(grams), price, state, firstNames } }
}

/** Returns the first names of those who have won a piece, in their order. */
async function findWinners(db: Db | Tx, livePieceID: number): Promise<string[]> {
  const rows = await db
    .select({ handle: buyer.handle, firstName: sql<string | null>`${customer.firstName}` })
    .from(liveClaim)
    .innerJoin(buyer, eq(buyer.buyerID, liveClaim.buyerID))
    .leftJoin(customer, eq(customer.customerID, buyer.customerID))
    .where(and(eq(liveClaim.livePieceID, livePieceID), inArray(liveClaim.status, ['won', 'invoiced'])))
    .orderBy(asc(liveClaim.rank))
  return rows.map(({ handle, firstName }) => firstName ?? firstNameOfHandle(handle) ?? nameless)
}
