import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'

import {
  columnLabelOf,
  type ImportColumn,
  importColumns,
  type ImportKind,
  listImportColumns,
} from '../../../contract/imports/import-columns.ts'
import { wrongRowsListed } from '../../../contract/imports/imports.ts'
import { formatQuantity } from '../../lib/format.ts'
import { useSeesCosts } from '../../lib/settings.ts'
import type { ShownRow } from './importState.ts'

/** Rows per page. Each row has many fields, so more would be slow. */
const rowsOnPage = 20

/** Returns a text that identifies a row: the values of its first columns. */
const nameOf = (kind: ImportKind, { cells }: ShownRow) =>
  importColumns[kind]
    .slice(0, 3)
    .flatMap(({ key }) => cells[key] || [])
    .slice(0, 2)
    .join(' · ')

/** Shows the rows that have errors, with a field for each cell. A changed field is checked again on blur. */
export function WrongRows({
  kind,
  rows,
  wrong,
  disabled,
  onCorrect,
  onLeaveOut,
}: {
  kind: ImportKind
  rows: readonly ShownRow[]
  wrong: number
  disabled: boolean
  onCorrect: (row: number, column: string, text: string) => void
  onLeaveOut: (rows: readonly number[], out: boolean) => void
}) {
  const [page, setPage] = useState(0)
  const pages = Math.ceil(rows.length / rowsOnPage)
  const at = Math.min(page, pages - 1)
  const shown = rows.slice(at * rowsOnPage, (at + 1) * rowsOnPage)
  const stillWrong = rows.filter(({ problems, out }) => problems.length > 0 && !out)
  return (
    <>
      <div className="scroll">
        <table className="table wrong-rows" aria-label="Rows to correct">
          <thead>
            <tr>
              <th scope="col" className="r">
                Row
              </th>
              <th scope="col">What it is</th>
              <th scope="col">To correct</th>
              <th scope="col">
                <span className="vh">Leave out</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row
                key={row.row}
                kind={kind}
                row={row}
                disabled={disabled}
                onCorrect={onCorrect}
                onLeaveOut={onLeaveOut}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="pg import-paging">
        <output className="count">
          {formatQuantity(at * rowsOnPage + 1)}–{formatQuantity(at * rowsOnPage + shown.length)} of{' '}
          {formatQuantity(rows.length)}
          {wrong > wrongRowsListed && `: the first of ${formatQuantity(wrong)} wrong rows`}
        </output>
        {stillWrong.length > 1 && (
          <Button
            variant="subtle"
            size="sm"
            disabled={disabled}
            onClick={() =>
              onLeaveOut(
                stillWrong.map(({ row }) => row),
                true,
              )
            }
          >
            {`Leave out these ${formatQuantity(stillWrong.length)} rows`}
          </Button>
        )}
        {pages > 1 && (
          <>
            <Button variant="subtle" size="sm" disabled={at === 0} onClick={() => setPage(at - 1)}>
              Previous
            </Button>
            <Button variant="subtle" size="sm" disabled={at === pages - 1} onClick={() => setPage(at + 1)}>
              Next
            </Button>
          </>
        )}
      </div>
    </>
  )
}

function Row({
  kind,
  row,
  disabled,
  onCorrect,
  onLeaveOut,
}: {
  kind: ImportKind
  row: ShownRow
  disabled: boolean
  onCorrect: (row: number, column: string, text: string) => void
  onLeaveOut: (rows: readonly number[], out: boolean) => void
}) {
  const [showsAllColumns, setShowsAllColumns] = useState(false)
  const seesCosts = useSeesCosts()
  const columns = listImportColumns(kind, seesCosts).filter(({ key }) => showsAllColumns || row.columns.includes(key))
  return (
    <tr data-out={row.out || undefined}>
      <td className="r">{row.row}</td>
      <td className="what">
        <b>{nameOf(kind, row)}</b>
        {row.out ? (
          <span className="st black">Left out</span>
        ) : (
          row.problems.length === 0 && <span className="st green">Corrected</span>
        )}
      </td>
      <td>
        <div className="cells">
          {!row.out &&
            columns.map((column) => (
              <Cell key={column.key} kind={kind} row={row} column={column} disabled={disabled} onCorrect={onCorrect} />
            ))}
        </div>
      </td>
      <td>
        <div className="acts">
          {!row.out && (
            <Button
              size="sm"
              variant="subtle"
              aria-expanded={showsAllColumns}
              onClick={() => setShowsAllColumns(!showsAllColumns)}
            >
              {showsAllColumns ? 'Less' : 'Whole row'}
            </Button>
          )}
          <Button
            size="sm"
            disabled={disabled}
            aria-label={row.out ? `Take in row ${row.row}` : `Leave out row ${row.row}`}
            onClick={() => onLeaveOut([row.row], !row.out)}
          >
            {row.out ? 'Take in' : 'Leave out'}
          </Button>
        </div>
      </td>
    </tr>
  )
}

function Cell({
  kind,
  row,
  column: { key },
  disabled,
  onCorrect,
}: {
  kind: ImportKind
  row: ShownRow
  column: ImportColumn
  disabled: boolean
  onCorrect: (row: number, column: string, text: string) => void
}) {
  const stored = row.cells[key] ?? ''
  const [text, setText] = useState(stored)
  const commit = () => text.trim() !== stored && onCorrect(row.row, key, text.trim())
  return (
    <TextInput
      size="sm"
      label={columnLabelOf(kind, key)}
      aria-label={`${columnLabelOf(kind, key)} of row ${row.row}`}
      error={row.problems.find(({ column }) => column === key)?.message}
      disabled={disabled}
      maxLength={5000}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
