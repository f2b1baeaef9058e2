import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { importDrafts, type ReasonGroup } from '../../../../contract/imports/drafts.ts'
import {
  type ImportColumn,
  importColumns,
  type ImportKind,
  listImportColumns,
} from '../../../../contract/imports/import-columns.ts'
import type { Correction, WrongRow } from '../../../../contract/imports/imports.ts'
import { metaOf, readQuery } from '../../../lib/query.ts'
import { useSeesCosts } from '../../../lib/settings.ts'
import { Pending } from '../../../ui/Pending.tsx'
import { ChoiceBox } from '../../../ui/table/ChoiceBox.tsx'
import type { Draft } from '../draft/useDraft.ts'
import { PartPaging, rowsOnPage } from './PartPaging.tsx'

/** Returns a text that identifies a row: the values of its first columns. */
const nameOf = (kind: ImportKind, { cells }: WrongRow) =>
  importColumns[kind]
    .slice(0, 3)
    .flatMap(({ key }) => cells[key] || [])
    .slice(0, 2)
    .join(' · ')

type Props = {
  draft: Draft
  group: ReasonGroup
  disabled: boolean
  /** The numbers of the chosen rows, for which the next fix is. */
  chosen: ReadonlySet<number>
  onChoose: (rows: ReadonlySet<number>) => void
  onCorrect: (corrections: Correction[]) => void
}

/** The wrong rows of one reason. Each cell can be corrected, and each row chosen for a fix. */
export function WrongRows({ draft, group: { reason, column, message }, disabled, chosen, onChoose, onCorrect }: Props) {
  const [page, setPage] = useState(0)
  const query = { reason, ...(column !== null && { column }), skip: page * rowsOnPage, limit: rowsOnPage }
  const { data, error, refetch } = useQuery({
    ...readQuery(importDrafts.wrongRows, { id: draft.importDraftID, query }),
    // A draft that changes has other wrong rows.
    queryKey: [importDrafts.wrongRows.path, draft.importDraftID, draft.updatedAt, query],
    meta: metaOf(importDrafts.wrongRows),
    placeholderData: keepPreviousData,
  })
  if (!data) return <Pending error={error} refetch={refetch} height={120} />
  const { data: rows, meta } = data
  const choose = (row: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(row)
    else next.delete(row)
    onChoose(next)
  }
  return (
    <>
      <div className="scroll">
        <table className="table wrong-rows" aria-label={`Rows: ${message}`}>
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">Choose</span>
              </th>
              <th scope="col" className="r">
                Row
              </th>
              <th scope="col">What it is</th>
              <th scope="col">To correct</th>
              <th scope="col">
                <span className="vh">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.row}
                kind={draft.kind}
                row={row}
                disabled={disabled}
                isChosen={chosen.has(row.row)}
                onChoose={choose}
                onCorrect={onCorrect}
              />
            ))}
          </tbody>
        </table>
      </div>
      <PartPaging page={page} total={meta.total} onPage={setPage} />
    </>
  )
}

function Row({
  kind,
  row,
  disabled,
  isChosen,
  onChoose,
  onCorrect,
}: Pick<Props, 'disabled' | 'onCorrect'> & {
  kind: ImportKind
  row: WrongRow
  isChosen: boolean
  onChoose: (row: number, isChosen: boolean) => void
}) {
  const [showsAllColumns, setShowsAllColumns] = useState(false)
  const seesCosts = useSeesCosts()
  const columns = listImportColumns(kind, seesCosts).filter(
    ({ key }) => showsAllColumns || row.problems.some(({ column }) => column === key),
  )
  return (
    <tr>
      <td className="choose">
        <ChoiceBox
          name={`Choose row ${row.row}`}
          checked={isChosen}
          onChange={(event) => onChoose(row.row, event.currentTarget.checked)}
        />
      </td>
      <td className="r">{row.row}</td>
      <td className="what">
        <b>{nameOf(kind, row)}</b>
        {row.problems
          .filter(({ column }) => column === null)
          .map(({ message }) => (
            <span key={message} className="below">
              {message}
            </span>
          ))}
      </td>
      <td>
        <div className="cells">
          {columns.map((column) => (
            <Cell
              key={`${column.key} ${row.cells[column.key] ?? ''}`}
              row={row}
              column={column}
              disabled={disabled}
              onCorrect={onCorrect}
            />
          ))}
        </div>
      </td>
      <td>
        <div className="acts">
          <Button
            size="sm"
            variant="subtle"
            aria-expanded={showsAllColumns}
            aria-label={showsAllColumns ? `Less of row ${row.row}` : `Whole row ${row.row}`}
            onClick={() => setShowsAllColumns(!showsAllColumns)}
          >
            {showsAllColumns ? 'Less' : 'Whole row'}
          </Button>
        </div>
      </td>
    </tr>
  )
}

function Cell({
  row,
  column: { key, label },
  disabled,
  onCorrect,
}: Pick<Props, 'disabled' | 'onCorrect'> & { row: WrongRow; column: ImportColumn }) {
  const stored = row.cells[key] ?? ''
  const [text, setText] = useState(stored)
  const commit = () => text.trim() !== stored && onCorrect([{ row: row.row, cells: { [key]: text.trim() } }])
  return (
    <TextInput
      size="sm"
      label={label}
      aria-label={`${label} of row ${row.row}`}
      error={row.problems.find(({ column }) => column === key)?.message}
      readOnly={disabled}
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
