import { describePriceByRate } from '../../../contract/pricing/price-rules.ts'
import { roundCostToCentavo } from '../../../contract/purchasing/receiving-units.ts'
import type { item } from '../../db/schema/catalogue.ts'
import { type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

// The rules about who may change a field of an item.

type Stored = typeof item.$inferSelect

/**
 * Throws 422 for another price, karat or unit of an item that is priced by the gold rate: they follow from its pricing.
 */
export function assertKeepsRate(
  { itemCode, itemPriceID, ...stored }: Stored,
  changes: { [Field in 'price' | 'karat' | 'uom']?: Stored[Field] | undefined },
) {
  if (itemPriceID === null) return
  for (const field of ['price', 'karat', 'uom'] as const)
    if (changes[field] !== undefined && changes[field] !== stored[field])
      throw new AppError('price.by_rate', describePriceByRate(itemCode), { field })
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
