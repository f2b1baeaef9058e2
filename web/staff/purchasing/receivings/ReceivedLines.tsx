import { Link } from 'react-router'

import type { Piece } from '../../../../contract/catalogue/metal.ts'
import type { WholeReceivingRow } from '../../../../contract/purchasing/receivings.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatPeso, formatQuantity, formatWeight } from '../../../lib/format.ts'
import { MetalLine } from '../../../ui/AssayLine.tsx'
import { type FormLine, formatStock } from './receivingForm.ts'

/** Shows the lines of a Completed or Canceled receiving, read-only. */
export function ReceivedLines({
  items,
}: {
  items: readonly (Omit<Piece, 'uom'> & {
    poReceivingItemID: number
    itemCode: string
    itemName: string
    itemUom: FormLine['fact']['itemUom']
    uom: FormLine['uom']
    receivedQty: number
    stockQty: number
    /** The costs are absent where they are hidden from this person. */
    unitCost?: number | undefined
    orderedCost?: number | null | undefined
    stockUnitCost?: number | undefined
    lineCost?: number | undefined
    pieces: WholeReceivingRow['items'][number]['pieces']
  })[]
}) {
  const seesCosts = items.some(({ unitCost }) => unitCost !== undefined)
  return (
    // The region scrolls sideways in a narrow window and must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scroll" tabIndex={0} aria-label="Items">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="r">
              Received
            </th>
            {seesCosts && (
              <>
                <th scope="col" className="r">
                  Unit Cost
                </th>
                <th scope="col" className="r">
                  Line Cost
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((line) => (
            <tr key={line.poReceivingItemID}>
              <td>
                {line.itemName}
                <small className="also">{line.itemCode}</small>
                <MetalLine piece={{ ...line, uom: line.itemUom }} />
                <NamedPieces pieces={line.pieces} />
              </td>
              <td className="r">
                {formatQuantity(line.receivedQty)} {line.uom}
                {line.uom !== line.itemUom && line.itemUom !== 'BULK' && (
                  <small className="also">= {formatStock(line.stockQty, line.itemUom)}</small>
                )}
              </td>
              {line.unitCost !== undefined && (
                <td className="r">
                  {formatPeso(line.unitCost)}
                  {typeof line.orderedCost === 'number' && line.orderedCost !== line.stockUnitCost && (
                    <small className="also other">Ordered at {formatPeso(line.orderedCost)}</small>
                  )}
                </td>
              )}
              {line.lineCost !== undefined && <td className="r">{formatPeso(line.lineCost)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Lists the pieces of a line, with links to those that have a number. */
function NamedPieces({ pieces }: { pieces: WholeReceivingRow['items'][number]['pieces'] }) {
  if (pieces.length === 0) return null
  return (
    <ul className="named-pieces">
      {pieces.map(({ pieceID, number, barcode, grams, certificateNumber, laboratory }, n) => {
        const facts = [grams && formatWeight(grams), barcode, laboratory, certificateNumber].filter(Boolean).join(' · ')
        return (
          <li key={pieceID ?? `entered ${n}`}>
            {pieceID === null ? (
              `Piece ${n + 1}`
            ) : (
              <Link className="link code" to={recordPathOf(screens.pieces, pieceID)}>
                {number}
              </Link>
            )}
            {facts && <small className="also">{facts}</small>}
          </li>
        )
      })}
    </ul>
  )
}
