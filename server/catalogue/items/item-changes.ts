import { asc, eq, inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import {
  type ChangedItem,
  computeChangedPrice,
  type ItemChange,
  itemChanges,
  findPriceProblem,
  type PriceRounding,
} from '../../../contract/catalogue/item-changes.ts'
import { describePriceByRate } from '../../../contract/pricing/price-rules.ts'
import { changedMeanwhile } from '../../../contract/shared/answers.ts'
import { fromCentavos, formatPeso, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { serve } from '../../http/serve.ts'
import { type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { stampModified, ok, record } from '../../resource/records.ts'

type Stored = typeof item.$inferSelect
type Requested = { itemID: number; updatedAt?: Date | undefined }
type Outcome = Pick<ChangedItem, 'outcome' | 'message' | 'before' | 'after'>
/** Applies a change to one item: returns the columns to set, and the old and the new value as text. */
type Change = (of: Stored) => { set: Partial<Stored>; before: string; after: string; problem?: string | null }

export function itemChangeRoutes(app: FastifyInstance) {
  serve(
    app,
    itemChanges.preview,
    async ({ body: { items, change } }, context) => {
      const { each, stored } = await prepareChange(context, items, change)
      return ok(summarizeOutcomes(items, stored, (one, of) => decideOutcome(one, of, each(of))))
    },
    { transaction: false },
  )

  serve(app, itemChanges.apply, async ({ body: { items, change } }, context) => {
    const { each, stored } = await prepareChange(context, items, change, { lock: true })
    const answer = summarizeOutcomes(items, stored, (one, of) => decideOutcome(one, of, each(of)))
    for (const row of answer.rows) {
      if (row.outcome !== 'changed') continue
      const before = stored.get(row.itemID)!
      const changes = { ...each(before).set, ...stampModified(context, before) }
      await context.db.update(item).set(changes).where(eq(item.itemID, row.itemID))
      const after = { ...before, ...changes }
      await record(context, { action: 'update', entity: 'item', entityID: row.itemID, before, after })
      row.updatedAt = after.updatedAt
    }
    return ok(answer)
  })
}

/** Reads the items and resolves the change. With `lock`, the items are locked in key order. */
async function prepareChange(
  context: Context,
  items: readonly Requested[],
  change: z.output<typeof ItemChange>,
  { lock = false } = {},
) {
  const { db } = context
  const each = await resolveChange(context, change)
  const keys = items.map(({ itemID }) => itemID)
  const select = db.select().from(item).where(inArray(item.itemID, keys)).orderBy(asc(item.itemID))
  const rows = await (lock ? select.for('update') : select)
  const stored = new Map(rows.map((row) => [row.itemID, row]))
  const missing = keys.find((key) => !stored.has(key))
  if (missing !== undefined)
    throw new AppError('reference.missing', `Item ${missing} does not exist`, { field: 'items' })
  return { each, stored }
}

/**
 * Returns the function that applies the change to an item. Throws when the actor may not do it, or when it is invalid
 * for all items.
 */
async function resolveChange(context: Context, change: z.output<typeof ItemChange>): Promise<Change> {
  if (change.field === 'category') return changeCategory(context, change.categoryID)
  if (change.field === 'price') return changePrice(context, change)
  if (change.field === 'onSite') {
    const { onSite } = change
    return (of) => ({ set: { onSite }, before: yesOrNo(of.onSite), after: yesOrNo(onSite) })
  }
  const { status } = change
  return (of) => ({ set: { status }, before: statusName(of.status), after: statusName(status) })
}

async function changeCategory({ db }: Context, categoryID: number): Promise<Change> {
  const all = await db.select().from(category)
  const names = new Map(all.map((one) => [one.categoryID, one.categoryName]))
  const wanted = all.find((one) => one.categoryID === categoryID)
  const field = 'change.categoryID'
  if (!wanted) throw new AppError('reference.missing', `Category ${categoryID} does not exist`, { field })
  if (!wanted.status) throw new AppError('reference.inactive', `Category ${wanted.categoryName} is inactive`, { field })
  return (of) => ({ set: { categoryID }, before: names.get(of.categoryID)!, after: wanted.categoryName })
}

function changePrice({ actor }: Context, { percent, rounding }: { percent: number; rounding: PriceRounding }): Change {
  if (!mayAct(actor, 'catalogue.change_prices'))
    throw new AppError('item.price_change_denied', 'Only a manager may change the prices of many items at once')
  return (of) => {
    const centavos = computeChangedPrice(toCentavos(of.price), percent, rounding)
    const price = fromCentavos(centavos)
    return {
      set: { price },
      before: formatPeso(of.price),
      after: formatPeso(price),
      problem: of.itemPriceID === null ? findPriceProblem(centavos) : describePriceByRate(of.itemCode),
    }
  }
}

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')
const statusName = (status: boolean) => (status ? 'Active' : 'Inactive')

function decideOutcome({ updatedAt }: Requested, of: Stored, { before, after, problem }: ReturnType<Change>): Outcome {
  if (updatedAt && updatedAt.getTime() !== of.updatedAt.getTime())
    return { outcome: 'refused', message: changedMeanwhile, before, after: before }
  if (problem) return { outcome: 'refused', message: problem, before, after: before }
  if (before === after) return { outcome: 'same', message: null, before, after }
  return { outcome: 'changed', message: null, before, after }
}

/** Returns the outcome of every item in the requested order, and the count of each outcome. */
function summarizeOutcomes(
  items: readonly Requested[],
  stored: Map<number, Stored>,
  outcomeOf: (one: Requested, of: Stored) => Outcome,
) {
  const rows = items.map((one) => {
    const of = stored.get(one.itemID)!
    const { itemID, itemCode, itemName, updatedAt } = of
    return { itemID, itemCode, itemName, updatedAt, ...outcomeOf(one, of) }
  })
  const count = (outcome: Outcome['outcome']) => rows.filter((row) => row.outcome === outcome).length
  return { changed: count('changed'), same: count('same'), refused: count('refused'), rows }
}
