import { findFractionProblem } from '../../../contract/catalogue/items.ts'
import { fromCentavos, scaleHalfUp, toCentavos } from '../../../contract/shared/money.ts'
import { toThousandths } from '../../../contract/shared/quantities.ts'
import { AppError } from '../../kernel/errors.ts'

/** A locked row of stock. `pieces` is null for an item that is not kept by piece. */
export type StockRow = {
  inventoryID: number
  quantity: number
  reserved: number
  reOrderThreshold: number
  pieces: number | null
}
/** A sellable stock row, locked until the transaction ends. */
export type SellableRow = StockRow & {
  itemID: number
  locationID: number
  itemName: string
  locationName: string
  averageCost: number
  /** The item's stock at all locations, with its exact value in pesos. */
  stock: ValuedStock
}

/** A quantity with its exact value in pesos. */
export type ValuedStock = { quantity: number; value: number }

/**
 * Returns the values of goods that leave an item's stock one after the other, in pesos. Each takes its share of the
 * value, and the last of the stock takes all of it. The `share_of_value` function of the database computes the same.
 */
export function computeDepartures(stock: ValuedStock, quantities: readonly number[]): number[] {
  let [left, value] = [toThousandths(stock.quantity), toCentavos(stock.value)]
  return quantities.map((quantity) => {
    // More than there is takes all; the caller refuses it for its quantity.
    const part = Math.min(toThousandths(quantity), left)
    const share = scaleHalfUp(value, part, left)
    left -= part
    value -= share
    return fromCentavos(share)
  })
}

/** Splits a value in pesos over quantities in proportion. The parts add up to the value exactly. */
export function splitValue(value: number, quantities: readonly number[]): number[] {
  const whole = quantities.reduce((sum, quantity) => sum + toThousandths(quantity), 0)
  return computeDepartures({ quantity: whole / 1000, value }, quantities)
}

/** Whether stock is at or below its threshold. A threshold of 0 disables the warning. */
export const isLow = (quantity: number, threshold: number) =>
  threshold > 0 && toThousandths(quantity) <= toThousandths(threshold)

/** Throws 422 for a fraction of a piece. Only BULK items have fractions. `field` names the input. */
export function assertCountable(item: Parameters<typeof findFractionProblem>[0], quantity: number, field?: string) {
  const problem = findFractionProblem(item, quantity)
  if (problem !== null) throw new AppError('quantity.not_countable', problem, field ? { field } : {})
}

/** Returns a summary such as 'Gold ring' or 'Gold ring and 3 more'. */
export const andMore = (stock: { itemName: string }[]) =>
  stock.length === 1 ? stock[0]!.itemName : `${stock[0]!.itemName} and ${stock.length - 1} more`
