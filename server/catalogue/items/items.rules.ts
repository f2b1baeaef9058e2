import { findNetWeightProblem } from '../../../contract/catalogue/weights.ts'
import { describeMissingWeight, describePriceByRate } from '../../../contract/pricing/price-rules.ts'
import { roundCostToCentavo } from '../../../contract/purchasing/receiving-units.ts'
import type { item } from '../../db/schema/catalogue.ts'
import { type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

// The rules about who may change a field of an item.

type Stored = typeof item.$inferSelect

type RateField = 'price' | 'karat' | 'uom' | 'netGrams'

/**
 * Throws 422 for another price, karat or unit of an item that is priced by the gold rate: they follow from its pricing.
 * Its net weight may change, which prices it again, and cannot be removed. Throws 403 when an actor who may not change
 * prices changes the karat, the unit or the net weight that the floor of a price follows from.
 */
export function assertKeepsRate(
  { actor }: Pick<Context, 'actor'>,
  stored: Stored,
  changes: { [Field in RateField]?: Stored[Field] | undefined },
) {
  for (const field of ['price', 'karat', 'uom', 'netGrams'] as const) {
    if (changes[field] === undefined || changes[field] === stored[field]) continue
    const problem = findRateProblem({ actor }, stored, field)
    if (problem !== null) throw new AppError(problem.code, problem.message, { field })
  }
  if (changes.netGrams === null && stored.itemPriceID !== null)
    throw new AppError('price.net_grams_missing', describeMissingWeight(stored.itemCode), { field: 'netGrams' })
}

/** Returns why a field of an item may not change, because a price or its floor follows from it; null when it may. */
export function findRateProblem(
  { actor }: Pick<Context, 'actor'>,
  { itemCode, itemPriceID, netGrams }: Pick<Stored, 'itemCode' | 'itemPriceID' | 'netGrams'>,
  field: RateField,
) {
  if (itemPriceID !== null && field !== 'netGrams')
    return { code: 'price.by_rate', message: describePriceByRate(itemCode) } as const
  if (field === 'price' || netGrams === null || mayAct(actor, 'catalogue.change_prices')) return null
  const what = field === 'netGrams' ? 'net weight' : 'karat or the unit'
  return {
    code: 'item.price_change_denied',
    message: `Only a manager may change the ${what} of ${itemCode}: its gold sets the lowest price`,
  } as const
}

type Weights = Parameters<typeof findNetWeightProblem>[0]

/**
 * Throws 422 for a net weight above the weight with stones, or of an item that is sold by the gram. `before` is the stored
 * item: weights that an item has already do not prevent other changes.
 */
export function assertNetWeight(after: Weights, before?: Weights) {
  const isSame = before && (['uom', 'grams', 'netGrams'] as const).every((field) => after[field] === before[field])
  const problem = isSame ? null : findNetWeightProblem(after)
  if (problem === null) return
  const isLowered = before !== undefined && after.netGrams === before.netGrams && after.grams !== before.grams
  throw new AppError(problem.code, problem.message, { field: isLowered ? 'grams' : 'netGrams' })
}

export const pricesDenied = 'Only a manager may change the price or the cost of an item'

/** Throws 403 when an actor who may not change prices sends another price or cost than the item has. */
export function assertPricesKept(
  { actor }: Context,
  stored: Stored,
  { price, cost: asked }: { price?: number | undefined; cost?: number | undefined },
) {
  if (mayAct(actor, 'catalogue.change_prices')) return
  if (price !== undefined && price !== stored.price)
    throw new AppError('item.price_change_denied', pricesDenied, { field: 'price' })
  // The API returns the average cost rounded to the centavo, so that is the unchanged cost.
  if (asked !== undefined && asked !== roundCostToCentavo(stored.averageCost))
    throw new AppError('item.price_change_denied', pricesDenied, { field: 'cost' })
}

/** Throws 403 when an actor who may not change prices gives an item another tax class than it has. */
export function assertTaxClassAllowed(
  { actor }: Pick<Context, 'actor'>,
  taxClass: Stored['taxClass'],
  asked: Stored['taxClass'] | undefined,
) {
  const problem = asked === undefined ? null : findTaxClassProblem({ actor }, taxClass, asked)
  if (problem !== null) throw new AppError('item.tax_class_denied', problem, { field: 'taxClass' })
}

/** Returns why the actor may not give an item this tax class; null when it is allowed. */
export const findTaxClassProblem = (
  { actor }: Pick<Context, 'actor'>,
  taxClass: Stored['taxClass'],
  asked: Stored['taxClass'],
) =>
  asked !== taxClass && !mayAct(actor, 'catalogue.change_prices')
    ? 'Only a manager may change the tax class of an item'
    : null
