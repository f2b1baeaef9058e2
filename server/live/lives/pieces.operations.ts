import { eq, inArray } from 'drizzle-orm'

import { piecesInLive } from '../../../contract/live/live-statuses.ts'
import type { LivePiecesInput } from '../../../contract/live/lives.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { item } from '../../db/schema/catalogue.ts'
import { livePiece } from '../../db/schema/live.ts'
import { assertAccess, type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { findPieces } from '../../stock/pieces/pieces.queries.ts'
import { askNext } from '../claims/line.operations.ts'
import { assertNotClosed, findPlan, lockLivePieces } from '../plan/plan.queries.ts'
import { recordSteps } from '../record/record.operations.ts'
import { changeLive, lockLive, recordLive } from './lives.operations.ts'
import { findLive, type LiveDetails } from './lives.queries.ts'

// The pieces of a live, their numbers and their order.

type Input = z.output<typeof LivePiecesInput>
type Sent = Input['pieces'][number]
type Stored = typeof livePiece.$inferSelect
type Item = typeof item.$inferSelect

/**
 * Sets the pieces of a live and their order. A piece that stays keeps its number. Throws 409 for a removed piece that was
 * shown or claimed, and for a quantity below what is won.
 */
export async function setLivePieces(context: Context, id: number, { pieces, updatedAt }: Input): Promise<LiveDetails> {
  assertAccess(context.actor, 'lives.host')
  const { db } = context
  const live = await lockLive(context, id, updatedAt)
  assertNotClosed(live)
  const before = await findLive(db, id)
  const plan = await findPlan(db, id)
  const stored = await lockLivePieces(
    db,
    plan.map(({ livePieceID }) => livePieceID),
  )
  const current = await findLive(db, id)
  const planned = await checkPieces(context, pieces, stored)
  const kept = new Set(planned.flatMap(({ livePieceID }) => livePieceID ?? []))
  const removed = stored.filter(({ livePieceID }) => !kept.has(livePieceID))
  assertRemovable(removed, current)
  assertEnough(planned, current)
  await storePieces(context, id, planned, removed)
  await recordResized(context, current, planned)
  for (const piece of await lockLivePieces(db, [...kept])) await askNext(context, piece)
  await changeLive(context, live, {})
  return recordLive(context, 'update', id, before)
}

type Planned = Omit<Stored, 'liveID' | 'livePieceID' | 'position'> & { livePieceID: number | null }

/** Checks the sent pieces and gives each its number. Throws 403 or 422. */
async function checkPieces(context: Context, sent: readonly Sent[], stored: readonly Stored[]): Promise<Planned[]> {
  const { db } = context
  const itemIDs = [...new Set(sent.map(({ itemID }) => itemID))]
  const rows = itemIDs.length === 0 ? [] : await db.select().from(item).where(inArray(item.itemID, itemIDs))
  const items = new Map(rows.map((row) => [row.itemID, row]))
  const single = await findPieces(
    db,
    sent.flatMap(({ pieceID }) => pieceID ?? []),
  )
  const numbers = chooseNumbers(sent, stored)
  const seen = new Set<string>()
  return sent.map((one, n) => {
    const was = findStored(one, stored, n)
    const found = items.get(one.itemID)
    if (!found)
      throw new AppError('reference.missing', `Item ${one.itemID} does not exist`, { field: `pieces.${n}.itemID` })
    assertOnce(seen, one, found, n)
    if (!was) assertShowable(one, found, single, n)
    const price = one.price ?? was?.price ?? found.price
    assertPrice(context, found, price, was, n)
    return {
      livePieceID: was?.livePieceID ?? null,
      number: numbers[n]!,
      itemID: one.itemID,
      pieceID: one.pieceID ?? null,
      price,
      quantity: one.quantity,
    }
  })
}

/** Returns the stored piece that a sent one continues. It keeps its item and its piece. */
function findStored(sent: Sent, stored: readonly Stored[], n: number): Stored | null {
  if (sent.livePieceID === undefined) return null
  const field = `pieces.${n}.livePieceID`
  const was = stored.find(({ livePieceID }) => livePieceID === sent.livePieceID)
  if (!was) throw new AppError('reference.missing', `Piece ${sent.livePieceID} of this live does not exist`, { field })
  if (was.itemID !== sent.itemID || was.pieceID !== (sent.pieceID ?? null))
    throw new AppError('live.number_taken', `Number ${was.number} stays with its piece: add the other one beside it`, {
      field,
    })
  return was
}

/** Returns the number of each piece: that of a stored one, a sent one, or the next after all others. */
function chooseNumbers(sent: readonly Sent[], stored: readonly Stored[]): number[] {
  const numberOf = new Map(stored.map(({ livePieceID, number }) => [livePieceID, number]))
  const fixed = sent.map(({ livePieceID, number }) => numberOf.get(livePieceID ?? 0) ?? number)
  // A number that this call removes is not given again, because viewers may have written it.
  let last = Math.max(0, ...numberOf.values(), ...fixed.map((number) => number ?? 0))
  const taken = new Set<number>()
  return fixed.map((number, n) => {
    const chosen = number ?? ++last
    const field = `pieces.${n}.number`
    if (chosen > piecesInLive)
      throw new AppError('live.number_taken', `Numbers go up to ${piecesInLive}: enter a free one`, { field })
    if (taken.has(chosen)) throw new AppError('live.number_taken', `Two pieces have the number ${chosen}`, { field })
    taken.add(chosen)
    return chosen
  })
}

function assertOnce(seen: Set<string>, { itemID, pieceID }: Sent, { itemName }: Item, n: number) {
  const key = pieceID ? `piece ${pieceID}` : `item ${itemID}`
  if (seen.has(key))
    throw new AppError('live.piece_twice', `${itemName} is in this live twice: enter a quantity`, {
      field: `pieces.${n}.${pieceID ? 'pieceID' : 'itemID'}`,
    })
  seen.add(key)
}

/** Throws 422 for an item that a live cannot sell, or a piece that does not fit its item. */
function assertShowable(
  { pieceID, quantity }: Sent,
  { itemID, itemName, uom, byPiece, status }: Item,
  single: Awaited<ReturnType<typeof findPieces>>,
  n: number,
) {
  if (!status) throw new AppError('reference.inactive', `${itemName} is inactive`, { field: `pieces.${n}.itemID` })
  if (uom === 'BULK')
    throw new AppError('live.sold_by_weight', `${itemName} is sold by weight, and a live sells pieces`, {
      field: `pieces.${n}.itemID`,
    })
  const field = `pieces.${n}.pieceID`
  if (!byPiece) {
    if (pieceID) throw new AppError('piece.not_by_piece', `${itemName} is not kept by piece`, { field })
    return
  }
  if (!pieceID) throw new AppError('piece.not_named', `Choose the piece: ${itemName} is kept by piece`, { field })
  const named = single.get(pieceID)
  if (!named) throw new AppError('reference.missing', `Piece ${pieceID} does not exist`, { field })
  if (named.itemID !== itemID)
    throw new AppError('piece.other_item', `${named.number} is not a piece of ${itemName}`, { field })
  if (quantity !== 1)
    throw new AppError('piece.one_each', `${named.number} is one piece: its quantity is 1`, {
      field: `pieces.${n}.quantity`,
    })
}

/** Throws 403 for a price below that of the item, unless a manager sets it or it was set before. */
function assertPrice(
  { actor }: Context,
  { itemName, price: itemPrice }: Item,
  price: number,
  was: Stored | null,
  n: number,
) {
  if (price >= itemPrice || was?.price === price || mayAct(actor, 'sales.price_below')) return
  throw new AppError('live.price_below', `Only a manager may offer ${itemName} below ${formatPeso(itemPrice)}`, {
    field: `pieces.${n}.price`,
  })
}

/** Throws 409 for a removed piece that was shown or claimed. */
function assertRemovable(removed: readonly Stored[], { pieces }: LiveDetails) {
  for (const { livePieceID, number } of removed) {
    const { claims, firstShownAt } = pieces.find((one) => one.livePieceID === livePieceID)!
    if (claims > 0)
      throw new AppError('live.piece_claimed', `Piece ${number} is claimed, so it stays`, { field: 'pieces' })
    if (firstShownAt !== null)
      throw new AppError('live.piece_shown', `Piece ${number} was on show, so it stays`, { field: 'pieces' })
  }
}

/** Throws 409 for a quantity below what is won and asked. */
function assertEnough(planned: readonly Planned[], { pieces }: LiveDetails) {
  for (const [n, { livePieceID, number, quantity }] of planned.entries()) {
    const now = pieces.find((one) => one.livePieceID === livePieceID)
    const taken = (now?.won ?? 0) + (now?.asked ?? 0)
    if (quantity < taken)
      throw new AppError('live.too_few', `${taken} of piece ${number} are won or offered already`, {
        field: `pieces.${n}.quantity`,
      })
  }
}

/** Stores the pieces in their order. */
async function storePieces({ db }: Context, liveID: number, planned: readonly Planned[], removed: readonly Stored[]) {
  const removedIDs = removed.map(({ livePieceID }) => livePieceID)
  if (removedIDs.length > 0) await db.delete(livePiece).where(inArray(livePiece.livePieceID, removedIDs))
  for (const [position, { livePieceID, ...row }] of planned.entries())
    await (livePieceID === null
      ? db.insert(livePiece).values({ ...row, liveID, position })
      : db
          .update(livePiece)
          .set({ position, price: row.price, quantity: row.quantity })
          .where(eq(livePiece.livePieceID, livePieceID)))
}

/** Records the new quantities of claimed pieces, because they decide about the next claims. */
const recordResized = (context: Context, { liveID, pieces }: LiveDetails, planned: readonly Planned[]) =>
  recordSteps(
    context,
    planned.flatMap(({ livePieceID, quantity }) => {
      const now = pieces.find((one) => one.livePieceID === livePieceID)
      return now && now.claims > 0 && now.quantity !== quantity
        ? [{ liveID, kind: 'piece' as const, livePieceID: now.livePieceID, facts: { quantity } }]
        : []
    }),
  )
