import { type SQL, sql } from 'drizzle-orm'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import { describeRefusedRate } from '../../../contract/pricing/rate-rules.ts'
import { nameSome } from '../../../contract/pricing/repricing-rules.ts'
import type { repricings } from '../../../contract/pricing/repricing.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { itemPrice, repricing, repricingItem } from '../../db/schema/pricing.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { record } from '../../resource/records.ts'
import { describeNewer, lockRates } from '../rates/rates.operations.ts'
import { findRates } from '../rates/rates.queries.ts'
import { changeItems } from './item-changes.ts'
import { reckonedRows } from './reckoning.queries.ts'

type Input = Received<typeof repricings.apply>['body']

/**
 * Replaces prices by those of the latest rates, all or none. Throws 409 when a rate or a price is no longer the one that
 * the caller saw, and 422 when a price cannot be reckoned or none of them changes. Returns the key of the batch.
 */
export async function applyRepricing(context: Context, { rates, prices }: Input): Promise<number> {
  assertAccess(context.actor, 'catalogue.change_prices')
  const { db, actor, now } = context
  await lockRates(context)
  await lockPrices(context, prices)
  const chosen = sql`select * from (${reckonedRows(now, sql`item.item_price_id = any(${sql.param([...prices])}::int[])`)}) as chosen_row
    where reckoned <> price`
  const sums = await sumUpBatch(context, chosen)
  await assertRates(context, sums.karats, rates)
  await assertReckoned(context, sums)
  const [batch] = await db
    .insert(repricing)
    .values({
      items: sums.items,
      difference: sums.difference,
      karats: sums.karats,
      createdByID: userIDOf(actor),
      createdAt: now,
    })
    .returning()
  const { repricingID } = batch!
  await db.execute(sql`
    with chosen as materialized (${chosen}),
      made as (
        insert into ${itemPrice} (item_id, gold_rate_id, karat, sell_per_gram, net_grams, markup_basis, making_per_gram,
            making_per_piece, stones, round_to, price, created_by_id, created_at)
          select item_id, gold_rate_id, karat, sell_per_gram, net_grams, markup_basis, making_per_gram, making_per_piece,
            stones, round_to, reckoned, ${userIDOf(actor)}::int, ${now.toISOString()}::timestamptz
          from chosen order by item_id
          returning item_price_id, item_id)
    insert into ${repricingItem} (item_id, repricing_id, old_price_id, new_price_id)
      select item_id, ${repricingID}::int, chosen.item_price_id, made.item_price_id from made join chosen using (item_id)`)
  await changeItems(context, repricingID, { from: 'old_price_id', to: 'new_price_id' })
  await record(context, { action: 'create', entity: 'repricing', entityID: repricingID, before: null, after: batch! })
  return repricingID
}

/** Locks the items of these prices in key order. Throws 409, with their codes, when some have another price by now. */
async function lockPrices({ db }: Context, prices: readonly number[]) {
  const { rows } = await db.execute<{ known: number; changed: string[] }>(sql`
    select count(*)::int as known, coalesce(array_agg(item_code) filter (where not is_same), '{}') as changed
    from (
      select i.item_code, i.item_price_id is not distinct from p.item_price_id as is_same
      from item_price p join item i using (item_id)
      where p.item_price_id = any(${sql.param([...prices])}::int[])
      order by i.item_id for no key update of i
    ) locked`)
  const { known, changed } = rows[0]!
  if (changed.length > 0)
    throw new AppError(
      'repricing.outrun',
      `The price of ${nameSome(changed)} was set by somebody else meanwhile. Look at the prices again`,
    )
  if (known < prices.length)
    throw new AppError('repricing.outrun', 'An item was deleted meanwhile. Look at the prices again')
}

type Sums = { items: number; difference: number; karats: Karat[]; oldKarat: Karat | null; large: string[] }

async function sumUpBatch({ db }: Context, chosen: SQL): Promise<Sums> {
  const { rows } = await db.execute<Sums>(sql`
    select count(*)::int as items, coalesce(sum(reckoned - price), 0)::float8 as difference,
      coalesce(array_agg(distinct karat), '{}') as karats,
      min(karat) filter (where state = 'rate_old') as "oldKarat",
      coalesce(array_agg(item_code) filter (where state = 'too_large'), '{}') as large
    from (${chosen}) as batch`)
  return rows[0]!
}

/** Throws 409 when the latest rate of a karat is not the one that the caller saw. */
async function assertRates({ db }: Context, karats: readonly Karat[], seen: Input['rates']) {
  const latest = await findRates(db)
  for (const karat of karats) {
    const rate = latest.get(karat)!
    if (seen.find((one) => one.karat === karat)?.goldRateID !== rate.goldRateID)
      throw new AppError('rate.outrun', describeNewer(karat, rate, 'apply the prices'))
  }
}

/** Throws 422 when the rate of a price is too old, when a price is too large, and when none of them changes. */
async function assertReckoned({ db, now }: Context, { items, oldKarat, large }: Sums) {
  if (items === 0) throw new AppError('repricing.nothing', 'None of these prices changes by the latest rates')
  if (large.length > 0) throw new AppError('price.too_large', `The price of ${nameSome(large)} is too large`)
  if (oldKarat === null) return
  const [setting] = await db.select({ timeZone: shopSetting.timeZone }).from(shopSetting)
  const rate = (await findRates(db)).get(oldKarat)!
  throw new AppError('rate.too_old', describeRefusedRate(oldKarat, rate.fromAt, now, setting!.timeZone))
}
