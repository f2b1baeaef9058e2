import type { AnalyticsData } from '../../../../contract/insight/analytics.ts'
import { fromCentavos, toCentavos } from '../../../../contract/shared/money.ts'
import { formatCount, formatPeso, formatQuantity, formatShortPeso } from '../../../lib/format.ts'
import { type Bar, BarChart } from '../../../ui/charts/BarChart.tsx'
import { ChartFigure } from '../../../ui/charts/ChartFigure.tsx'
import { ColumnChart } from '../../../ui/charts/ColumnChart.tsx'
import { describeChange, describeSteps, formatShare, shortStepNameOf, stepNameOf } from './steps.ts'

const emptyText = 'Nothing was sold in this period.'

/** Sums up the smallest bars as one bar, in whole centavos. */
const sumAsOthers = (rest: readonly Bar[]): Bar => {
  const value = fromCentavos(rest.reduce((sum, bar) => sum + toCentavos(bar.value), 0))
  return { key: 'others', name: `${rest.length} others`, value, text: formatPeso(value) }
}

/** Shows the sales of each step, with those of the period `before` as outlines if it has the same steps. */
export function SalesOverTime({
  data: { sales, step, totals },
  before,
  today,
}: {
  data: AnalyticsData
  before: AnalyticsData | undefined
  today: string
}) {
  const steps = sales.map((one) => ({ ...one, value: one.total }))
  const earlier = before?.step === step && before.sales.length === sales.length ? before : undefined
  const change = earlier ? `; ${describeChange(totals.total, earlier.totals.total)}` : ''
  return (
    <ChartFigure
      id="sales"
      title={`Sales by ${step}`}
      wide
      sentence={
        totals.orders === 0 ? emptyText : describeSteps(steps, step, formatPeso, formatPeso(totals.total)) + change
      }
      table={
        totals.orders === 0
          ? null
          : {
              columns: [
                step === 'day' ? 'Day' : step === 'month' ? 'Month' : 'Year',
                'Paid Orders',
                'Total Sales',
                ...(earlier ? ['Period before'] : []),
              ],
              rows: sales.map(({ day, orders, total }, n) => ({
                cells: [
                  stepNameOf(day, step),
                  formatQuantity(orders),
                  formatPeso(total),
                  ...(earlier ? [formatPeso(earlier.sales[n]!.total)] : []),
                ],
              })),
            }
      }
    >
      <ColumnChart
        label={`Sales by ${step}`}
        mark={formatShortPeso}
        points={sales.map(({ day, orders, total }, n) => ({
          key: day,
          value: total,
          isNow: day === today,
          ...(earlier && { before: earlier.sales[n]!.total }),
          short: shortStepNameOf(day, step),
          text: `${stepNameOf(day, step)}: ${formatPeso(total)}, ${formatCount(orders, 'order')}`,
        }))}
      />
      {earlier && (
        <p className="ghost-legend" aria-hidden="true">
          The period before
        </p>
      )}
    </ChartFigure>
  )
}

export function ByCategory({ data: { categories, totals } }: { data: AnalyticsData }) {
  const bars = categories.map(({ categoryID, categoryName, total }) => ({
    key: categoryID,
    name: categoryName,
    value: total,
    text: formatPeso(total),
  }))
  // Shipping fees belong to no category but count in the total.
  const fees = { key: 'shipping', name: 'Shipping fees', value: totals.shipping, text: formatPeso(totals.shipping) }
  const shipping = totals.shipping > 0 ? [fees] : []
  const [first] = categories
  return (
    <ChartFigure
      id="categories"
      title="Sales by category"
      sentence={
        first ? `${first.categoryName} most, with ${formatShare(first.total, totals.total)} of Total Sales` : emptyText
      }
      table={
        first
          ? {
              columns: ['Category', 'Total Sales'],
              rows: [
                ...[...bars, ...shipping].map(({ name, text }) => ({ cells: [name, text] })),
                { cells: ['Together', formatPeso(totals.total)] },
              ],
            }
          : null
      }
    >
      <BarChart bars={bars} othersOf={sumAsOthers} apart={shipping} />
    </ChartFigure>
  )
}

export function ByTransactionType({ data: { transactionTypes, totals } }: { data: AnalyticsData }) {
  const [first] = transactionTypes
  return (
    <ChartFigure
      id="transaction-types"
      title="Sales by transaction type"
      sentence={
        first
          ? `${first.transactionName} most, with ${formatShare(first.total, totals.total)} of Total Sales`
          : emptyText
      }
      table={
        first
          ? {
              columns: ['Transaction type', 'Paid Orders', 'Total Sales'],
              rows: [
                ...transactionTypes.map(({ transactionName, orders, total }) => ({
                  cells: [transactionName, formatQuantity(orders), formatPeso(total)],
                })),
                { cells: ['Together', formatQuantity(totals.orders), formatPeso(totals.total)] },
              ],
            }
          : null
      }
    >
      <BarChart
        bars={transactionTypes.map(({ transactionTypeID, transactionName, total }) => ({
          key: transactionTypeID,
          name: transactionName,
          value: total,
          text: formatPeso(total),
        }))}
        othersOf={sumAsOthers}
      />
    </ChartFigure>
  )
}
