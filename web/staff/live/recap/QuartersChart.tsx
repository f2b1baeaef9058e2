import { timeIn } from '../../../../contract/shared/dates.ts'
import { formatCount, formatMoment, formatPeso, formatQuantity, formatShortPeso } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { ChartFigure } from '../../../ui/charts/ChartFigure.tsx'
import { ColumnChart } from '../../../ui/charts/ColumnChart.tsx'
import { fillHours, findBestHour, type Recap } from './recapRules.ts'

/** The won claims of each hour. The amounts are those of their lines. */
export function HoursChart({ recap }: { recap: Recap }) {
  const timeZone = useTimeZone()
  const best = findBestHour(recap.hours)
  const hours = fillHours(recap.hours)
  const startOf = (from: string) => timeIn(timeZone, new Date(from))
  return (
    <ChartFigure
      id="hours"
      title="Sales per hour"
      sentence={best ? `Most from ${startOf(best.from)}: ${formatPeso(best.amount)}` : 'Nothing was won yet.'}
      table={
        best
          ? {
              columns: ['From', 'Won', 'Amount'],
              rows: hours.map(({ from, won, amount }) => ({
                cells: [formatMoment(from, timeZone), formatQuantity(won), formatPeso(amount)],
              })),
            }
          : null
      }
    >
      <ColumnChart
        label="Sales per hour"
        mark={formatShortPeso}
        points={hours.map(({ from, won, amount }) => ({
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
