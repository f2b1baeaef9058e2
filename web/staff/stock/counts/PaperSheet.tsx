import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

import type { StockCountSheet } from '../../../../contract/stock/stock-counts.ts'
import { formatAmount } from '../../shared/stock.ts'

/** Prints all lines with the counted quantity, or space to write it. They are rendered only for printing. */
export function PaperSheet({ sheet: { lines, blind, status } }: { sheet: StockCountSheet }) {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // React must render this synchronously, before the browser captures the page.
    const showPaper = () => flushSync(() => setPrinting(true))
    const hidePaper = () => setPrinting(false)
    addEventListener('beforeprint', showPaper)
    addEventListener('afterprint', hidePaper)
    return () => {
      removeEventListener('beforeprint', showPaper)
      removeEventListener('afterprint', hidePaper)
    }
  }, [])
  if (!printing) return null
  const shown = !blind || status !== 'Pending'
  return (
    <div className="print-only">
      <table className="table count-paper" aria-label="Sheet">
        <thead>
          <tr>
            <th scope="col">Item Code</th>
            <th scope="col">Item</th>
            <th scope="col">Inventory Type</th>
            {shown && (
              <th scope="col" className="r">
                Expected
              </th>
            )}
            <th scope="col" className="r write">
              Counted
            </th>
            <th scope="col" className="write">
              Note
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ countLineID, item, inventoryType, expected, counted }) => (
            <tr key={countLineID}>
              <td>{item.itemCode}</td>
              <td>{item.itemName}</td>
              <td>{inventoryType.typeName}</td>
              {shown && <td className="r">{expected !== null && formatAmount(expected, item)}</td>}
              <td className="r">{counted === null ? '' : formatAmount(counted, item)}</td>
              <td>{'\u00A0'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
