import { findFractionProblem } from '../../../contract/catalogue/items.ts'
import { toThousandths } from '../../../contract/shared/quantities.ts'
import { AppError } from '../../kernel/errors.ts'

/** A locked row of stock. */
export type StockRow = { inventoryID: number; quantity: number; reserved: number; reOrderThreshold: number }
/** A sellable stock row, locked until the transaction ends. */
export type SellableRow = StockRow & {
  itemID: number
  locationID: number
  itemName: string
  locationName: string
  averageCost: number
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
