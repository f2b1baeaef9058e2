import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { recordPathOf, screens } from '../../../contract/shared/screens.ts'
import { inventory } from '../../../contract/stock/inventory.ts'
import { readQuery } from '../../lib/query.ts'
import { Fact } from '../../ui/Fact.tsx'
import { formatAmount } from '../shared/stock.ts'

/** Lists the item's stock by location, with links to the ledgers. Shows nothing without stock. */
export function ItemStock({ item }: { item: ItemRow }) {
  const { itemID } = item
  const { data } = useQuery(readQuery(inventory.list, { query: { itemID, sort: 'locationName', pageSize: 100 } }))
  if (!data || data.data.length === 0) return null
  return (
    <Fact name="Stock">
      {data.data.map(({ inventoryID, location, inventoryType, quantity }) => (
        <span key={inventoryID} className="line">
          <Link className="link" to={recordPathOf(screens.inventory, inventoryID)}>
            {location.locationName}, {inventoryType.typeName}
          </Link>
          {formatAmount(quantity, item)}
        </span>
      ))}
    </Fact>
  )
}

/** Formats the days that it takes to make or procure an item. */
export const formatLeadTime = (days: number | null) => (days === null ? null : days === 1 ? '1 day' : `${days} days`)
