import type { ReactNode } from 'react'

import { Thumb } from '../../../ui/Thumb.tsx'
import type { NamedStock } from '../../shared/stock.ts'

/** Shows the item and location of a row of stock, followed by `children`. */
export function StockSubject({ item, location, inventoryType, children }: NamedStock & { children?: ReactNode }) {
  return (
    <div className="subject">
      <Thumb src={item.image_url} focus={item.image_focus} name={item.itemName} />
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
