import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { type ItemRow, items } from '../../../../../contract/catalogue/items.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { call } from '../../../../lib/api.ts'

const atOnce = 100

/** Items by their keys, with what is available at a location (anywhere for null). */
export async function itemsByID(itemIDs: readonly number[], locationID: number | null): Promise<ItemRow[]> {
  const found: ItemRow[] = []
  for (let first = 0; first < itemIDs.length; first += atOnce) {
    const part = itemIDs.slice(first, first + atOnce).join(',')
    const query = { itemIDs: part, pageSize: atOnce, ...(locationID !== null && { locationID }) }
    found.push(...(await call(items.list, { query })).data)
  }
  return found
}

/**
 * What this sale could have of each of its items at its location: what is free there, and what it holds itself. An item
 * is missing while it is not known. `learn` is told of an item when it is added, which saves asking for it.
 */
export function useLineStock(locationID: number | null, lines: readonly { itemID: number }[], stored: SaleRow | null) {
  const client = useQueryClient()
  const itemIDs = [...new Set(lines.map(({ itemID }) => itemID))].toSorted((a, b) => a - b)
  const keyOf = (ids: readonly number[]) => ['stock of a sale', locationID, ids.join()] as const
  const { data } = useQuery({
    queryKey: keyOf(itemIDs),
    queryFn: () => itemsByID(itemIDs, locationID),
    enabled: locationID !== null && itemIDs.length > 0,
    staleTime: 10_000,
    placeholderData: (rows, query) => (query?.queryKey[1] === locationID ? rows : undefined),
  })

  function learn(item: ItemRow) {
    if (itemIDs.includes(item.itemID) || (itemIDs.length > 0 && !data)) return
    const next = [...itemIDs, item.itemID].toSorted((a, b) => a - b)
    client.setQueryData(keyOf(next), [...(itemIDs.length > 0 ? data! : []), item])
  }

  const available = useMemo(() => {
    const own = stored?.locationID === locationID ? stored.items : []
    return new Map(
      (data ?? []).map(({ itemID, available: free }) => {
        const held = own.filter((line) => line.itemID === itemID).reduce((sum, { heldQty }) => sum + heldQty, 0)
        return [itemID, Math.round((free + held) * 1000) / 1000]
      }),
    )
  }, [data, stored, locationID])
  return { available, learn }
}
