import { useMemo, useState } from 'react'

import type { SaleCreation, SaleRow } from '../../../../../contract/sales/sales.ts'
import { useSettings } from '../../../../lib/settings.ts'
import { type Draft, type SoldItem, withItem } from './draft.ts'
import { draftOf, createEmptyDraft } from './draftBeginnings.ts'
import { useTillPlace } from './tillPlace.ts'

/** The initial content of a new sale: a draft stored in this browser, or a first item. */
export type Beginning = {
  /** The Idempotency-Key of the request that will create the sale. */
  key: string
  draft: Draft | null
  /** The request that was sent and had no response. */
  sent: { body: SaleCreation; at: string } | null
  firstItem: SoldItem | null
  /** Messages about items and prices that have changed since the draft was stored. */
  changes: readonly string[]
}

const applyDefaults = (draft: Draft, locationID: number | null, transactionTypeID: number | null): Draft => ({
  ...draft,
  locationID: draft.locationID ?? locationID,
  transactionTypeID: draft.transactionTypeID ?? transactionTypeID,
})

/**
 * Manages the draft of a sale. The shop's default location and the first transaction type apply until the user chooses
 * others.
 */
export function useDraft(sale: SaleRow | null, beginning: Beginning | null, firstTypeID: number | null) {
  const [place, rememberPlace] = useTillPlace()
  const [typed, setDraft] = useState<Draft>(() => {
    if (sale) return draftOf(sale)
    if (beginning?.draft) return beginning.draft
    const empty = createEmptyDraft({ ...place, orderDate: null })
    return beginning?.firstItem ? withItem(empty, beginning.firstItem) : empty
  })
  // The defaults are unknown until the settings and the lists are loaded.
  const homeID = useSettings()?.defaultLocationID ?? null
  const draft = useMemo(() => applyDefaults(typed, homeID, firstTypeID), [typed, homeID, firstTypeID])
  const editDraft = (next: (draft: Draft) => Draft) =>
    setDraft((typed) => next(applyDefaults(typed, homeID, firstTypeID)))
  return { draft, setDraft, editDraft, rememberPlace }
}
