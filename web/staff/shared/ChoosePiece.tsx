import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { codeOfScan } from '../../../contract/stock/piece-codes.ts'
import { type PieceRow, pieces } from '../../../contract/stock/pieces.ts'
import { formatWeight } from '../../lib/format.ts'
import { readQuery } from '../../lib/query.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ScanIcon } from '../../ui/icons.tsx'
import { Thumb } from '../../ui/Thumb.tsx'

import './choosePiece.css'

/** Chooses one piece of an item that is kept by piece. A scan of its tag chooses it too. */
export function ChoosePiece({
  item: { itemID, itemName },
  locationID,
  taken,
  onChoose,
  onLeaveOpen,
  onClose,
}: {
  item: { itemID: number; itemName: string }
  locationID: number | null
  /** The keys of the pieces that the document has already. */
  taken: readonly number[]
  onChoose: (piece: PieceRow) => void
  /** Leaves the piece open, for a document beyond the stock; null where a piece is required. */
  onLeaveOpen: (() => void) | null
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const query = { itemID, state: 'In stock', sort: 'serial', pageSize: 100, ...(locationID && { locationID }) } as const
  const { data, error } = useQuery(readQuery(pieces.list, { query }))
  const free = (data?.data ?? []).filter(({ pieceID, place }) => place?.sellable && !taken.includes(pieceID))
  const rows = free.filter((piece) => isMatch(piece, text))
  const title = `Which piece of ${itemName}?`
  return (
    <Dialog title={title} size={640} full onClose={onClose}>
      <form
        className="dlg-body"
        onSubmit={(event) => {
          event.preventDefault()
          const [only, ...others] = rows
          if (only && others.length === 0) onChoose(only)
        }}
      >
        <TextInput
          aria-label="Scan a tag, or type a number"
          placeholder="Scan a tag, or type a number"
          leftSection={<ScanIcon />}
          data-autofocus
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {error && <p role="alert">Error: {error.message}</p>}
        {!data && !error && <output>Loading...</output>}
        {data && rows.length === 0 && (
          <p>{free.length === 0 ? 'No piece is free here.' : 'No piece has this number or code.'}</p>
        )}
        <ul className="choose-piece">
          {rows.map((piece) => (
            <li key={piece.pieceID}>
              <Thumb src={piece.image_url} focus={piece.image_focus} name={itemName} />
              <div>
                <b>{piece.number}</b>
                <small>{describeFacts(piece)}</small>
              </div>
              <Button size="sm" aria-label={`Choose ${piece.number}`} onClick={() => onChoose(piece)}>
                Choose
              </Button>
            </li>
          ))}
        </ul>
      </form>
      <div className="dlg-foot">
        <small>
          {data && data.meta.total > data.data.length && `${data.data.length} of ${data.meta.total}: scan the tag`}
        </small>
        {onLeaveOpen && <Button onClick={onLeaveOpen}>Not here yet</Button>}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}

/** Whether a piece has a number, a barcode or a code that begins with the text, or that a scan means. */
function isMatch({ number, barcode, code }: PieceRow, text: string) {
  const wanted = codeOfScan(text).toLowerCase()
  return [number, barcode, code].some((one) => one?.toLowerCase().includes(wanted))
}

/** Describes what distinguishes a piece from the others of its item. */
const describeFacts = ({ grams, netGrams, item, certificateNumber, laboratory, note, place }: PieceRow) =>
  [
    formatWeight(grams ?? item.grams),
    netGrams !== null && `net ${formatWeight(netGrams)}`,
    certificateNumber !== null && [laboratory, certificateNumber].filter(Boolean).join(' '),
    note,
    place?.locationName,
  ]
    .filter(Boolean)
    .join(' · ')
