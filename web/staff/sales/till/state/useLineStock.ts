import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { type ItemRow, items } from '../../../../../contract/catalogue/items.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { call } from '../../../../lib/api.ts'
import { metaOf } from '../../../../lib/query.ts'

const batchSize = 100

/** Fetches items by key, with their available stock at a location. Null means all locations. */
export async function fetchItems(itemIDs: readonly number[], locationID: number | null): Promise<ItemRow[]> {
  const found: ItemRow[] = []
  for (let first = 0; first < itemIDs.length; first += batchSize) {
    const part = itemIDs.slice(first, first + batchSize).join(',')
    const query = { itemIDs: part, pageSize: batchSize, ...(locationID !== null && { locationID }) }
    found.push(...(await call(items.list, { query })).data)
  }
  return found
}

/**
 * Returns the stock available to this sale, by item: free stock plus the quantity that the sale itself holds. Items
 * whose stock is not loaded yet are missing. `costs` holds their costs, and `karatsByRate` the karats of those that are
 * priced by the gold rate. `cacheItem` stores the stock of an item that was just picked, which saves a request.
 */
export function useLineStock(locationID: number | null, lines: readonly { itemID: number }[], stored: SaleRow | null) {
  const client = useQueryClient()
  const itemIDs = [...new Set(lines.map(({ itemID }) => itemID))].toSorted((a, b) => a - b)
  const queryKeyOf = (ids: readonly number[]) => ['stock of a sale', locationID, ids.join()] as const
  const { data } = useQuery({
    queryKey: queryKeyOf(itemIDs),
    queryFn: () => fetchItems(itemIDs, locationID),
    enabled: locationID !== null && itemIDs.length > 0,
    staleTime: 10_000,
    meta: metaOf(items.list),
    placeholderData: (rows, query) => (query?.queryKey[1] === locationID ? rows : undefined),
  })

  function cacheItem(item: ItemRow) {
    if (itemIDs.includes(item.itemID) || (itemIDs.length > 0 && !data)) return
    const next = [...itemIDs, item.itemID].toSorted((a, b) => a - b)
    client.setQueryData(queryKeyOf(next), [...(itemIDs.length > 0 ? data! : []), item])
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
  const costs = useMemo(
    () => new Map((data ?? []).flatMap(({ itemID, cost }) => (cost === undefined ? [] : [[itemID, cost]]))),
    [data],
  )
  const karatsByRate = useMemo(
    () => [
      ...new Set(
        (data ?? []).flatMap(({ itemPriceID, karat }) => (itemPriceID === null || karat === null ? [] : [karat])),
      ),
    ],
    [data],
  )
  return { available, costs, karatsByRate, cacheItem }
}
