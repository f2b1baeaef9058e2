import { uoms } from '../../../../contract/catalogue/items.ts'
import { computeReceivingTotals } from '../../../../contract/purchasing/receiving-units.ts'
import { addQuantities } from '../../../../contract/shared/quantities.ts'
import { formatPeso } from '../../../lib/format.ts'
import { type FormLine, formatStock, isOtherCost, resolveLine, stockOr0 } from './receivingForm.ts'

/**
 * Sums up the lines of the form, with a quantity for each unit. `arrived` and `ordered` count the lines that belong to
 * the order. `isAsOrdered` is true if all of them arrived in full, at the ordered cost.
 */
export function summarizeLines(lines: readonly FormLine[]) {
  const ordered = lines.filter(({ fact }) => fact.outstanding !== null)
  const arrived = ordered.filter((line) => stockOr0(line) === line.fact.outstanding)
  const isAsOrdered = ordered.length > 0 && arrived.length === ordered.length && !ordered.some(isOtherCost)
  return {
    ...computeReceivingTotals(lines.flatMap((line) => resolveLine(line) ?? [])),
    totals: sumByUnit(lines.map((line) => ({ itemUom: line.fact.itemUom, stockQty: stockOr0(line) }))),
    ordered: ordered.length,
    arrived: arrived.length,
    isAsOrdered,
  }
}

type StockTotals = { itemUom: (typeof uoms)[number]; stockQty: number }[]

/** Sums the quantities of each unit separately, because pieces and grams have no sum. */
export const sumByUnit = (lines: Readonly<StockTotals>): StockTotals =>
  uoms.flatMap((itemUom) => {
    const ofUnit = lines.filter((line) => line.itemUom === itemUom)
    const stockQty = ofUnit.reduce((sum, line) => addQuantities(sum, line.stockQty), 0)
    return stockQty === 0 ? [] : [{ itemUom, stockQty }]
  })

/** Formats the sums of each unit: `5 pieces and 20 g`. */
export function formatTotals(totals: Readonly<StockTotals>): string {
  const parts = totals.map(({ itemUom, stockQty }) => formatStock(stockQty, itemUom))
  return parts.length < 2 ? (parts[0] ?? '0') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** Describes what a receiving brings, for the question before it is completed. */
export function describeArrival(lines: readonly FormLine[]): string {
  const { totals, totalCost, ordered, arrived, isAsOrdered } = summarizeLines(lines)
  const seesCosts = lines.some(({ unitCost }) => unitCost !== undefined)
  const goods = seesCosts ? `${formatTotals(totals)}, for ${formatPeso(totalCost)}` : formatTotals(totals)
  if (ordered === 0) return goods
  return `${arrived} of ${ordered} ${ordered === 1 ? 'line' : 'lines'} in full${isAsOrdered ? ', as ordered' : ''}: ${goods}`
}
