import type { ReactNode } from 'react'

import type { InventoryRow } from '../../../../contract/stock/inventory.ts'
import { Thumb } from '../../../ui/Thumb.tsx'

/** Which stock something is about: its item, where it lies, and what `children` add. */
export function StockSubject({
  item,
  location,
  inventoryType,
  children,
}: Pick<InventoryRow, 'item' | 'location' | 'inventoryType'> & { children?: ReactNode }) {
  return (
    <div className="subject">
      <Thumb src={item.image_url} name={item.itemName} />
      <div>
        <b>{item.itemName}</b>
        <p>
          {location.locationName}, {inventoryType.typeName}
          {children}
        </p>
      </div>
    </div>
  )
}
