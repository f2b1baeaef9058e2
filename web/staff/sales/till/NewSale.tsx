import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { SoldItem } from './state/draft.ts'
import { withNewKeys, refreshDraft } from './state/draftBeginnings.ts'
import { getActiveDraft } from './state/localSales.ts'
import { fetchItems } from './state/useLineStock.ts'
import { Till } from './Till.tsx'

/** Opens the till for a new sale. Restores this tab's draft with current items and prices, or starts empty. */
export function NewSale({
  firstItem,
  ...till
}: {
  /** The first item of an empty sale. */
  firstItem: SoldItem | null
  onStored: (salesTransactionID: number) => void
  onNew: (firstItem: SoldItem | null) => void
  onClose: () => void
}) {
  const [here] = useState(getActiveDraft)
  const { key, draft, sent } = here
  const { data, error, refetch } = useQuery({
    queryKey: ['items of a kept sale', key],
    meta: { about: [] },
    queryFn: async () => {
      if (!draft) return { draft: null, changes: [] }
      // A sale that was sent without a response must be sent again unchanged.
      if (sent) return { draft: withNewKeys(draft), changes: [] }
      return refreshDraft(draft, await fetchItems([...new Set(draft.lines.map(({ itemID }) => itemID))], null))
    },
    enabled: draft !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const begins = { key, sent: sent && draft ? { body: sent, at: here.at } : null, firstItem }
  if (!draft) return <Till {...till} sale={null} beginning={{ ...begins, draft, changes: [] }} />
  if (data) return <Till {...till} sale={null} beginning={{ ...begins, ...data }} />
  return error ? (
    <div className="failed" role="alert">
      <p>Error: {error.message}</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </div>
  ) : (
    <output>Loading...</output>
  )
}
