import { Select, TextInput } from '@mantine/core'

import { type Karat, karats } from '../../../../contract/catalogue/karats.ts'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { formatKnown, OfferCells } from './OfferCells.tsx'
import type { DraftPiece, ReckonedPiece } from './tradeInDraft.ts'

const choices = karats.map((karat) => ({ value: karat, label: karat }))
type Problems = ReadonlyMap<string, string>

/** The problem of a field of the nth piece. */
const problemOf = (problems: Problems, n: number, field: string) => problems.get(`pieces.${n}.${field}`) ?? null

/** A piece that is being weighed and tested. */
export function EditedPiece({
  row: { piece, reckoned },
  n,
  now,
  problems,
  isOnly,
  onChange,
  onRemove,
}: {
  row: { piece: DraftPiece; reckoned: ReckonedPiece }
  n: number
  now: Date
  problems: Problems
  isOnly: boolean
  onChange: (changes: Partial<DraftPiece>) => void
  onRemove: () => void
}) {
  const name = piece.description.trim() || `piece ${n + 1}`
  const weight = (field: 'grossGrams' | 'stoneGrams' | 'loss', label: string, places: number, suffix?: string) => (
    <NumberBox
      size="sm"
      aria-label={`${label} of ${name}`}
      places={places}
      value={piece[field]}
      error={problemOf(problems, n, field)}
      {...(suffix !== undefined && { suffix })}
      onChange={(value) => onChange({ [field]: value })}
    />
  )
  return (
    <tr>
      <th scope="row">
        <div className="described">
          <TextInput
            size="sm"
            aria-label={`Description of piece ${n + 1}`}
            placeholder="Rope chain, clasp worn"
            maxLength={160}
            value={piece.description}
            error={problemOf(problems, n, 'description')}
            onChange={(event) => onChange({ description: event.currentTarget.value })}
          />
          {!isOnly && (
            <button type="button" className="ib sm" aria-label={`Remove ${name}`} onClick={onRemove}>
              <CloseIcon />
            </button>
          )}
        </div>
      </th>
      <td className="r group" data-l="Gross, g">
        {weight('grossGrams', 'Gross grams', 3)}
      </td>
      <td className="r" data-l="Stones off, g">
        {weight('stoneGrams', 'Grams of the stones', 3)}
      </td>
      <td className="r net" data-l="Net">
        {formatKnown(reckoned.netGrams)}
      </td>
      <td className="group" data-l="Marked">
        <Select<Karat>
          size="sm"
          aria-label={`Marked karat of ${name}`}
          placeholder="no mark"
          clearable
          data={choices}
          value={piece.markedKarat}
          onChange={(markedKarat) => onChange({ markedKarat })}
        />
      </td>
      <td data-l="Tested">
        <Select<Karat>
          size="sm"
          className={reckoned.isLower ? 'lower' : undefined}
          aria-label={`Tested karat of ${name}`}
          placeholder="not yet"
          clearable
          data={choices}
          value={piece.testedKarat}
          error={problemOf(problems, n, 'testedKarat')}
          onChange={(testedKarat) => onChange({ testedKarat })}
        />
        <TextInput
          size="xs"
          className="note"
          aria-label={`Test of ${name}`}
          placeholder="75.1% by XRF"
          maxLength={60}
          value={piece.testNote}
          onChange={(event) => onChange({ testNote: event.currentTarget.value })}
        />
        {reckoned.isLower && <small className="o">lower than its mark</small>}
      </td>
      <td className="r" data-l="Loss">
        {weight('loss', 'Loss in percent', 0, '%')}
      </td>
      <OfferCells reckoned={reckoned} now={now} />
    </tr>
  )
}
