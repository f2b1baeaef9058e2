import type { AnalyticsData } from '../../../../contract/insight/analytics.ts'
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

/** Shows the profit as a statement in which each line is also a bar. Shows nothing where costs are hidden. */
export function Profit({ data: { totals } }: { data: AnalyticsData }) {
  const { items, discount, refunded, cost, scrapped, profit, shipping, total } = totals
  if (cost === undefined || scrapped === undefined || profit === undefined) return null
  const lines: [name: string, amount: number][] = [
    ['Items at their prices', items],
    ['Discounts', -discount],
    ['Refunds', -refunded],
    ['Cost of what stayed sold', -cost],
    ['Cost of what was scrapped', -scrapped],
    ['Profit', profit],
  ]
  // Goods of a fully refunded sale can be scrapped, which is a loss without a sale.
  const empty = totals.orders === 0 && scrapped === 0
  return (
    <ChartFigure
      id="profit"
      title="Profit"
      sentence={
        empty
          ? 'Nothing was sold in this period.'
          : `${formatPeso(profit)}; shipping fees are no part of it${shipping > 0 ? ` (${formatPeso(shipping)} of Total Sales)` : ''}`
      }
      table={
        empty
          ? null
          : {
              columns: ['Line', 'Pesos'],
              rows: [
                ...lines,
                ['Shipping fees', shipping] as const,
                ['Total Sales: items less discounts and refunds, with shipping fees', total] as const,
              ].map(([name, amount]) => ({ cells: [name, formatPeso(amount)] })),
            }
      }
    >
      <BarChart
        bars={lines
          .filter(([name, amount]) => amount !== 0 || name === 'Profit')
          .map(([name, amount]) => ({ key: name, name, value: amount, text: formatPeso(amount) }))}
      />
    </ChartFigure>
  )
}
