import { useMemo, useState } from 'react'

import type { SaleCreation, SaleRow } from '../../../../../contract/sales/sales.ts'
import { useSettings } from '../../../../lib/settings.ts'
import { type Draft, type SoldItem, withItem } from './draft.ts'
import { draftOf, emptyDraft } from './draftBeginnings.ts'
import { useTillPlace } from './tillPlace.ts'

/** What a new sale begins with: what this browser kept of it, or the item with which it was begun. */
export type Beginning = {
  /** The Idempotency-Key with which it will be made. */
  key: string
  draft: Draft | null
  /** The call that was sent and had no answer. */
  sent: { body: SaleCreation; at: string } | null
  firstItem: SoldItem | null
  /** Sentences that say what has changed since it was kept. */
  changes: readonly string[]
}

const withDefaults = (draft: Draft, locationID: number | null, transactionTypeID: number | null): Draft => ({
  ...draft,
  locationID: draft.locationID ?? locationID,
  transactionTypeID: draft.transactionTypeID ?? transactionTypeID,
})

/** The draft of a sale, with the shop's location and the first transaction type until others are chosen. */
export function useDraft(sale: SaleRow | null, beginning: Beginning | null, firstTypeID: number | null) {
  const [place, rememberPlace] = useTillPlace()
  const [typed, setDraft] = useState<Draft>(() => {
    if (sale) return draftOf(sale)
    if (beginning?.draft) return beginning.draft
    const empty = emptyDraft({ ...place, orderDate: null })
    return beginning?.firstItem ? withItem(empty, beginning.firstItem) : empty
  })
  // The defaults of a new sale arrive with the settings and the lists.
  const homeID = useSettings()?.defaultLocationID ?? null
  const draft = useMemo(() => withDefaults(typed, homeID, firstTypeID), [typed, homeID, firstTypeID])
  const editDraft = (next: (draft: Draft) => Draft) =>
    setDraft((typed) => next(withDefaults(typed, homeID, firstTypeID)))
  return { draft, setDraft, editDraft, rememberPlace }
}
