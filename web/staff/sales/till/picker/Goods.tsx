import { memo } from 'react'

import type { ItemRow } from '../../../../../contract/catalogue/items.ts'
import { formatPeso, formatQuantity } from '../../../../lib/format.ts'

/** Shows the items with their pictures. Memoized, because every key in the search field renders the till. */
export const Goods = memo(function Goods({
  rows,
  chosen,
  onPick,
}: {
  rows: readonly ItemRow[]
  chosen: ReadonlySet<number>
  onPick: (item: ItemRow) => void
}) {
  return (
    <ul className="goods" aria-label="Items">
      {rows.map((item) => (
        <li key={item.itemID}>
          <button type="button" className={chosen.has(item.itemID) ? 'pc on' : 'pc'} onClick={() => onPick(item)}>
            {item.image_url ? (
              <img src={item.image_url} alt="" loading="lazy" />
            ) : (
              <span className="no-pic" aria-hidden="true" />
            )}
            <span className="pc-text">
              <b>{item.itemName}</b>
              <span>
                <em>{formatPeso(item.price).replace(/\.00$/, '')}</em>
                <i className={item.available > 0 ? undefined : 'sold-out'}>
                  {item.available > 0 ? `${formatQuantity(item.available)}${item.uom === 'BULK' ? ' g' : ''}` : 'none'}{' '}
                  left
                </i>
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
})
