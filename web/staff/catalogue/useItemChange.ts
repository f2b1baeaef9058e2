import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ItemChange, itemChanges, type PriceRounding } from '../../../contract/catalogue/item-changes.ts'
import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { readQuery } from '../../lib/query.ts'

export type ChangedField = ItemChange['field']

/** Manages the input of a bulk change. `change` is the contract's parse result. */
export function useItemChange(firstField: ChangedField) {
  const [field, setField] = useState(firstField)
  const [status, setStatus] = useState(false)
  const [onSite, setOnSite] = useState(true)
  const [categoryID, setCategory] = useState<number | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [rounding, setRounding] = useState<PriceRounding>('centavo')
  const given = { status: { status }, onSite: { onSite }, category: { categoryID }, price: { percent, rounding } }[
    field
  ]
  return {
    change: ItemChange.safeParse({ field, ...given }),
    /** Whether the user has entered a value. The form shows no error before that. */
    isEntered: { status: true, onSite: true, category: categoryID !== null, price: percent !== null }[field],
    field,
    setField,
    status,
    setStatus,
    onSite,
    setOnSite,
    categoryID,
    setCategory,
    percent,
    setPercent,
    rounding,
    setRounding,
  }
}

/** Fetches the preview of a change after a short pause in the input. */
export function useChangePreview(
  items: readonly ItemRow[],
  change: ReturnType<typeof useItemChange>['change'],
  isWanted: boolean,
) {
  const [debounced] = useDebouncedValue(JSON.stringify(change.success ? change.data : null), 250)
  const { data, error, isPlaceholderData } = useQuery({
    ...readQuery(itemChanges.preview, {
      body: {
        items: items.map(({ itemID, updatedAt }) => ({ itemID, updatedAt })),
        change: JSON.parse(debounced) as ItemChange,
      },
    }),
    enabled: change.success && debounced !== 'null' && isWanted,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const isCurrent = change.success && debounced === JSON.stringify(change.data) && !isPlaceholderData
  return { preview: change.success ? data?.data : undefined, error, isCurrent }
}
