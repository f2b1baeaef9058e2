import { type PieceRow, pieces, pieceStates } from '../../../contract/stock/pieces.ts'
import { formatShownCost, formatWeight } from '../../lib/format.ts'
import { MetalBelow } from '../../ui/AssayLine.tsx'
import type { Columns } from '../../ui/table/QueryTable.tsx'
import { Thumb } from '../../ui/Thumb.tsx'

/** Says where a piece is: its place, and the sale that holds or has it. */
export const describePieceState = ({ state, place, holder }: PieceRow) =>
  [state, place && `${place.locationName}, ${place.typeName}`, holder?.transactionNumber].filter(Boolean).join(' · ')

/** Names the certificate of a laboratory; empty without one. */
export const describeCertificate = ({ laboratory, certificateNumber }: PieceRow) =>
  [laboratory, certificateNumber].filter(Boolean).join(' ')

export const stateFilter = {
  field: 'state',
  label: 'Any state',
  options: pieceStates.map((state) => ({ value: state, label: state })),
} as const

const certificateColumn: Columns<typeof pieces.list>[number] = {
  header: 'Certificate',
  value: describeCertificate,
  sort: 'certificateNumber',
}

/** The columns of the pieces of an item. */
export const ownPieceColumns: Columns<typeof pieces.list> = [
  {
    header: '',
    name: 'Picture',
    cell: (piece) => <Thumb src={piece.image_url} focus={piece.image_focus} name={piece.item.itemName} />,
    card: 'pic',
  },
  { header: 'Number', value: (piece) => piece.number, sort: 'number', card: 'title' },
  {
    header: 'Weight',
    value: (piece) => piece.grams ?? piece.item.grams,
    cell: (piece) => formatWeight(piece.grams ?? piece.item.grams),
    sort: 'grams',
    align: 'right',
    card: 'value',
  },
  {
    header: 'Net Weight',
    value: (piece) => piece.netGrams,
    cell: (piece) => (piece.netGrams === null ? null : formatWeight(piece.netGrams)),
    sort: 'netGrams',
    align: 'right',
  },
  { header: 'State', value: describePieceState, sort: 'state', card: 'detail' },
  { ...certificateColumn, card: 'extra' },
  {
    header: 'Cost',
    value: (piece) => piece.cost,
    cell: (piece) => (piece.cost === null ? null : formatShownCost(piece.cost)),
    align: 'right',
    cost: true,
  },
]

/** The columns of the list of all pieces. */
export const pieceColumns: Columns<typeof pieces.list> = [
  ...ownPieceColumns.slice(0, 2),
  {
    header: 'Item',
    value: (piece) => piece.item.itemName,
    cell: (piece) => (
      <>
        {piece.item.itemName}
        <MetalBelow piece={piece.item} />
      </>
    ),
    sort: 'itemName',
    card: 'extra',
  },
  // On a phone, a card has room for one more line, which is the item.
  ...ownPieceColumns.slice(2).map((column) => (column.header === 'Certificate' ? certificateColumn : column)),
]
