import { sql } from 'drizzle-orm'

import type { GoldRatesInput } from '../../../contract/pricing/gold-rates.ts'
import { findRateBases, findRateJump } from '../../../contract/pricing/rate-rules.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { locks } from '../../db/locks.ts'
import { goldRate } from '../../db/schema/pricing.ts'
import { assertAccess, type Context, mayAct, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordAll } from '../../resource/records.ts'
import { readCurrentRates } from './rates.queries.ts'

type Given = z.output<typeof GoldRatesInput>['rates'][number]
type Current = Awaited<ReturnType<typeof readCurrentRates>>
type Latest = NonNullable<Current[number]['latest']>

/**
 * Locks the rates against new ones until the transaction ends. Callers that set prices by the latest rate share the lock, so
 * that no later rate comes in between. They take it before they lock items.
 */
export const lockRates = async ({ db }: Pick<Context, 'db'>) =>
  db.execute(sql`select pg_advisory_xact_lock_shared(${locks.goldRates})`)

/**
 * Enters rates, which hold from now on: all of them or none. Throws 409 when a karat has a newer rate than the caller
 * has seen, 422 when a rate differs a lot from it and nobody has confirmed it, and 403 when a Manager must allow it.
 */
export async function enterRates(context: Context, { rates, source }: z.output<typeof GoldRatesInput>) {
  assertAccess(context.actor, 'gold_rates.write')
  const { db, actor, now } = context
  await db.execute(sql`select pg_advisory_xact_lock(${locks.goldRates})`)
  const current = await readCurrentRates(db, now)
  const latest = new Map(current.map((one) => [one.karat, one.latest]))
  for (const [n, given] of rates.entries()) {
    assertSeenLatest(given, latest.get(given.karat) ?? null)
    assertJumpAllowed(context, n, rates, current)
  }
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

function assertSeenLatest({ karat, latestID }: Given, latest: Latest | null) {
  if ((latest?.goldRateID ?? null) !== latestID) throw new AppError('rate.outrun', describeNewer(karat, latest))
}

/** Throws when a rate differs a lot and nobody who may has confirmed it. */
function assertJumpAllowed({ actor }: Context, n: number, rates: readonly Given[], current: Current) {
  const given = rates[n]!
  const jump = findRateJump(given.karat, findRateBases(given.karat, current, rates), given)
  if (jump === null) return
  const field = `rates.${n}.${jump.side}PerGram`
  if (jump.needs === 'manager' && !mayAct(actor, 'gold_rates.jump'))
    throw new AppError('rate.jump_denied', jump.sentence, { field })
  if (given.confirmed !== true) throw new AppError('rate.unconfirmed', jump.sentence, { field })
}

/** Returns the sentence for a rate that was entered since the caller read the rates. */
export function describeNewer(
  karat: string,
  latest: Pick<Latest, 'sellPerGram' | 'buyPerGram' | 'createdBy'> | null,
  next = 'enter yours',
) {
  if (latest === null) return `The ${karat} has no rate any more. Look at the rates again`
  const { sellPerGram, buyPerGram, createdBy } = latest
  const by = createdBy === null ? '' : ` by ${createdBy.name}`
  return `A ${karat} rate was entered${by} meanwhile: sell ${formatPeso(sellPerGram)}, buy ${formatPeso(buyPerGram)}. Look at it before you ${next}`
}
