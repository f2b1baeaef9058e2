import { memo, useEffect, useRef } from 'react'

import { formatPeso, formatQuantity } from '../../../../lib/format.ts'
import { focusClass } from '../../../../theme/focusClass.ts'
import type { TillLine } from '../state/draft.ts'
import type { NewestItem } from './SaleLines.tsx'

/** The wells of a tray: three by two, or five by three for a longer sale. */
const [fewWells, manyWells] = [6, 15]

/**
 * Shows the pieces of the sale on a tray, one well for each line. The same number joins a well and its line. It is a
 * picture of the list below it, so screen readers skip it.
 */
export const Tray = memo(function Tray({ lines, newest }: { lines: readonly TillLine[]; newest: NewestItem | null }) {
  const wells = useRef<HTMLUListElement>(null)
  const isMany = lines.length > fewWells
  const free = Math.max(0, (isMany ? manyWells : fewWells) - lines.length)
  useEffect(() => {
    if (newest === null) return
    const [tray, well] = [wells.current, wells.current?.querySelector<HTMLElement>('.well.newest')]
    if (tray && well) tray.scrollTop = well.offsetTop - tray.clientHeight + well.offsetHeight
  }, [newest])
  return (
    <ul ref={wells} className={isMany ? 'wells many' : 'wells'} aria-hidden="true">
      {lines.map(({ key, itemID, image_url, image_focus, price, orderQty, uom }, n) => (
        <li key={key} className={itemID === newest?.itemID ? 'well newest' : 'well'}>
          {image_url ? <img className={focusClass(image_focus)} src={image_url} alt="" /> : <span className="no-pic" />}
          <span className="well-number">{n + 1}</span>
          <span className="well-tag">
            {formatPeso(price ?? 0).replace(/\.00$/, '')}
            {orderQty !== 1 && ` ×${formatQuantity(orderQty)}${uom === 'BULK' ? ' g' : ''}`}
          </span>
        </li>
      ))}
      {Array.from({ length: free }, (_, n) => (
        <li key={`free ${n}`} className="well free" />
      ))}
    </ul>
  )
})
