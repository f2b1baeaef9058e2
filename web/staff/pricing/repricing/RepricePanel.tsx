import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { repricings, type RepricingRow } from '../../../../contract/pricing/repricing.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useDialogOpen } from '../../../ui/dialog/dialogs.tsx'
import { Pending } from '../../../ui/Pending.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { Paging } from '../../../ui/table/Paging.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { ApplyBar } from './ApplyBar.tsx'
import { RepriceTable } from './RepriceTable.tsx'
import { RepriceTiles } from './RepriceTiles.tsx'
import { RepriceTools } from './RepriceTools.tsx'
import { useRepriceChoice } from './useRepriceChoice.ts'
import type { RepriceQuery } from './useRepriceQuery.ts'

const pageSize = 10

/** Shows the figures and the prices that the filters leave, and applies those that are chosen. */
export function RepricePanel({
  query,
  onApplied,
}: {
  query: RepriceQuery
  onApplied: (batch: RepricingRow, printsLabels: boolean) => void
}) {
  const { filters, list, page } = query
  const summary = useQuery({
    ...readQuery(repricings.summary, { query: filters }),
    placeholderData: keepPreviousData,
  })
  const rows = useQuery({
    ...readQuery(repricings.preview, { query: { ...list, page, pageSize } }),
    placeholderData: keepPreviousData,
  })
  const choice = useRepriceChoice(summary.data?.data.ready ?? [], JSON.stringify(filters))
  const [printsLabels, setPrintsLabels] = useState(true)
  const write = useWrite(repricings.apply)
  const isCovered = useDialogOpen()

  async function apply() {
    if (choice.prices.length === 0 || write.isPending || !summary.data) return
    try {
      const rates = summary.data.data.rates.map(({ karat, goldRateID }) => ({ karat, goldRateID }))
      const { data } = await write.mutateAsync({ body: { rates, prices: choice.prices } })
      choice.clear()
      onApplied(data, printsLabels)
    } catch (failure) {
      toasts.error(`Error: ${(failure as Error).message}`)
      // A refusal is about a rate or a price that the screen does not show yet.
      void summary.refetch()
      void rows.refetch()
    }
  }
  useShortcuts(
    'Repricing',
    [{ key: 'Ctrl+Enter', what: 'Apply the chosen prices', run: () => void apply() }],
    !isCovered,
  )

  const found = rows.data
  if (!summary.data || !found) {
    const failed = summary.error ? summary : rows
    return <Pending error={failed.error} refetch={failed.refetch} height={620} />
  }
  return (
    <>
      <RepriceTiles summary={summary.data.data} />
      <section className="panel reprice" aria-label="Prices by the latest rates">
        <RepriceTools query={query} summary={summary.data.data} />
        <RepriceTable
          rows={found.data}
          summary={summary.data.data}
          choice={choice}
          sort={query.sort}
          isStale={rows.isPlaceholderData}
          onSort={(sort) => query.change({ sort })}
        />
        {found.meta.total > 0 && (
          <Paging page={page} pageSize={pageSize} total={found.meta.total} addressOf={query.addressOf} />
        )}
        <ApplyBar
          summary={summary.data.data}
          chosen={choice.prices.length}
          allowed={choice.allowed}
          printsLabels={printsLabels}
          onPrintsLabels={setPrintsLabels}
          pending={write.isPending}
          onApply={() => void apply()}
        />
      </section>
    </>
  )
}
