import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

import type { StockCountSheet } from '../../../../contract/stock/stock-counts.ts'
import { amount } from '../../shared/stock.ts'

/** Prints all lines with the counted quantity, or space to write it. They are rendered only for printing. */
export function PaperSheet({ sheet: { lines, blind, status } }: { sheet: StockCountSheet }) {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // Rendered synchronously, before the browser captures the page.
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  if (!printing) return null
  const shown = !blind || status !== 'Pending'
  return (
    <div className="print-only">
      <table className="table paper" aria-label="Sheet">
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
              {shown && <td className="r">{expected !== null && amount(expected, item)}</td>}
              <td className="r">{counted === null ? '' : amount(counted, item)}</td>
              <td>{'\u00A0'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
