import type { AnalyticsData } from '../../../../contract/insight/analytics.ts'
import { formatCount, formatQuantity, formatShortNumber } from '../../../lib/format.ts'
import { BarChart } from '../../../ui/charts/BarChart.tsx'
import { ChartFigure } from '../../../ui/charts/ChartFigure.tsx'
import { ColumnChart } from '../../../ui/charts/ColumnChart.tsx'
import { describeSteps, shortStepNameOf, stepNameOf } from './steps.ts'

const sumOf = (counts: AnalyticsData['visits']) => counts.reduce((sum, { count }) => sum + count, 0)

export function Visits({ data }: { data: AnalyticsData }) {
  return <Counts id="visits" what="visit" title="Visits" data={data} counts={data.visits} />
}

export function Searches({ data }: { data: AnalyticsData }) {
  return <Counts id="searches" what="search" title="Searches" data={data} counts={data.searches} />
}

function Counts({
  id,
  what,
  title,
  data: { step },
  counts,
}: {
  id: string
  what: 'visit' | 'search'
  title: string
  data: AnalyticsData
  counts: AnalyticsData['visits']
}) {
  const sum = sumOf(counts)
  const name = `${title} by ${step}`
  const countText = (count: number) => (what === 'visit' ? formatCount(count, 'visit') : formatSearches(count))
  return (
    <ChartFigure
      id={id}
      title={name}
      sentence={
        sum === 0
          ? `No ${what} was counted in this period.`
          : describeSteps(
              counts.map(({ day, count }) => ({ day, value: count })),
              step,
              formatQuantity,
              countText(sum),
            )
      }
      table={
        sum === 0
          ? null
          : {
              columns: [step === 'day' ? 'Day' : step === 'month' ? 'Month' : 'Year', title],
              rows: counts.map(({ day, count }) => ({ cells: [stepNameOf(day, step), formatQuantity(count)] })),
            }
      }
    >
      <ColumnChart
        label={name}
        mark={formatShortNumber}
        points={counts.map(({ day, count }) => ({
          key: day,
          value: count,
          short: shortStepNameOf(day, step),
          text: `${stepNameOf(day, step)}: ${countText(count)}`,
        }))}
      />
    </ChartFigure>
  )
}

const formatSearches = (count: number) => (count === 1 ? '1 search' : `${formatQuantity(count)} searches`)

/** Shows the most visited public pages by English path, and the other pages as one row. */
export function Pages({ data: { pages, visits } }: { data: AnalyticsData }) {
  const rest = sumOf(visits) - pages.reduce((sum, { count }) => sum + count, 0)
  const all = [...pages, ...(rest > 0 ? [{ path: 'Other pages', count: rest }] : [])]
  const [first] = pages
  return (
    <ChartFigure
      id="pages"
      title="Visits by page"
      sentence={
        first ? `${first.path} most, with ${formatCount(first.count, 'visit')}` : 'No visit was counted in this period.'
      }
      table={
        first
          ? {
              columns: ['Page', 'Visits'],
              rows: all.map(({ path, count }) => ({ cells: [path, formatQuantity(count)] })),
            }
          : null
      }
    >
      <BarChart
        bars={all.map(({ path, count }) => ({ key: path, name: path, value: count, text: formatQuantity(count) }))}
      />
    </ChartFigure>
  )
}
