import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { type Karat, karats } from '../../../contract/catalogue/karats.ts'
import { goldRates } from '../../../contract/pricing/gold-rates.ts'
import { dayIn, formatDay, formatMoment } from '../../../contract/shared/dates.ts'
import type { Answer } from '../../../contract/shared/endpoint.ts'
import { formatPeso, fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { readQuery } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { Hallmark } from '../../theme/Hallmark.tsx'
import { StepChart } from '../../ui/charts/StepChart.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { type Columns, QueryTable } from '../../ui/table/QueryTable.tsx'
import { formatDifference } from './RateCells.tsx'

const periods = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '1830', label: '5 years' },
]
/** The karat that shops sell most. */
const firstKarat: Karat = '18K'

/** The rates of a karat over time, and below them the table of all entered rates. */
export function RateHistory() {
  const timeZone = useTimeZone()
  const [search, setSearch] = useSearchParams()
  const [chosen, setChosen] = useState<Karat>(firstKarat)
  const [days, setDays] = useState('90')
  const filtered = karats.find((karat) => karat === search.get('karat'))
  const karat = filtered ?? chosen

  function choose(next: Karat) {
    setChosen(next)
    const params = new URLSearchParams(search)
    params.set('karat', next)
    params.delete('page')
    setSearch(params, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <section className="panel rate-history" aria-labelledby="rate-history">
        <header>
          <h2 id="rate-history">History</h2>
          <div className="karat-choice" role="radiogroup" aria-label="Karat">
            {karats.map((one) => (
              <label key={one}>
                <input type="radio" name="karat" checked={one === karat} onChange={() => choose(one)} />
                <Hallmark karat={one} />
              </label>
            ))}
          </div>
          <Select
            size="sm"
            aria-label="Period"
            allowDeselect={false}
            data={periods}
            value={days}
            onChange={(next) => setDays(next ?? '90')}
          />
        </header>
        <HistoryChart karat={karat} days={Number(days)} timeZone={timeZone} />
      </section>
      <QueryTable
        name="gold-rates"
        label="Entered rates"
        list={goldRates.list}
        columns={createColumns(timeZone)}
        rowID={(rate) => rate.goldRateID}
        search="Source or name"
        filters={[
          { field: 'karat', label: 'Any karat', options: karats.map((value) => ({ value, label: value })) },
          { field: 'from', label: 'Since', date: true },
          { field: 'to', label: 'Until', date: true },
        ]}
        empty={{
          title: 'No rates yet',
          text: 'Enter today’s rates above: the first one of each karat starts its history.',
        }}
      />
    </>
  )
}

function HistoryChart({ karat, days, timeZone }: { karat: Karat; days: number; timeZone: string }) {
  const { data, error, refetch } = useQuery({
    ...readQuery(goldRates.history, { query: { karat, days } }),
    placeholderData: keepPreviousData,
  })
  if (!data) return <Pending error={error} refetch={refetch} height={304} />
  const { rates, from, to } = data.data
  if (rates.length === 0) return <p className="no-history">The {data.data.karat} has no rate in these days.</p>
  return (
    <div className="drawn">
      <StepChart
        label={describeHistory(data.data, timeZone)}
        lines={[
          { name: 'Sell', className: 'first' },
          { name: 'Buy', className: 'second' },
        ]}
        steps={rates.map(({ fromAt, sellPerGram, buyPerGram }) => ({
          at: Date.parse(fromAt),
          values: [sellPerGram, buyPerGram],
          text: `${formatMoment(fromAt, timeZone)}: sell ${formatPeso(sellPerGram)}, buy ${formatPeso(buyPerGram)}`,
        }))}
        from={Date.parse(from)}
        to={Date.parse(to)}
        mark={(value) => formatPeso(value).replace(/\.00$/, '')}
        day={(at) => formatDay(dayIn(timeZone, new Date(at))).replace(/ \d{4}$/, '')}
      />
    </div>
  )
}

/** Describes a history in one sentence: '18K, from 22 Aug 2026: sell from ₱6,120.00 to ₱6,710.00, buy from …'. */
function describeHistory(
  { karat, rates, from, to }: Answer<typeof goldRates.history>['data'],
  timeZone: string,
): string {
  const [first, last] = [rates[0]!, rates.at(-1)!]
  const range = (one: number, other: number) => `from ${formatPeso(one)} to ${formatPeso(other)}`
  const days = [from, to].map((at) => formatDay(dayIn(timeZone, new Date(at)))).join(' to ')
  return `${karat}, ${days}: sell ${range(first.sellPerGram, last.sellPerGram)}, buy ${range(first.buyPerGram, last.buyPerGram)} a gram. Arrow keys show each rate; the table below has them all.`
}

const createColumns = (timeZone: string): Columns<typeof goldRates.list> => [
  {
    header: 'From',
    value: (rate) => formatMoment(rate.fromAt, timeZone),
    sort: 'fromAt',
    oneLine: true,
    card: 'title',
  },
  {
    header: 'Karat',
    value: (rate) => rate.karat,
    cell: (rate) => <Hallmark karat={rate.karat} />,
    sort: 'karat',
    card: 'status',
  },
  {
    header: 'Sell',
    value: (rate) => rate.sellPerGram,
    cell: (rate) => formatPeso(rate.sellPerGram),
    sort: 'sellPerGram',
    align: 'right',
    card: 'value',
  },
  {
    header: 'Buy',
    value: (rate) => rate.buyPerGram,
    cell: (rate) => formatPeso(rate.buyPerGram),
    sort: 'buyPerGram',
    align: 'right',
    card: 'extra',
    cardLabel: true,
  },
  {
    header: 'Change',
    value: (rate) => changeOf(rate),
    cell: (rate) => <ShownChange change={changeOf(rate)} />,
    align: 'right',
  },
  { header: 'By', value: (rate) => rate.createdBy?.name ?? '', sort: 'createdByName', card: 'detail' },
  { header: 'Source', value: (rate) => rate.source, sort: 'source' },
]

/** Returns by how many pesos a gram sells for more than before; null for a first rate. */
const changeOf = ({ sellPerGram, sellBefore }: { sellPerGram: number; sellBefore: number | null }) =>
  sellBefore === null ? null : fromCentavos(toCentavos(sellPerGram) - toCentavos(sellBefore))

function ShownChange({ change }: { change: number | null }) {
  if (change === null || change === 0) return '–'
  return <span className={change > 0 ? 'up' : 'down'}>{formatDifference(change)}</span>
}
