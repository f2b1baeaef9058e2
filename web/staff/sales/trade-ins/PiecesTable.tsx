import { formatPeso } from '../../../lib/format.ts'
import { Hallmark } from '../../../theme/Hallmark.tsx'
import { EditedPiece } from './EditedPiece.tsx'
import { formatKnown, OfferCells } from './OfferCells.tsx'
import { addGrams, addKnown, type DraftPiece, type ReckonedPiece } from './tradeInDraft.ts'

type Row = { piece: DraftPiece; reckoned: ReckonedPiece }
type Problems = ReadonlyMap<string, string>

/** The pieces of a trade-in, weighed, tested and offered. Without `onChange` they are only shown. */
export function PiecesTable({
  rows,
  now,
  problems,
  onChange,
  onRemove,
}: {
  rows: readonly Row[]
  now: Date
  /** The sentences to show, by field; empty until somebody tries to save. */
  problems: Problems
  onChange?: ((key: number, changes: Partial<DraftPiece>) => void) | undefined
  onRemove: (key: number) => void
}) {
  return (
    <table className="table ti">
      <caption className="vh">Pieces of the trade-in</caption>
      <thead>
        <tr>
          <th scope="colgroup">
            {rows.length} {rows.length === 1 ? 'piece' : 'pieces'}
          </th>
          {['Weigh', 'Test', 'Offer'].map((step, n) => (
            <th key={step} scope="colgroup" colSpan={3} className="group">
              <span className="step">
                <i className={stepClass(rows, n)}>{n + 1}</i>
                {step}
              </span>
            </th>
          ))}
        </tr>
        <tr>
          <th scope="col">Piece</th>
          <th scope="col" className="r group">
            Gross, g
          </th>
          <th scope="col" className="r">
            Stones off, g
          </th>
          <th scope="col" className="r">
            Net
          </th>
          <th scope="col" className="group">
            Marked
          </th>
          <th scope="col">Tested</th>
          <th scope="col" className="r">
            Loss
          </th>
          <th scope="col" className="r group">
            Counts
          </th>
          <th scope="col" className="r">
            Buy a gram
          </th>
          <th scope="col" className="r">
            Sum
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, n) =>
          onChange ? (
            <EditedPiece
              key={row.piece.key}
              row={row}
              n={n}
              now={now}
              problems={problems}
              isOnly={rows.length === 1}
              onChange={(changes) => onChange(row.piece.key, changes)}
              onRemove={() => onRemove(row.piece.key)}
            />
          ) : (
            <ShownPiece key={row.piece.key} row={row} now={now} />
          ),
        )}
        <Together rows={rows} />
      </tbody>
    </table>
  )
}

/** Whether all pieces are weighed, tested and priced: a gold step is done, and the ink one is the next. */
function stepClass(rows: readonly Row[], step: number): string {
  const done = [
    rows.every(({ reckoned }) => reckoned.netGrams !== null),
    rows.every(({ piece }) => piece.testedKarat !== null),
    rows.every(({ reckoned }) => reckoned.sum !== null),
  ]
  const next = done.indexOf(false)
  return next === -1 || step < next ? 'oct' : step === next ? 'oct now' : 'oct next'
}

function ShownPiece({ row: { piece, reckoned }, now }: { row: Row; now: Date }) {
  return (
    <tr>
      <th scope="row">
        <b>{piece.description}</b>
      </th>
      <td className="r group" data-l="Gross, g">
        {formatKnown(piece.grossGrams)}
      </td>
      <td className="r" data-l="Stones off, g">
        {formatKnown(piece.stoneGrams)}
      </td>
      <td className="r net" data-l="Net">
        {formatKnown(reckoned.netGrams)}
      </td>
      <td className="group" data-l="Marked">
        {piece.markedKarat ? <Hallmark karat={piece.markedKarat} /> : 'no mark'}
      </td>
      <td data-l="Tested">
        <span className={reckoned.isLower ? 'o' : undefined}>{piece.testedKarat ?? 'not yet'}</span>
        <small className={reckoned.isLower ? 'o' : undefined}>{piece.testNote}</small>
      </td>
      <td className="r" data-l="Loss">
        {piece.loss}%
      </td>
      <OfferCells reckoned={reckoned} now={now} />
    </tr>
  )
}

function Together({ rows }: { rows: readonly Row[] }) {
  const lower = rows.filter(({ reckoned }) => reckoned.isLower).length
  const sum = addKnown(rows.map(({ reckoned }) => reckoned.sum))
  const grams = (of: (row: Row) => number | null) => formatKnown(addGrams(rows.map(of)))
  return (
    <tr className="tot">
      <th scope="row">Together</th>
      <td className="r group" data-l="Gross">
        {grams(({ piece }) => piece.grossGrams)}
      </td>
      <td className="r" data-l="Stones off">
        {grams(({ piece }) => piece.stoneGrams)}
      </td>
      <td className="r" data-l="Net">
        {grams(({ reckoned }) => reckoned.netGrams)}
      </td>
      <td className="group" colSpan={3}>
        {lower > 0 && (
          <span className="st orange">
            {lower === 1 ? 'One tests lower than its mark' : `${lower} test lower than their marks`}
          </span>
        )}
      </td>
      <td className="r group" data-l="Counts">
        {grams(({ reckoned }) => reckoned.countedGrams)}
      </td>
      <td className="r" data-l="Sum" colSpan={2}>
        {sum === null ? '–' : formatPeso(sum)}
      </td>
    </tr>
  )
}
