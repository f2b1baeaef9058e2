import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

import { type ImportKind, importNames, listImportColumns } from '../../../../contract/imports/import-columns.ts'
import { importBytes, importRowsAtMost } from '../../../../contract/imports/imports.ts'
import { createCsvFile } from '../../../lib/csv.ts'
import { downloadFile } from '../../../lib/files.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { useSeesCosts } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useUnsavedGuard } from '../../../ui/form/useUnsavedGuard.ts'
import { AlertIcon, DownloadIcon } from '../../../ui/icons.tsx'
import { needsColumns } from '../columns/sources.ts'
import { draftAddress } from '../draft/draftAddress.ts'
import { FileDrop } from './FileDrop.tsx'
import { OpenDrafts } from './OpenDrafts.tsx'
import { SavedMappings } from './SavedMappings.tsx'
import { useUpload } from './useUpload.ts'

/** The first step: a file is chosen and sent. Files that wait for their import stand below. */
export function ChooseFile({ kind }: { kind: ImportKind }) {
  const { upload, failure, choose, retry, stop, isSending } = useGuardedUpload(kind)
  return (
    <>
      <section className="panel import-step" aria-label="File">
        <header>
          <h2>{upload ? upload.file.name : `${importNames[kind].title} from a spreadsheet`}</h2>
          {!isSending && <Template kind={kind} />}
        </header>
        {upload ? (
          <Sending sent={upload.sent} size={upload.file.size} onStop={stop} />
        ) : (
          <>
            <Columns kind={kind} />
            <FileDrop
              accept=".xlsx,.csv,.tsv,.txt,text/csv"
              action="Choose a file"
              first={failure?.again === undefined || failure.again === null}
              onFile={choose}
            >
              Drop an Excel workbook or a CSV file here: at most {formatQuantity(importRowsAtMost)} rows and{' '}
              {importBytes / 2 ** 20} MB. Its columns may have any names and any order. Nothing is imported until you
              say so.
            </FileDrop>
          </>
        )}
        <div role="alert">
          {failure && (
            <p className="err">
              <AlertIcon /> {failure.message}
            </p>
          )}
        </div>
        {failure?.again && (
          <div className="import-ways">
            <Button variant="filled" onClick={retry}>
              Send {failure.again.file.name} again
            </Button>
          </div>
        )}
      </section>
      {!isSending && (
        <>
          <OpenDrafts />
          <SavedMappings kind={kind} />
        </>
      )}
    </>
  )
}

/** Opens the draft of a file that was sent. Asks before the person leaves while it is being sent. */
function useGuardedUpload(kind: ImportKind) {
  const { draft, ...state } = useUpload(kind)
  const dialogs = useDialogs()
  const navigate = useNavigate()
  const isSending = state.upload !== null
  useUnsavedGuard(isSending, () =>
    dialogs.confirm({
      title: 'Stop sending the file?',
      text: 'It is not complete yet. Leaving this page stops it.',
      action: 'Stop and leave',
      cancel: 'Stay here',
      danger: true,
    }),
  )
  // This effect comes after the one of the guard, which would otherwise ask.
  useEffect(() => {
    if (draft) void navigate(draftAddress(kind, draft.importDraftID, needsColumns(draft) ? 'columns' : 'rows'))
    // Opens each draft once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft])
  return { ...state, isSending }
}

const formatMegabytes = (bytes: number) => `${formatQuantity(Math.round((bytes / 2 ** 20) * 10) / 10)} MB`

/** Shows the bytes sent so far. After the last one, the server reads the file. */
function Sending({ sent, size, onStop }: { sent: number; size: number; onStop: () => void }) {
  const isRead = sent >= size
  return (
    <div className="downloading">
      <div>
        <progress aria-label="Bytes sent" max={Math.max(1, size)} value={isRead ? undefined : sent} />
        <output>{isRead ? 'Reading the file…' : `Sent ${formatMegabytes(sent)} of ${formatMegabytes(size)}`}</output>
      </div>
      <Button onClick={onStop}>Stop</Button>
    </div>
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

/** Explains our columns. */
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
