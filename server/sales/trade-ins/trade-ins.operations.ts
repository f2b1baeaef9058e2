import { eq } from 'drizzle-orm'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import { describeRefusedRate, rateAge } from '../../../contract/pricing/rate-rules.ts'
import { addAmounts, countedGramsOf, findOfferProblem, reckonPiece } from '../../../contract/pricing/trade-in-rules.ts'
import type { TradeInClosing, TradeInInput, TradeInOffer } from '../../../contract/sales/trade-ins.ts'
import type { AuditAction } from '../../../contract/shared/audit/audit-actions.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings } from '../../company/settings.ts'
import { customer } from '../../db/schema/sales.ts'
import { tradeIn, tradeInPiece } from '../../db/schema/trade-ins.ts'
import { assertAccess, type Context, mayAct, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopYear } from '../../kernel/shop-days.ts'
import { findRates } from '../../pricing/rates/rates.queries.ts'
import { takeNumber } from '../../resource/document-numbers.ts'
import { lockUnchanged, record, stampCreated, stampModified } from '../../resource/records.ts'
import { findActiveLocation } from '../../stock/ledger/active.ts'
import { findTradeIn, type TradeInDetails } from './trade-ins.queries.ts'

// The steps of a trade-in up to its acceptance. Each runs in the caller's transaction, writes its audit row and returns
// the stored trade-in.

type Input = z.output<typeof TradeInInput>
type Stored = typeof tradeIn.$inferSelect

/** Takes in pieces that a customer wants to sell to the shop, under the next number. */
export async function createTradeIn(context: Context, { pieces, ...input }: Input): Promise<TradeInDetails> {
  assertAccess(context.actor, 'trade_ins.write')
  const { db, now } = context
  await assertParties(context, input)
  const { timeZone } = await readSettings(db)
  const [stored] = await db
    .insert(tradeIn)
    .values({
      ...input,
      remarks: input.remarks ?? null,
      status: statusOf(pieces),
      tradeInNumber: await takeNumber(db, 'TI', shopYear(timeZone, now)),
      ...stampCreated(context),
    })
    .returning({ tradeInID: tradeIn.tradeInID })
  const { tradeInID } = stored!
  await insertPieces(context, tradeInID, pieces)
  return recordTradeIn(context, 'create', tradeInID, null)
}

/** Changes a trade-in before its acceptance. An offer that was made no longer stands. */
export async function updateTradeIn(
  context: Context,
  id: number,
  { pieces, updatedAt, ...changes }: Input & { updatedAt?: Date | undefined },
): Promise<TradeInDetails> {
  assertAccess(context.actor, 'trade_ins.write')
  const stored = await lockOpenTradeIn(context, id, 'be changed', updatedAt)
  const before = await findTradeIn(context.db, id)
  await assertParties(context, changes, stored)
  await context.db.delete(tradeInPiece).where(eq(tradeInPiece.tradeInID, id))
  await insertPieces(context, id, pieces)
  await changeTradeIn(context, stored, {
    ...changes,
    status: statusOf(pieces),
    offer: null,
    offeredAt: null,
    offeredByID: null,
  })
  return recordTradeIn(context, 'update', id, before)
}

/**
 * Makes an offer at the latest buy rates, which the pieces keep. Throws 422 for a piece without a test or a usable rate,
 * and 403 when Staff offer more than the reckoned sum.
 */
export async function offerTradeIn(
  context: Context,
  id: number,
  { offer: given, confirmed = false, updatedAt }: z.output<typeof TradeInOffer>,
): Promise<TradeInDetails> {
  assertAccess(context.actor, 'trade_ins.write')
  const { db, actor, now } = context
  const stored = await lockOpenTradeIn(context, id, 'be offered', updatedAt)
  const before = await findTradeIn(db, id)
  const rated = await ratePieces(context, before)
  const reckoned = addSums(rated.map(({ sum }) => sum))
  if (reckoned === 0) throw new AppError('trade_in.too_little', 'These pieces come to ₱0.00')
  const offer = given ?? reckoned
  const problem = findOfferProblem(offer, reckoned, addSums(rated.map(({ sellValue }) => sellValue)))
  if (problem && !mayAct(actor, 'trade_ins.offer_more'))
    throw new AppError('trade_in.offer_denied', problem.sentence, { field: 'offer' })
  if (problem?.needs === 'confirmation' && !confirmed)
    throw new AppError('trade_in.offer_unconfirmed', problem.sentence, { field: 'offer' })
  for (const { tradeInPieceID, goldRateID, buyPerGram, sum } of rated)
    await db
      .update(tradeInPiece)
      .set({ goldRateID, buyPerGram, sum })
      .where(eq(tradeInPiece.tradeInPieceID, tradeInPieceID))
  await changeTradeIn(context, stored, { status: 'Offered', offer, offeredAt: now, offeredByID: userIDOf(actor) })
  return recordTradeIn(context, 'offer', id, before)
}

/** Ends a trade-in without a purchase. */
export async function declineTradeIn(
  context: Context,
  id: number,
  { reason, updatedAt }: z.output<typeof TradeInClosing>,
): Promise<TradeInDetails> {
  assertAccess(context.actor, 'trade_ins.write')
  const stored = await lockOpenTradeIn(context, id, 'be declined', updatedAt)
  const before = await findTradeIn(context.db, id)
  await changeTradeIn(context, stored, {
    status: 'Declined',
    closedAt: context.now,
    closedByID: userIDOf(context.actor),
    closeReason: reason ?? null,
  })
  return recordTradeIn(context, 'decline', id, before)
}

/** Locks a trade-in that is neither accepted nor declined. Throws 409 for any other. */
export async function lockOpenTradeIn(
  context: Context,
  id: number,
  change: string,
  updatedAt: Date | undefined,
): Promise<Stored> {
  const stored = await lockTradeIn(context, id, updatedAt)
  if (stored.acceptedAt !== null || stored.closedAt !== null)
    throw new AppError('trade_in.closed', `This trade-in is ${stored.status} and can no longer ${change}`)
  return stored
}

export const lockTradeIn = (context: Context, id: number, updatedAt: Date | undefined): Promise<Stored> =>
  lockUnchanged(context, 'Trade-in', tradeIn, tradeIn.tradeInID, id, updatedAt)

/** Updates the own row of a trade-in, which the caller has locked. */
export const changeTradeIn = async (context: Context, stored: Stored, changes: Partial<typeof tradeIn.$inferInsert>) =>
  context.db
    .update(tradeIn)
    .set({ ...changes, ...stampModified(context, stored) })
    .where(eq(tradeIn.tradeInID, stored.tradeInID))

/** Writes the audit row of a change, and returns the trade-in as stored now. */
export async function recordTradeIn(context: Context, action: AuditAction, id: number, before: TradeInDetails | null) {
  const after = await findTradeIn(context.db, id)
  await record(context, { action, entity: 'tradeIn', entityID: id, before, after })
  return after
}

/** Throws 422 when the customer or the location does not exist, or when a newly chosen location is Inactive. */
async function assertParties(
  { db }: Context,
  { customerID, locationID }: Pick<Input, 'customerID' | 'locationID'>,
  stored?: Stored,
) {
  const found = await db.$count(customer, eq(customer.customerID, customerID))
  if (found === 0)
    throw new AppError('reference.missing', `Customer ${customerID} does not exist`, { field: 'customerID' })
  if (locationID !== stored?.locationID) await findActiveLocation(db, locationID, 'locationID')
}

const statusOf = (pieces: Input['pieces']) => (pieces.every(({ testedKarat }) => testedKarat) ? 'Tested' : 'Weighed')

async function insertPieces({ db }: Context, tradeInID: number, pieces: Input['pieces']) {
  const rows = pieces.map(({ loss, markedKarat, testedKarat, testNote, ...piece }) => ({
    ...piece,
    tradeInID,
    markedKarat: markedKarat ?? null,
    testedKarat: testedKarat ?? null,
    testNote: testNote ?? null,
    lossBasis: Math.round(loss * 100),
    countedGrams: countedGramsOf({ ...piece, loss }),
  }))
  const none = rows.findIndex(({ countedGrams }) => countedGrams === 0)
  if (none >= 0)
    throw new AppError('trade_in.too_little', `Nothing of ${rows[none]!.description} counts after this loss`, {
      field: `pieces.${none}.loss`,
    })
  await db.insert(tradeInPiece).values(rows)
}

/** Returns the pieces at the latest rates of their tested karats. Throws 422 when one has no test or no usable rate. */
async function ratePieces({ db, now }: Context, { pieces }: TradeInDetails) {
  const { timeZone } = await readSettings(db)
  const rates = await findRates(db)
  return pieces.map(({ tradeInPieceID, description, testedKarat, countedGrams }) => {
    if (testedKarat === null)
      throw new AppError('trade_in.not_tested', `Test ${description} first: its karat is not known`)
    const rate = rates.get(testedKarat)
    if (!rate) throw new AppError('rate.missing', `Enter a rate of ${testedKarat} first`)
    assertUsableRate(testedKarat, rate.fromAt, now, timeZone)
    const { goldRateID, buyPerGram, sellPerGram } = rate
    const [sum, sellValue] = [reckonPiece(countedGrams, buyPerGram), reckonPiece(countedGrams, sellPerGram)]
    if (sum === null || sellValue === null) throw tooLarge()
    return { tradeInPieceID, goldRateID, buyPerGram, sum, sellValue }
  })
}

/** Throws 422 for a rate that is too old to buy by. */
export function assertUsableRate(karat: Karat, fromAt: Date, now: Date, timeZone: string) {
  if (rateAge(fromAt, now) === 'refused')
    throw new AppError('rate.too_old', describeRefusedRate(karat, fromAt, now, timeZone))
}

function addSums(amounts: readonly number[]): number {
  const sum = addAmounts(amounts)
  if (sum === null) throw tooLarge()
  return sum
}

const tooLarge = () => new AppError('amount.too_large', 'The sum of the pieces is too large')
