import { computeMargin } from '../../../../../contract/catalogue/assay.ts'
import { type Karat, karats } from '../../../../../contract/catalogue/karats.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { toThousandths } from '../../../../../contract/shared/quantities.ts'
import type { TillLine } from './draft.ts'
import { computeTotal, numberOr0, quantityOr0 } from './saleFigures.ts'

/** The pieces of a sale in figures: their number, the grams of gold, and the margin in whole percent. */
export type TrayFigures = {
  pieces: number
  grams: number
  /** The grams of each karat, the purest first. */
  byKarat: { karat: Karat; grams: number }[]
  margin: number | null
}

/** Returns the grams of a line: its quantity if it is weighed, otherwise the weight of its pieces. */
const gramsOf = ({ uom, grams, orderQty }: TillLine) =>
  uom === 'BULK' ? quantityOr0(orderQty) : toThousandths(grams * quantityOr0(orderQty)) / 1000

/** Returns the figures of the lines. A loose stone counts as a piece, not in grams. */
export function computeTray(lines: readonly TillLine[], costs: ReadonlyMap<number, number>): TrayFigures {
  const byKarat = karats.flatMap((karat) => {
    const grams = lines.reduce((sum, line) => sum + (line.karat === karat ? toThousandths(gramsOf(line)) : 0), 0) / 1000
    return grams > 0 ? [{ karat, grams }] : []
  })
  return {
    pieces: lines.reduce((sum, { uom, orderQty }) => sum + (uom === 'BULK' ? 1 : quantityOr0(orderQty)), 0),
    grams: byKarat.reduce((sum, { grams }) => sum + toThousandths(grams), 0) / 1000,
    byKarat,
    margin: computeLinesMargin(lines, costs),
  }
}

/** Returns the margin of all lines together; null while a cost is unknown. */
function computeLinesMargin(lines: readonly TillLine[], costs: ReadonlyMap<number, number>): number | null {
  const known = lines.map((line) => ({ line, cost: costs.get(line.itemID) ?? 0 }))
  if (known.some(({ cost }) => cost === 0)) return null
  const sum = (amounts: readonly number[]) =>
    fromCentavos(amounts.reduce((total, amount) => total + toCentavos(amount), 0))
  const cost = sum(known.map(({ line, cost }) => computeTotal({ price: cost, orderQty: numberOr0(line.orderQty) })))
  return computeMargin(sum(lines.map(computeTotal)), cost)
}
