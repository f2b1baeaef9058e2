import { eq } from 'drizzle-orm'

import { findNetWeightProblem } from '../../../contract/catalogue/weights.ts'
import type { ItemPricingInput } from '../../../contract/pricing/item-pricing.ts'
import { describeMissingWeight, reckonPrice } from '../../../contract/pricing/price-rules.ts'
import { describeRefusedRate, rateAge } from '../../../contract/pricing/rate-rules.ts'
import { changedMeanwhile } from '../../../contract/shared/answers.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { item } from '../../db/schema/catalogue.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { itemPrice } from '../../db/schema/pricing.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { assertUnchanged, record, stampModified } from '../../resource/records.ts'
import { lockItems } from '../../stock/ledger/arrivals.ts'
import { describeNewer, lockRates } from '../rates/rates.operations.ts'
import { findLatestRate } from '../rates/rates.queries.ts'
import { findItemPrice } from './item-pricing.queries.ts'

type Input = z.output<typeof ItemPricingInput>
type Stored = typeof item.$inferSelect

/**
 * Prices an item by the latest rate of its karat. Throws 422 for an item without a karat or a net weight, for one that is
 * sold by the gram, for a net weight above the gross one, and without a rate of the last 72 hours. Throws 409 when the
 * latest rate is not the one that the caller saw.
 */
export async function priceByRate(
  context: Context,
  itemID: number,
  {
    updatedAt,
    goldRateID,
    netGrams: weighed,
    ...rest
  }: Input & { updatedAt?: Date | undefined; goldRateID?: number | undefined },
) {
  assertAccess(context.actor, 'catalogue.change_prices')
  await lockRates(context)
  const stored = await lockItem(context, itemID)
  assertUnchanged(stored, updatedAt)
  const netGrams = weighed ?? stored.netGrams
  if (netGrams === null)
    throw new AppError('price.net_grams_missing', describeMissingWeight(stored.itemCode), { field: 'netGrams' })
  await changeItem(context, stored, await reckonItemPrice(context, stored, { ...rest, netGrams }, goldRateID))
}

/**
 * Locks an item that may get another net weight, and returns it; undefined when it does not exist. Where its price follows
 * from that weight, the rates are locked first, as wherever a price is set.
 */
export async function lockItemToWeigh(context: Context, itemID: number, netGrams: number | null | undefined) {
  const [seen] = await context.db
    .select({ itemPriceID: item.itemPriceID, netGrams: item.netGrams })
    .from(item)
    .where(eq(item.itemID, itemID))
  const isPriced = seen !== undefined && changesPrice(seen, netGrams)
  if (isPriced) await lockRates(context)
  const [stored] = await lockItems(context, [itemID])
  // The item was priced by the rate after the first look at it, and rates cannot be locked after items.
  if (!isPriced && stored && changesPrice(stored, netGrams)) throw new AppError('record.stale', changedMeanwhile)
  return stored
}

/**
 * Reckons the price of a locked item by the gold rate anew for another net weight, by the latest rate. Its markup, making,
 * stones and rounding stay. Returns the item's new columns; null when its price does not follow from this weight. Throws
 * as `priceByRate` does.
 */
export async function reckonForWeight(
  context: Context,
  stored: Stored,
  netGrams: number | null | undefined,
  goldRateID: number | undefined,
) {
  if (!changesPrice(stored, netGrams)) return null
  assertAccess(context.actor, 'catalogue.change_prices')
  const { markup, makingPerGram, makingPerPiece, stones, roundTo } = await findItemPrice(
    context.db,
    stored.itemPriceID!,
  )
  const parts = { markup, makingPerGram, makingPerPiece, stones, roundTo, netGrams }
  return reckonItemPrice(context, stored, parts, goldRateID)
}

/** Whether another net weight changes the price of an item. An omitted one stays. */
const changesPrice = (
  stored: Pick<Stored, 'itemPriceID' | 'netGrams'>,
  netGrams: number | null | undefined,
): netGrams is number => stored.itemPriceID !== null && typeof netGrams === 'number' && netGrams !== stored.netGrams

/** Reckons the price of an item by the latest rate, stores it, and returns the item's columns that follow from it. */
async function reckonItemPrice(
  context: Context,
  stored: Stored,
  input: Omit<Input, 'netGrams'> & { netGrams: number },
  goldRateID: number | undefined,
) {
  const rate = await findUsableRate(context, stored, input.netGrams)
  if (goldRateID !== undefined && goldRateID !== rate.goldRateID)
    throw new AppError('rate.outrun', describeNewer(rate.karat, rate, 'set the price'))
  const price = reckonPrice({ ...input, sellPerGram: rate.sellPerGram })
  if (price === null) throw new AppError('price.too_large', 'This price is too large')
  const { markup, ...parts } = input
  const [created] = await context.db
    .insert(itemPrice)
    .values({
      ...parts,
      itemID: stored.itemID,
      goldRateID: rate.goldRateID,
      karat: rate.karat,
      sellPerGram: rate.sellPerGram,
      markupBasis: Math.round(markup * 100),
      price,
      createdByID: userIDOf(context.actor),
      createdAt: context.now,
    })
    .returning({ itemPriceID: itemPrice.itemPriceID })
  return { price, netGrams: input.netGrams, itemPriceID: created!.itemPriceID }
}

/** Keeps the present price of an item as a fixed price. Throws 409 when it is fixed already. */
export async function fixPrice(context: Context, itemID: number, updatedAt?: Date) {
  assertAccess(context.actor, 'catalogue.change_prices')
  const stored = await lockItem(context, itemID)
  assertUnchanged(stored, updatedAt)
  if (stored.itemPriceID === null) throw new AppError('price.fixed', `${stored.itemCode} has a fixed price already`)
  await changeItem(context, stored, { itemPriceID: null })
}

async function lockItem(context: Context, itemID: number): Promise<Stored> {
  const [stored] = await lockItems(context, [itemID])
  if (!stored) throw notFound('Item')
  return stored
}

/** Returns the rate by which an item can be priced. */
async function findUsableRate({ db, now }: Context, { itemCode, karat, uom, grams }: Stored, netGrams: number) {
  if (uom === 'BULK')
    throw new AppError('price.bulk', `${itemCode} is sold by the gram: the gold rate prices pieces and pairs`)
  if (karat === null)
    throw new AppError('price.karat_missing', `Enter the karat of ${itemCode} before pricing it by the rate`)
  const problem = findNetWeightProblem({ itemCode, uom, grams, netGrams })
  if (problem !== null) throw new AppError(problem.code, problem.message, { field: 'netGrams' })
  const rate = await findLatestRate(db, karat)
  if (rate === null) throw new AppError('rate.missing', `Enter a rate of ${karat} first`)
  const [setting] = await db.select({ timeZone: shopSetting.timeZone }).from(shopSetting)
  if (rateAge(rate.fromAt, now) === 'refused')
    throw new AppError('rate.too_old', describeRefusedRate(karat, rate.fromAt, now, setting!.timeZone))
  return rate
}

async function changeItem(context: Context, before: Stored, changes: Partial<Stored>) {
  const { itemID } = before
  const [after] = await context.db
    .update(item)
    .set({ ...changes, ...stampModified(context, before) })
    .where(eq(item.itemID, itemID))
    .returning()
  await record(context, { action: 'update', entity: 'item', entityID: itemID, before, after: after! })
}
