import { timeIn } from '../../../../contract/shared/dates.ts'
import { formatCount, formatMoment, formatPeso, formatQuantity, formatShortPeso } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { ChartFigure } from '../../../ui/charts/ChartFigure.tsx'
import { ColumnChart } from '../../../ui/charts/ColumnChart.tsx'
import { fillQuarters, findBestQuarter, quarter, type Recap } from './recapRules.ts'

/** The won claims of each quarter of an hour. The amounts are those of their lines. */
export function QuartersChart({ recap }: { recap: Recap }) {
  const timeZone = useTimeZone()
  const best = findBestQuarter(recap.quarters)
  const quarters = fillQuarters(recap.quarters)
  const startOf = (from: string) => timeIn(timeZone, new Date(from))
  const endOf = (from: string) => timeIn(timeZone, new Date(Date.parse(from) + quarter))
  return (
    <ChartFigure
      id="quarters"
      title="Sales per quarter of an hour"
      sentence={
        best
          ? `Most from ${startOf(best.from)} to ${endOf(best.from)}: ${formatPeso(best.amount)}`
          : 'Nothing was won yet.'
      }
      table={
        best
          ? {
              columns: ['From', 'Won', 'Amount'],
              rows: quarters.map(({ from, won, amount }) => ({
                cells: [formatMoment(from, timeZone), formatQuantity(won), formatPeso(amount)],
              })),
            }
          : null
      }
    >
      <ColumnChart
        label="Sales per quarter of an hour"
        mark={formatShortPeso}
        points={quarters.map(({ from, won, amount }) => ({
          key: from,
          value: amount,
          short: startOf(from),
          isNow: from === best?.from,
          text: `${startOf(from)}: ${formatPeso(amount)}, ${formatCount(won, 'piece')}`,
        }))}
      />
    </ChartFigure>
  )
}
