import type { AnalyticsData } from '../../../../contract/insight/analytics.ts'
import { fromCentavos, toCentavos } from '../../../../contract/shared/money.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatPeso, formatQuantity } from '../../../lib/format.ts'
import { BarChart } from '../../../ui/charts/BarChart.tsx'
import { ChartFigure } from '../../../ui/charts/ChartFigure.tsx'

type Best = AnalyticsData['bestByMoney'][number]

const formatAmount = ({ quantity: sold, uom }: Best) => `${formatQuantity(sold)} ${uom === 'BULK' ? 'g' : uom}`

export function BestItems({ data, by }: { data: AnalyticsData; by: 'money' | 'quantity' }) {
  const best = by === 'money' ? data.bestByMoney : data.bestByQuantity
  const [first] = best
  return (
    <ChartFigure
      id={`best-by-${by}`}
      title={by === 'money' ? 'Best items by money' : 'Best items by quantity'}
      sentence={
        first
          ? by === 'money'
            ? `${first.itemName} brought in most: ${formatPeso(first.total)}`
            : `${first.itemName} sold most: ${formatAmount(first)}. Pieces and pairs alone: what is sold by weight is not ranked`
          : by === 'money'
            ? 'Nothing was sold in this period.'
            : 'Nothing was sold by the piece in this period.'
      }
      table={
        first
          ? {
              columns: ['Item', 'Code', 'Sold', 'Total Sales'],
              rows: best.map((item) => ({
                cells: [item.itemName, item.itemCode, formatAmount(item), formatPeso(item.total)],
                to: recordPathOf(screens.items, item.itemID),
              })),
            }
          : null
      }
    >
      <BarChart
        bars={best.map((item) => ({
          key: item.itemID,
          name: item.itemName,
          value: by === 'money' ? item.total : item.quantity,
          text: by === 'money' ? formatPeso(item.total) : formatAmount(item),
        }))}
      />
    </ChartFigure>
  )
}

/** Shows the current stock value, which does not depend on the period. Shows nothing where costs are hidden. */
export function StockValue({ data: { stock } }: { data: AnalyticsData }) {
  if (!stock) return null
  const value = fromCentavos(stock.reduce((sum, row) => sum + toCentavos(row.value), 0))
  return (
    <ChartFigure
      id="stock"
      title="Stock value now"
      sentence={
        stock.length === 0
          ? 'There is no stock yet.'
          : `${formatPeso(value)} at average cost, whatever period is chosen`
      }
      table={
        stock.length === 0
          ? null
          : {
              columns: ['Location', 'Value'],
              rows: [
                ...stock.map((row) => ({ cells: [row.locationName, formatPeso(row.value)] })),
                { cells: ['Together', formatPeso(value)] },
              ],
            }
      }
    >
      <BarChart
        bars={stock.map((row) => ({
          key: row.locationID,
          name: row.locationName,
          value: row.value,
          text: formatPeso(row.value),
        }))}
      />
    </ChartFigure>
  )
}
