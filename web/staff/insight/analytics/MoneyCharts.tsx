import type { AnalyticsData } from '../../../../contract/insight/analytics.ts'
import { type ProfitKey, profitLines } from '../../../../contract/insight/profit.ts'
import { fromCentavos, toCentavos } from '../../../../contract/shared/money.ts'
import { formatPeso } from '../../../lib/format.ts'
import { BarChart } from '../../../ui/charts/BarChart.tsx'
import { ChartFigure } from '../../../ui/charts/ChartFigure.tsx'

const sumBy = <T,>(rows: readonly T[], amount: (row: T) => number) =>
  fromCentavos(rows.reduce((all, row) => all + toCentavos(amount(row)), 0))

/**
 * Shows the money received and refunded in the period, including open sales. These amounts therefore differ from Total
 * Sales.
 */
export function ByPaymentType({ data: { paymentTypes, storeCredit } }: { data: AnalyticsData }) {
  const kept = sumBy(paymentTypes, (row) => row.kept)
  const createRow = (name: string, rows: typeof paymentTypes) => ({
    cells: [
      name,
      ...(['taken', 'change', 'refunded', 'kept'] as const).map((figure) =>
        formatPeso(sumBy(rows, (one) => one[figure])),
      ),
    ],
  })
  return (
    <ChartFigure
      id="payment-types"
      title="Money by payment type"
      sentence={
        paymentTypes.length === 0
          ? 'No money was taken in this period.'
          : `${formatPeso(kept)} stayed of all payments, less change, refunds and returned deposits${describeCredit(storeCredit)}`
      }
      table={
        paymentTypes.length === 0
          ? null
          : {
              columns: ['Payment type', 'Taken', 'Change', 'Handed back', 'Stayed'],
              rows: [
                ...paymentTypes.map((type) => createRow(type.paymentName, [type])),
                createRow('Together', paymentTypes),
              ],
            }
      }
    >
      <BarChart
        bars={paymentTypes.map((type) => ({
          key: type.paymentTypeID,
          name: type.paymentName,
          value: type.kept,
          text: formatPeso(type.kept),
        }))}
      />
    </ChartFigure>
  )
}

/** Names the store credit of the period, which is no money; '' without any. */
const describeCredit = ({ used, returned }: AnalyticsData['storeCredit']) =>
  used === 0 && returned === 0
    ? ''
    : `; beside it, ${formatPeso(used)} was paid by store credit and ${formatPeso(returned)} became store credit`

/** The lines of the statement that are results of other lines. Bars show only the final one. */
const results = new Set<ProfitKey>(['netSales', 'grossProfit', 'salesProfit'])
const comparisons = new Set<string>(
  profitLines.filter(({ section }) => section === 'For comparison').map(({ key }) => key),
)

/** Shows the profit statement, in which most lines are also bars. Shows nothing where costs are hidden. */
export function Profit({ data: { statement } }: { data: AnalyticsData }) {
  if (!statement) return null
  const { profit, salesProfit, shipping } = statement
  const isEmpty = profitLines.every(({ key }) => key === 'stockValue' || statement[key] === 0)
  return (
    <ChartFigure
      id="profit"
      title="Profit"
      sentence={
        isEmpty
          ? 'Nothing was sold in this period.'
          : `${formatPeso(profit)}, of it ${formatPeso(salesProfit)} from sales; shipping fees are no part of it${shipping > 0 ? ` (${formatPeso(shipping)} of Total Sales)` : ''}`
      }
      table={
        isEmpty
          ? null
          : {
              columns: ['Line', 'Pesos'],
              rows: profitLines.map(({ key, line }) => ({ cells: [line, formatPeso(statement[key])] })),
            }
      }
    >
      <BarChart
        bars={profitLines
          .filter(({ key }) => !results.has(key) && !comparisons.has(key))
          .filter(({ key }) => statement[key] !== 0 || key === 'profit')
          .map(({ key, line }) => ({ key, name: line, value: statement[key], text: formatPeso(statement[key]) }))}
      />
    </ChartFigure>
  )
}
