import { and, eq } from 'drizzle-orm'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import { splitOffer } from '../../../contract/pricing/trade-in-rules.ts'
import type { TradeInAcceptance, TradeInClosing } from '../../../contract/sales/trade-ins.ts'
import { formatPeso, scaleHalfUp, toCentavos } from '../../../contract/shared/money.ts'
import { toThousandths } from '../../../contract/shared/quantities.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings } from '../../company/settings.ts'
import { user } from '../../db/schema/people.ts'
import { tradeInPiece } from '../../db/schema/trade-ins.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { findActiveLocation } from '../../stock/ledger/active.ts'
import { lockItems, recordArrival } from '../../stock/ledger/arrivals.ts'
import { type Document, postMovements } from '../../stock/ledger/ledger.ts'
import { lockStockValuesOf } from '../../stock/ledger/locks.ts'
import { ensureTradeInType } from './payment-type.operations.ts'
import { findOrCreateScrapItems, findOrCreateScrapRow } from './scrap.operations.ts'
import { assertUsableRate, changeTradeIn, lockOpenTradeIn, lockTradeIn, recordTradeIn } from './trade-ins.operations.ts'
import { findTradeIn, needsIdentity, type TradeInDetails } from './trade-ins.queries.ts'

// The purchase itself: the pieces become scrap by the gram at what they cost, or leave it again.

type Acceptance = z.output<typeof TradeInAcceptance>
type Piece = TradeInDetails['pieces'][number]
/** A piece of an offer, which has a karat, a sum and a cost. */
type Bought = { tradeInPieceID: number; karat: Karat; quantity: number; value: number }

/**
 * Accepts an offer: the pieces become stock of scrap at the location, at what they cost. Throws 409 without an offer, 422
 * when a rate has become too old since, and when the shop must note who saw a document of identity.
 */
export async function acceptTradeIn(context: Context, id: number, acceptance: Acceptance): Promise<TradeInDetails> {
  assertAccess(context.actor, 'trade_ins.write')
  const { db, actor, now } = context
  const stored = await lockOpenTradeIn(context, id, 'be accepted', acceptance.updatedAt)
  if (stored.status !== 'Offered') throw new AppError('trade_in.not_offered', 'Make an offer first')
  const before = await findTradeIn(db, id)
  const { timeZone, identityFrom } = await readSettings(db)
  for (const { testedKarat, rate } of before.pieces) assertUsableRate(testedKarat!, rate!.fromAt, now, timeZone)
  const identity = await checkIdentity(
    context,
    acceptance,
    needsIdentity(identityFrom, stored.offer) ? identityFrom : null,
  )
  await findActiveLocation(db, stored.locationID, 'locationID')
  await ensureTradeInType(context)
  await putIntoScrap(context, stored, priceBought(before.pieces, stored.offer!))
  await changeTradeIn(context, stored, {
    ...identity,
    status: 'Accepted',
    acceptedAt: now,
    acceptedByID: userIDOf(actor),
  })
  return recordTradeIn(context, 'accept', id, before)
}

/**
 * Gives the pieces of an accepted trade-in back. Their grams leave the scrap at its average cost. Throws 409 when
 * something of the offer is used or paid out, and when the scrap has left the stock.
 */
export async function giveTradeInBack(
  context: Context,
  id: number,
  { reason, updatedAt }: z.output<typeof TradeInClosing>,
): Promise<TradeInDetails> {
  assertAccess(context.actor, 'trade_ins.return')
  const { db, actor, now } = context
  const stored = await lockTradeIn(context, id, updatedAt)
  if (stored.status !== 'Accepted')
    throw new AppError('trade_in.not_accepted', `This trade-in is ${stored.status}: there is nothing to give back`)
  if (stored.settled > 0)
    throw new AppError(
      'trade_in.settled',
      `${formatPeso(stored.settled)} of this trade-in is used or paid out: the pieces stay`,
    )
  const before = await findTradeIn(db, id)
  const leaving = before.pieces.map(({ inventoryID, countedGrams }) => ({
    inventoryID: inventoryID!,
    quantity: -countedGrams,
  }))
  await lockStockValuesOf(
    db,
    leaving.map(({ inventoryID }) => inventoryID),
  )
  await postMovements(context, documentOf(id), leaving)
  await changeTradeIn(context, stored, {
    status: 'Returned',
    closedAt: now,
    closedByID: userIDOf(actor),
    closeReason: reason ?? null,
  })
  return recordTradeIn(context, 'give back', id, before)
}

const documentOf = (documentID: number): Document => ({ kind: 'trade_in', documentType: 'trade_in', documentID })

/** Returns the pieces with the parts of the offer that they cost. */
function priceBought(pieces: readonly Piece[], offer: number): Bought[] {
  const costs = splitOffer(
    offer,
    pieces.map(({ sum }) => sum!),
  )
  return pieces.map(({ tradeInPieceID, testedKarat, countedGrams }, n) => ({
    tradeInPieceID,
    karat: testedKarat!,
    quantity: countedGrams,
    value: costs[n]!,
  }))
}

/** Posts bought pieces into the scrap of their karats, and notes with each piece where it went. */
async function putIntoScrap(
  context: Context,
  { tradeInID, locationID }: { tradeInID: number; locationID: number },
  bought: readonly Bought[],
) {
  const karats = [...new Set(bought.map(({ karat }) => karat))]
  const items = await findOrCreateScrapItems(context, karats)
  const before = await lockItems(context, [...items.values()])
  const rows = new Map<Karat, number>()
  for (const [karat, itemID] of [...items].toSorted(([, a], [, b]) => a - b))
    rows.set(karat, await findOrCreateScrapRow(context, { itemID, locationID }))
  await postMovements(
    context,
    documentOf(tradeInID),
    bought.map(({ karat, quantity, value }) => ({
      inventoryID: rows.get(karat)!,
      quantity,
      value,
      unitCost: scaleHalfUp(toCentavos(value), 10_000_000, toThousandths(quantity)) / 1_000_000,
    })),
  )
  for (const { tradeInPieceID, karat, value } of bought)
    await context.db
      .update(tradeInPiece)
      .set({ cost: value, inventoryID: rows.get(karat)! })
      .where(eq(tradeInPiece.tradeInPieceID, tradeInPieceID))
  for (const one of before) await recordArrival(context, 'trade in', one)
}

/** Returns who saw a document of identity, and of which kind. Throws 422 when both are needed and one is missing. */
async function checkIdentity(
  { db }: Context,
  { identitySeenByID = null, identityDocument = null }: Acceptance,
  from: number | null,
) {
  const missing =
    identitySeenByID === null ? 'identitySeenByID' : identityDocument === null ? 'identityDocument' : undefined
  const isGiven = identitySeenByID !== null || identityDocument !== null
  if (missing !== undefined && (isGiven || from !== null))
    throw new AppError(
      'trade_in.identity_missing',
      from === null
        ? 'Say both who saw a document of identity and which kind it was'
        : `From ${formatPeso(from)} the shop notes who saw a document of identity and which kind it was`,
      { field: missing },
    )
  if (identitySeenByID !== null) {
    const found = await db.$count(user, and(eq(user.userID, identitySeenByID), user.status))
    if (found === 0)
      throw new AppError('reference.missing', `User ${identitySeenByID} does not exist or is inactive`, {
        field: 'identitySeenByID',
      })
  }
  return { identitySeenByID, identityDocument }
}
