import { useQueries } from '@tanstack/react-query'

import { items } from '../../../../contract/catalogue/items.ts'
import type { AnalyticsData } from '../../../../contract/insight/analytics.ts'
import { publicPaths } from '../../../../contract/site/site.ts'
import { formatCount, formatQuantity, formatShortNumber } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { BarChart } from '../../../ui/charts/BarChart.tsx'
import { ChartFigure } from '../../../ui/charts/ChartFigure.tsx'
import { ColumnChart } from '../../../ui/charts/ColumnChart.tsx'
import { describeSteps, shortStepNameOf, stepNameOf } from './steps.ts'

const sumOf = (counts: AnalyticsData['visits']) => counts.reduce((sum, { count }) => sum + count, 0)

type Props = { data: AnalyticsData; today: string }

export function Visits({ data, today }: Props) {
  return <Counts today={today} id="visits" what="visit" title="Visits" data={data} counts={data.visits} />
}

export function Searches({ data, today }: Props) {
  return <Counts today={today} id="searches" what="search" title="Searches" data={data} counts={data.searches} />
}

function Counts({
  id,
  what,
  title,
  data: { step },
  counts,
  today,
}: {
  id: string
  what: 'visit' | 'search'
  title: string
  data: AnalyticsData
  counts: AnalyticsData['visits']
  today: string
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
          isNow: day === today,
          short: shortStepNameOf(day, step),
          text: `${stepNameOf(day, step)}: ${countText(count)}`,
        }))}
      />
    </ChartFigure>
  )
}

const formatSearches = (count: number) => (count === 1 ? '1 search' : `${formatQuantity(count)} searches`)

const pageNames: Record<string, string> = {
  [publicPaths.home]: 'Home',
  [publicPaths.about]: 'About us',
  [publicPaths.contact]: 'Contact us',
  [publicPaths.services]: 'Services',
  [publicPaths.shop]: 'Collection',
}

/** Returns the pages with their names. An item's page has the item's name; an unknown page keeps its path. */
function useNamedPages(pages: AnalyticsData['pages']) {
  const idOf = (path: string) => Number(new RegExp(`^${publicPaths.shop}/(\\d+)$`).exec(path)?.[1] ?? Number.NaN)
  const ids = pages.map(({ path }) => idOf(path)).filter((id) => !Number.isNaN(id))
  const found = useQueries({ queries: ids.map((id) => readQuery(items.get, { id })) })
  return pages.map(({ path, count }) => {
    const name = found[ids.indexOf(idOf(path))]?.data?.data.itemName
    return { path, count, name: name ?? pageNames[path] ?? path }
  })
}

/** Shows the most visited public pages, and the other pages as one row. */
export function Pages({ data: { pages, visits } }: { data: AnalyticsData }) {
  const named = useNamedPages(pages)
  const rest = sumOf(visits) - pages.reduce((sum, { count }) => sum + count, 0)
  const all = [...named, ...(rest > 0 ? [{ path: 'others', name: 'Other pages', count: rest }] : [])]
  const [first] = named
  return (
    <ChartFigure
      id="pages"
      title="Visits by page"
      sentence={
        first ? `${first.name} most, with ${formatCount(first.count, 'visit')}` : 'No visit was counted in this period.'
      }
      table={
        first
          ? {
              columns: ['Page', 'Visits'],
              rows: all.map(({ name, count }) => ({ cells: [name, formatQuantity(count)] })),
            }
          : null
      }
    >
      <BarChart
        bars={all.map(({ path, name, count }) => ({ key: path, name, value: count, text: formatQuantity(count) }))}
      />
    </ChartFigure>
  )
}
