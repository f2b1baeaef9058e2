import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { type PieceRow, pieces } from '../../../contract/stock/pieces.ts'
import { formatWeight } from '../../lib/format.ts'
import { readQuery } from '../../lib/query.ts'
import { Thumb } from '../../ui/Thumb.tsx'

import './choosePiece.css'

/** Ticks the pieces that a document moves: those of a stock row, of a location, or those that have left the stock. */
export function PickPieces({
  itemID,
  itemName,
  where,
  value,
  error,
  onChange,
}: {
  itemID: number
  itemName: string
  where: { inventoryID: number } | { locationID: number } | { state: 'Gone' }
  value: readonly number[]
  error?: string | undefined
  onChange: (pieceIDs: number[]) => void
}) {
  const query = { itemID, state: 'In stock', sort: 'serial', pageSize: 100, ...where } as const
  const { data } = useQuery(readQuery(pieces.list, { query }))
  const rows = data?.data ?? []
  const change = (pieceID: number, isPicked: boolean) =>
    onChange(isPicked ? [...value, pieceID] : value.filter((one) => one !== pieceID))
  return (
    <fieldset className="pick-pieces" aria-label={`Pieces of ${itemName}`}>
      <legend>
        {value.length} of {rows.length} pieces
      </legend>
      {data && rows.length === 0 && <p className="hint">No piece of {itemName} is free here.</p>}
      {rows.map((piece) => (
        <Checkbox
          key={piece.pieceID}
          label={
            <span className="picked">
              <Thumb src={piece.image_url} focus={piece.image_focus} name={itemName} small />
              {describeChoice(piece)}
            </span>
          }
          checked={value.includes(piece.pieceID)}
          onChange={(event) => change(piece.pieceID, event.currentTarget.checked)}
        />
      ))}
      {error && (
        <p className="line-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const describeChoice = ({ number, grams, item, certificateNumber }: PieceRow) =>
  [number, formatWeight(grams ?? item.grams), certificateNumber].filter(Boolean).join(' · ')
