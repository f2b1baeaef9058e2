import type { SystemState } from '../../../contract/system/system.ts'
import { formatDay } from '../../lib/format.ts'
import { ColumnChart } from '../../ui/charts/ColumnChart.tsx'
import { formatBytes } from './systemWords.ts'

import '../../ui/charts/charts.css'

/** Shows the size of the database, its growth, and a column for each recorded day. */
export function DatabaseGrowth({ database: { bytes, days } }: Pick<SystemState, 'database'>) {
  const first = days[0]
  return (
    <>
      <p className="system-lead">
        <b>{formatBytes(bytes)}</b>
        {first && days.length > 1 && <span>{describeGrowth(bytes - first.bytes, first.day)}</span>}
      </p>
      {days.length > 1 && (
        <div className="chart">
          <ColumnChart
            label="Size of the database by day"
            mark={formatBytes}
            points={days.map(({ day, bytes: size }) => ({
              key: day,
              value: size,
              short: formatDay(day).replace(/ \d{4}$/, ''),
              text: `${formatDay(day)}: ${formatBytes(size)}`,
            }))}
          />
        </div>
      )}
    </>
  )
}

const describeGrowth = (change: number, day: string) =>
  change < 0
    ? `${formatBytes(-change)} less than on ${formatDay(day)}`
    : `${formatBytes(change)} more than on ${formatDay(day)}`
