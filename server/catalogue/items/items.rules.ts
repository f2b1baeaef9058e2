import { describePriceByRate } from '../../../contract/pricing/price-rules.ts'
import { roundCostToCentavo } from '../../../contract/purchasing/receiving-units.ts'
import type { item } from '../../db/schema/catalogue.ts'
import { type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

// The rules about who may change a field of an item.

type Stored = typeof item.$inferSelect

type RateField = 'price' | 'karat' | 'uom'

/**
 * Throws 422 for another price, karat or unit of an item that is priced by the gold rate: they follow from its pricing.
 * Throws 403 when an actor who may not change prices changes the karat or unit that the floor of a price follows from.
 */
export function assertKeepsRate(
  { actor }: Pick<Context, 'actor'>,
  stored: Stored,
  changes: { [Field in RateField]?: Stored[Field] | undefined },
) {
  for (const field of ['price', 'karat', 'uom'] as const) {
    if (changes[field] === undefined || changes[field] === stored[field]) continue
    const problem = findRateProblem({ actor }, stored, field)
    if (problem !== null) throw new AppError(problem.code, problem.message, { field })
  }
}

/** Returns why a field of an item may not change, because a price or its floor follows from it; null when it may. */
export function findRateProblem(
  { actor }: Pick<Context, 'actor'>,
  { itemCode, itemPriceID, netGrams }: Pick<Stored, 'itemCode' | 'itemPriceID' | 'netGrams'>,
  field: RateField,
) {
  if (itemPriceID !== null) return { code: 'price.by_rate', message: describePriceByRate(itemCode) } as const
  if (field === 'price' || netGrams === null || mayAct(actor, 'catalogue.change_prices')) return null
  return {
    code: 'item.price_change_denied',
    message: `Only a manager may change the karat or the unit of ${itemCode}: its gold sets the lowest price`,
  } as const
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
