import { sql } from 'drizzle-orm'

import type { GoldRatesInput } from '../../../contract/pricing/gold-rates.ts'
import { findRateJump } from '../../../contract/pricing/rate-rules.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { locks } from '../../db/locks.ts'
import { goldRate } from '../../db/schema/pricing.ts'
import { assertAccess, type Context, mayAct, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordAll } from '../../resource/records.ts'
import { findRates } from './rates.queries.ts'

type Given = z.output<typeof GoldRatesInput>['rates'][number]
type Latest = NonNullable<Awaited<ReturnType<typeof findRates>> extends Map<string, infer Rate> ? Rate : never>

/**
 * Enters rates, which hold from now on: all of them or none. Throws 409 when a karat has a newer rate than the caller
 * has seen, 422 when a rate differs a lot from it and nobody has confirmed it, and 403 when a Manager must allow it.
 */
export async function enterRates(context: Context, { rates, source }: z.output<typeof GoldRatesInput>) {
  assertAccess(context.actor, 'gold_rates.write')
  const { db, actor, now } = context
  await db.execute(sql`select pg_advisory_xact_lock(${locks.goldRates})`)
  const latest = await findRates(db)
  for (const [n, given] of rates.entries()) assertMayEnter(context, n, given, latest.get(given.karat) ?? null)
  const created = await db
    .insert(goldRate)
    .values(
      rates.map(({ karat, sellPerGram, buyPerGram }) => ({
        karat,
        sellPerGram,
        buyPerGram,
        source: source ?? null,
        // The clocks of two servers differ. A rate must still be later than the one before it.
        fromAt: new Date(Math.max(now.getTime(), (latest.get(karat)?.fromAt.getTime() ?? 0) + 1)),
        createdByID: userIDOf(actor),
      })),
    )
    .returning()
  await recordAll(
    context,
    created.map((after) => ({
      action: 'create',
      entity: 'goldRate',
      entityID: after.goldRateID,
      before: null,
      after,
    })),
  )
}

function assertMayEnter({ actor }: Context, n: number, given: Given, latest: Latest | null) {
  const { karat, latestID, confirmed = false } = given
  if ((latest?.goldRateID ?? null) !== latestID) throw new AppError('rate.outrun', describeNewer(karat, latest))
  const jump = findRateJump(karat, latest, given)
  if (jump === null) return
  const field = `rates.${n}.${jump.side}PerGram`
  if (jump.needs === 'manager' && !mayAct(actor, 'gold_rates.jump'))
    throw new AppError('rate.jump_denied', jump.sentence, { field })
  if (!confirmed) throw new AppError('rate.unconfirmed', jump.sentence, { field })
}

/** Returns the sentence for a rate that was entered since the caller read the rates. */
function describeNewer(karat: string, latest: Latest | null) {
  if (latest === null) return `The ${karat} has no rate any more. Look at the rates again`
  const { sellPerGram, buyPerGram, createdBy } = latest
  const by = createdBy === null ? '' : ` by ${createdBy.name}`
  return `A ${karat} rate was entered${by} meanwhile: sell ${formatPeso(sellPerGram)}, buy ${formatPeso(buyPerGram)}. Look at it before you enter yours`
}
