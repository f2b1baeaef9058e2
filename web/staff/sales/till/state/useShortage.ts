import { useMemo } from 'react'

import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatQuantity } from '../../../../lib/format.ts'
import type { Draft } from './draft.ts'
import { computeShortages, listMissingItems } from './saleFigures.ts'
import { useLineStock } from './useLineStock.ts'

const noLines: Draft['lines'] = []

/** Returns the missing stock of the sale, by line and by item for a purchase order, and the costs of its items. */
export function useShortage(draft: Draft, stored: SaleRow | null, isOver: boolean) {
  // A closed sale needs no stock. It shows no margin either, because its goods may cost something else today.
  const lines = isOver ? noLines : draft.lines
  const { available, costs, karatsByRate, cacheItem } = useLineStock(draft.locationID, lines, stored)
  const short = useMemo(() => computeShortages(lines, available), [lines, available])
  const missing = listMissingItems(draft.lines, short)
  const missingNames = missing.map(({ itemID, orderQty }) => {
    const { itemName } = draft.lines.find((line) => line.itemID === itemID)!
    return `${formatQuantity(orderQty)} × ${itemName}`
  })
  return { short, missing, missingNames: missingNames.join(', '), costs, karatsByRate, cacheItem }
}
