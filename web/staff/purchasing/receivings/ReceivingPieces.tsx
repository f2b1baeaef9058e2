import { TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'

import { formatQuantity, formatWeight } from '../../../lib/format.ts'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { withoutPiece } from './pieceLines.ts'
import { type FormLine, stockOr0 } from './receivingForm.ts'
import { type EnteredPiece, listPieceRows, suggestNumber, withPieceChange } from './receivingPieces.ts'

/**
 * Edits the pieces of a line whose item is kept by piece: a row for each one that comes. Nothing is required: a piece
 * without an entry gets its number alone.
 */
export function ReceivingPieces({
  line,
  first,
  onChange,
  onActive,
}: {
  line: FormLine
  /** The number of pieces of this item in the lines above. */
  first: number
  onChange: (part: Partial<FormLine>) => void
  /** Called when a field of these pieces gets the focus: the next scan is of one of them. */
  onActive: () => void
}) {
  const { fact, pieces } = line
  const rows = listPieceRows(pieces, stockOr0(line))
  const change = (place: number, part: EnteredPiece) => onChange({ pieces: withPieceChange(pieces, place, part) })

  /** Enter moves to the same field of the next piece. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const field = event.target
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return
    event.preventDefault()
    const same = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')].filter(
      ({ name }) => name === field.name,
    )
    const next = same[same.indexOf(field) + 1] ?? field
    next.focus()
    next.select()
  }
  return (
    // Key events of the fields bubble up to the rows.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset className="piece-rows" aria-label={`Pieces of ${fact.itemName}`} onKeyDown={onKeyDown} onFocus={onActive}>
      <legend>
        {formatQuantity(rows.length)} {rows.length === 1 ? 'piece' : 'pieces'}: scan their barcodes one after the other
      </legend>
      <ol>
        {rows.map((piece, place) => (
          <PieceRow
            // A row is its place in the list.
            key={place}
            piece={piece}
            called={`piece ${place + 1} of ${fact.itemName}`}
            number={suggestNumber(fact, first + place)}
            gross={fact.grams}
            onChange={(part) => change(place, part)}
            onDelete={() => onChange(withoutPiece(line, place))}
          />
        ))}
      </ol>
    </fieldset>
  )
}

function PieceRow({
  piece,
  called,
  number,
  gross,
  onChange,
  onDelete,
}: {
  piece: EnteredPiece
  /** Names the piece for screen readers. */
  called: string
  /** The number that the piece will probably get. */
  number: string
  /** The weight of the item in grams, which a piece has without a weight of its own; 0 where it is unknown. */
  gross: number
  onChange: (part: EnteredPiece) => void
  onDelete: () => void
}) {
  const text = (name: 'barcode' | 'certificateNumber' | 'laboratory' | 'note', label: string, longest: number) => (
    <TextInput
      name={name}
      className={name}
      label={label}
      aria-label={`${label} of ${called}`}
      maxLength={longest}
      autoComplete="off"
      spellCheck={false}
      value={piece[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <li>
      <span className="code" title="The number that this piece will get">
        {number}
      </span>
      {text('barcode', 'Barcode', 80)}
      <NumberBox
        name="grams"
        label="Weight"
        aria-label={`Weight of ${called}`}
        placeholder={gross > 0 ? formatWeight(gross) : ''}
        suffix="g"
        value={piece.grams ?? null}
        onChange={(grams) => onChange({ grams })}
      />
      <NumberBox
        name="netGrams"
        label="Net weight"
        aria-label={`Net weight of ${called}`}
        suffix="g"
        value={piece.netGrams ?? null}
        onChange={(netGrams) => onChange({ netGrams })}
      />
      {text('certificateNumber', 'Certificate', 80)}
      {text('laboratory', 'Laboratory', 80)}
      {text('note', 'Note', 500)}
      <button type="button" className="ib sm" aria-label={`Delete ${called}`} onClick={onDelete}>
        <CloseIcon />
      </button>
    </li>
  )
}
