import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { importKinds, importNames } from '../../../../contract/imports/import-columns.ts'
import { type ImportRow, imports } from '../../../../contract/imports/imports.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { resultAddress } from '../draft/draftAddress.ts'
import { UndoBlockers } from './KeptRecords.tsx'
import { Progress } from './Progress.tsx'
import { useUndo } from './useUndo.ts'

const createColumns = (
  timeZone: string,
  undo: { undoImport: (row: ImportRow) => Promise<void>; isPending: boolean },
): Columns<typeof imports.list> => [
  { header: 'ID', value: (i) => i.importID, sort: 'importID' },
  {
    header: 'What',
    value: (i) => importNames[i.kind].title,
    cell: (i) => (
      <Link className="link" to={importNames[i.kind].screen}>
        {importNames[i.kind].title}
      </Link>
    ),
    card: 'title',
  },
  {
    header: 'File',
    value: (i) => i.fileName,
    cell: (i) => (
      <Link className="link" to={resultAddress(i.kind, i.importID)}>
        {i.fileName}
      </Link>
    ),
    sort: 'fileName',
    card: 'detail',
  },
  { header: 'Rows', value: (i) => i.rows, sort: 'rows', align: 'right', card: 'value' },
  { header: 'Changed', value: (i) => i.changed, align: 'right' },
  { header: 'By', value: (i) => i.createdByName },
  { header: 'At', value: (i) => formatMoment(i.createdAt, timeZone), sort: 'createdAt', oneLine: true, card: 'extra' },
  {
    header: 'Status',
    value: (i) => (i.undoneAt === null ? 'Imported' : 'Undone'),
    cell: (i) =>
      i.undoneAt === null ? (
        <span className="st blue">Imported</span>
      ) : (
        <>
          <span className="st black">Undone</span>
          <span className="below">
            {formatMoment(i.undoneAt, timeZone)} by {i.undoneByName}
          </span>
        </>
      ),
    card: 'status',
  },
  {
    header: 'Action',
    cell: (i) =>
      i.undoneAt === null && (
        <div className="acts">
          <Button
            size="sm"
            disabled={undo.isPending}
            aria-label={`Undo the import of ${i.fileName}`}
            onClick={() => void undo.undoImport(i)}
          >
            Undo
          </Button>
        </div>
      ),
    align: 'right',
    card: 'foot',
  },
]

/** Lists the imports, newest first. Each can be undone. */
export function ImportHistory() {
  const timeZone = useTimeZone()
  const undo = useUndo()
  return (
    <>
      {undo.isPending && (
        <section className="panel import-step" aria-label="Undo">
          <Progress waiting="Undoing…" />
        </section>
      )}
      {undo.blockedID !== null && (
        <section className="panel import-step" aria-label="Undo refused">
          <UndoBlockers importID={undo.blockedID} />
        </section>
      )}
      <QueryTable
        name="imports"
        label="Imports"
        list={imports.list}
        columns={createColumns(timeZone, undo)}
        rowID={(i) => i.importID}
        search="File or person"
        empty={{
          title: 'Nothing imported yet',
          text: `What comes from a file will be listed here: ${importKinds.map((kind) => importNames[kind].many).join(', ')}.`,
          action: (
            <Button component={Link} to={screens.imports} variant="filled">
              Import items
            </Button>
          ),
        }}
      />
    </>
  )
}
