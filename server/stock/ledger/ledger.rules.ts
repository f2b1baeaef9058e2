import { notWhole } from '../../../contract/catalogue/items.ts'
import { thousandths } from '../../../contract/shared/quantities.ts'
import { AppError } from '../../kernel/errors.ts'

/** A locked row of stock. */
export type StockRow = { inventoryID: number; quantity: number; reserved: number; reOrderThreshold: number }
/** A row of stock that sales may take from, locked until the transaction ends. */
export type SellableRow = StockRow & {
  itemID: number
  locationID: number
  itemName: string
  locationName: string
  averageCost: number
}

/** Whether stock has fallen to its threshold. A threshold of 0 means that nobody wants to be told. */
export const isLow = (quantity: number, threshold: number) =>
  threshold > 0 && thousandths(quantity) <= thousandths(threshold)

/** Refuses a part of a piece (422): PCS and PAIR are counted, only BULK is weighed. `field` names the input. */
export function assertCountable(item: Parameters<typeof notWhole>[0], quantity: number, field?: string) {
  const problem = notWhole(item, quantity)
  if (problem !== null) throw new AppError('quantity.not_countable', problem, field ? { field } : {})
}

/** 'Gold ring', or 'Gold ring and 3 more'. */
export const andMore = (stock: { itemName: string }[]) =>
  stock.length === 1 ? stock[0]!.itemName : `${stock[0]!.itemName} and ${stock.length - 1} more`
