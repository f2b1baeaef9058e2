import { Button, Checkbox, Radio } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { type ImportKind, importNames, listImportColumns } from '../../../contract/imports/import-columns.ts'
import { importBytes, type ImportCheck, type ImportRow, importRowsAtMost } from '../../../contract/imports/imports.ts'
import { createCsvFile } from '../../lib/csv.ts'
import { downloadFile } from '../../lib/files.ts'
import { formatQuantity } from '../../lib/format.ts'
import { useSeesCosts } from '../../lib/settings.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useUnsavedGuard } from '../../ui/form/useUnsavedGuard.ts'
import { AlertIcon, CheckIcon, DownloadIcon } from '../../ui/icons.tsx'
import { FileDrop } from './FileDrop.tsx'
import { Progress } from './Progress.tsx'
import { useImport } from './useImport.ts'
import { useUndo } from './useUndo.ts'
import { WrongRows } from './WrongRows.tsx'

/** Formats a number of records: `1 item`, `12 items`. */
const formatCount = (kind: ImportKind, rows: number) =>
  `${formatQuantity(rows)} ${rows === 1 ? importNames[kind].one : importNames[kind].many}`

/** Imports one kind of record in steps: the template, the file, its corrections, and the import of all rows. */
export function ImportFile({ kind }: { kind: ImportKind }) {
  const state = useImport(kind)
  const dialogs = useDialogs()
  const { file, check, checking, refused, write } = state
  const done = write.data?.data ?? null
  useUnsavedGuard(state.corrected && !done, () =>
    dialogs.confirm({
      title: 'Leave without importing?',
      text: 'What you have corrected here is not in the file, and would be lost.',
      action: 'Leave',
      cancel: 'Stay here',
      danger: true,
    }),
  )
  if (done) return <Done done={done} waiting={write.data?.message} onAgain={state.again} />
  const wrong = check?.wrong ?? 0
  return (
    <>
      <section className="panel import-step" aria-label="File">
        <header>
          <h2>{file ? file.name : `${importNames[kind].title} from a spreadsheet`}</h2>
          <Template kind={kind} />
        </header>
        {!file && <Columns kind={kind} />}
        <FileDrop
          accept=".xlsx,.csv,.tsv,.txt,text/csv"
          action={file ? 'Choose another file' : 'Choose a file'}
          first={!check}
          onFile={state.choose}
        >
          Drop an Excel workbook or a CSV file here: at most {formatQuantity(importRowsAtMost)} rows and{' '}
          {importBytes / 2 ** 20} MB. It is checked first; nothing is imported until every row is right.
        </FileDrop>
        <div role="alert">
          {refused !== null && (
            <p className="err">
              <AlertIcon /> {refused}
            </p>
          )}
        </div>
        {checking && !check && <Progress waiting="Sending the file…" />}
      </section>
      {check && file && (
        <section className="panel import-step" aria-label="Check" aria-busy={checking}>
          <header>
            <h2 aria-live="polite">
              {wrong === 0
                ? `${formatCount(kind, check.rows)}: every row is right`
                : `${formatQuantity(wrong)} of ${formatQuantity(check.rows)} rows ${wrong === 1 ? 'is' : 'are'} wrong`}
            </h2>
            {write.isPending ? (
              <Progress waiting="Sending the file…" />
            ) : (
              <Button variant="filled" disabled={checking || wrong > 0 || check.rows === 0} onClick={() => state.run()}>
                {checking ? 'Checking…' : `Import ${formatCount(kind, check.rows)}`}
              </Button>
            )}
          </header>
          <Detected check={check} />
          <MissingNames
            check={check}
            make={state.createMissing}
            disabled={write.isPending}
            onMake={state.makeMissing}
          />
          {kind === 'items' && (
            <PublishQuestion publish={state.publish} disabled={write.isPending} onChange={state.setPublish} />
          )}
          <div role="alert">
            {write.error && (
              <p className="err">
                <AlertIcon /> {write.error.message}
              </p>
            )}
          </div>
          {state.rows.length > 0 && (
            <WrongRows
              kind={kind}
              rows={state.rows}
              wrong={wrong}
              disabled={write.isPending}
              onCorrect={state.correctCell}
              onLeaveOut={state.excludeRows}
            />
          )}
        </section>
      )}
    </>
  )
}

function Template({ kind }: { kind: ImportKind }) {
  const columns = listImportColumns(kind, useSeesCosts())
  const rows = [columns.map(({ label }) => label), columns.map(({ example }) => example)]
  return (
    <Button
      leftSection={<DownloadIcon />}
      onClick={() =>
        downloadFile(createCsvFile(rows), `${importNames[kind].title.toLowerCase().replaceAll(' ', '-')}-template.csv`)
      }
    >
      Download the template
    </Button>
  )
}

/** Explains the columns of the file. */
function Columns({ kind }: { kind: ImportKind }) {
  const seesCosts = useSeesCosts()
  return (
    <details className="import-columns">
      <summary>What the columns hold</summary>
      <dl>
        {listImportColumns(kind, seesCosts).map(({ key, label, required, takes, example }) => (
          <div key={key}>
            <dt>
              {label}
              {required && <span className="must"> required</span>}
            </dt>
            <dd>
              {takes}
              {example !== '' && <span className="below">Like {example}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const separators = { comma: 'commas', semicolon: 'semicolons', tab: 'tabs', pipe: 'upright lines' }

/** Shows the sheet, or the detected encoding and separator, which explain garbled letters. */
function Detected({ check }: { check: ImportCheck }) {
  const { encoding, separator, sheet, ignored } = check
  return (
    <p className="import-about">
      {separator === null
        ? `Read from the sheet ${sheet} of the workbook.`
        : `Read as ${encoding}, cells between ${separators[separator]}.`}
      {ignored.length > 0 &&
        ` ${ignored.length === 1 ? 'This column is' : 'These columns are'} not taken: ${ignored.join(', ')}.`}
    </p>
  )
}

const creatableNames: Record<string, [one: string, many: string]> = {
  category: ['category', 'categories'],
  customerType: ['customer type', 'customer types'],
  location: ['location', 'locations'],
}
/** Maximum number of names listed. */
const namesListed = 12

/** Lists the names in the file that belong to no record of the shop. The import can create these records. */
function MissingNames({
  check,
  make,
  disabled,
  onMake,
}: {
  check: ImportCheck
  make: boolean
  disabled: boolean
  onMake: (make: boolean) => void
}) {
  if (check.missing.length === 0) return null
  return (
    <div className="import-missing">
      {check.missing.map(({ column, names }) => {
        const [one, many] = creatableNames[column]!
        const more = names.length > namesListed ? `, and ${formatQuantity(names.length - namesListed)} more` : ''
        return (
          <Checkbox
            key={column}
            checked={make}
            disabled={disabled}
            label={`Make ${names.length === 1 ? `this ${one}` : `these ${formatQuantity(names.length)} ${many}`} too`}
            description={names.slice(0, namesListed).join(', ') + more}
            onChange={(event) => onMake(event.currentTarget.checked)}
          />
        )
      })}
    </div>
  )
}

/** Asks whether the public site shows the imported items. A row's own yes or no in the file counts first. */
function PublishQuestion({
  publish,
  disabled,
  onChange,
}: {
  publish: boolean
  disabled: boolean
  onChange: (publish: boolean) => void
}) {
  return (
    <Radio.Group
      label="Publish now?"
      description="Whether visitors see these items on the site. A row with yes or no under On the site decides for itself."
      value={publish ? 'yes' : 'no'}
      onChange={(value) => onChange(value === 'yes')}
    >
      <div className="import-answers">
        <Radio value="no" label="No, keep them off the site for now" disabled={disabled} />
        <Radio value="yes" label="Yes, show them on the site" disabled={disabled} />
      </div>
    </Radio.Group>
  )
}

function Done({
  done,
  waiting,
  onAgain,
}: {
  done: ImportRow
  /** A sentence about records that wait for approval. */
  waiting: string | undefined
  onAgain: () => void
}) {
  const undo = useUndo()
  const heading = useRef<HTMLHeadingElement>(null)
  const { kind } = done
  // The focused button has disappeared, so the heading takes the focus.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="panel import-step import-done" aria-label="Result">
      <h2 ref={heading} tabIndex={-1}>
        <CheckIcon /> <output>{formatCount(kind, done.rows)} imported</output>
      </h2>
      <p>
        From {done.fileName}. While nobody has changed or used any of it, the import can be undone: now, or later under
        Imported so far.
      </p>
      {waiting !== undefined && <p>{waiting}.</p>}
      {undo.isPending ? (
        <Progress waiting="Undoing…" />
      ) : (
        <div className="import-ways">
          <Button component={Link} to={importNames[kind].screen} variant="filled">
            {`Show ${importNames[kind].many}`}
          </Button>
          <Button onClick={onAgain}>Import another file</Button>
          <Button onClick={() => void undo.undoImport(done, onAgain)}>Undo</Button>
        </div>
      )}
    </section>
  )
}
