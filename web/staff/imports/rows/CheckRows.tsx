import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { type DraftCheck, importDrafts } from '../../../../contract/imports/drafts.ts'
import type { Fix } from '../../../../contract/imports/fixes.ts'
import { columnLabelOf, type ExportFormat, type ImportKind } from '../../../../contract/imports/import-columns.ts'
import { callForStream } from '../../../lib/api.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { AlertIcon, DownloadIcon } from '../../../ui/icons.tsx'
import { useDownload } from '../../../ui/table/useDownload.ts'
import { IgnoredColumns } from '../columns/SpareColumns.tsx'
import { draftAddress } from '../draft/draftAddress.ts'
import { formatRecords } from '../draft/formatRecords.ts'
import type { Draft, DraftState } from '../draft/useDraft.ts'
import { useStepHeading } from '../draft/useStepHeading.ts'
import { Progress } from '../run/Progress.tsx'
import { RunImport } from '../run/RunImport.tsx'
import { useRunning } from '../run/useRunning.ts'
import { AppliedFixes } from './AppliedFixes.tsx'
import { Changes } from './Changes.tsx'
import { Reason } from './Reason.tsx'

/** The third step: all rows are checked, and their problems are fixed by reason. */
export function CheckRows({ draft, state }: { draft: Draft; state: DraftState }) {
  const { change } = state
  const heading = useStepHeading()
  const { check, isChecking } = useCheck(draft, change)
  const running = useRunning(draft.importDraftID, isChecking)
  const setFixes = (fixes: Fix[]) => change.mutate({ what: 'fix', fixes })
  const isBusy = isChecking || running.isImporting
  useEffect(() => {
    // The button of a fix disappears with its problem. The heading then takes the focus.
    if (check && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [check, heading])
  return (
    <>
      <section className="panel import-step" aria-label="Check" aria-busy={isBusy}>
        <header>
          <div>
            <h2 ref={heading} tabIndex={-1} aria-live="polite">
              {check ? describeCheck(draft, check) : draft.fileName}
            </h2>
            <p className="import-about">
              {draft.fileName}
              {draft.mappingName !== null && `, read as ${draft.mappingName}`}.{' '}
              <Link className="link" to={draftAddress(draft.kind, draft.importDraftID, 'columns')}>
                Change the columns
              </Link>
            </p>
          </div>
          {isChecking && <Progress waiting="Checking the rows…" />}
          {!isChecking && check !== null && check.wrong > 0 && <WrongRowsFile draft={draft} wrong={check.wrong} />}
        </header>
        {check && <Outcomes kind={draft.kind} check={check} />}
        <IgnoredColumns draft={draft} />
        <div role="alert">
          {change.error && (
            <p className="err">
              <AlertIcon /> {change.error.message}
            </p>
          )}
        </div>
        {change.error && change.variables.what === 'check' && (
          <div className="import-ways">
            <Button onClick={() => change.mutate({ what: 'check' })}>Check again</Button>
          </div>
        )}
        <AppliedFixes draft={draft} check={check} disabled={isBusy} onChange={setFixes} />
      </section>
      {check && check.reasons.length > 0 && (
        <section className="panel import-step" aria-label="Problems" aria-busy={isChecking}>
          <header>
            <h2>To decide</h2>
          </header>
          <ul className="import-reasons">
            {check.reasons.map((group) => (
              <Reason
                key={`${group.reason} ${group.column}`}
                draft={draft}
                group={group}
                disabled={isBusy}
                onFix={setFixes}
                onCorrect={(corrections) => change.mutate({ what: 'correct', corrections })}
              />
            ))}
          </ul>
        </section>
      )}
      {check && check.changed > 0 && <Changes draft={draft} />}
      {check && <RunImport draft={draft} check={check} isChecking={isChecking} running={running} />}
    </>
  )
}

function describeCheck({ kind }: Draft, { rows, wrong }: DraftCheck) {
  if (rows === 0) return 'No row is left to import'
  if (wrong === 0) return `${formatRecords(kind, rows)}: every row is right`
  return `${formatQuantity(wrong)} of ${formatQuantity(rows)} rows ${wrong === 1 ? 'is' : 'are'} wrong`
}

/** Counts the rows by what they do, when some belong to records that exist. */
function Outcomes({ kind, check: { created, changed, same, notTaken = [] } }: { kind: ImportKind; check: DraftCheck }) {
  if (changed === 0 && same === 0) return null
  return (
    <>
      <p>
        {formatQuantity(created)} new, {formatQuantity(changed)} changed, {formatQuantity(same)} the same.
      </p>
      {notTaken.map(({ column, rows }) => (
        <p
          key={column}
        >{`${columnLabelOf(kind, column)} of ${formatRecords(kind, rows)} that exist already: not taken.`}</p>
      ))}
    </>
  )
}

/**
 * Checks a draft whenever it has changed since its last check. Meanwhile the result of the last check stays in view, so
 * that the screen does not jump.
 */
function useCheck(draft: Draft, change: DraftState['change']) {
  const [last, setLast] = useState(draft.check)
  if (draft.check && draft.check !== last) setLast(draft.check)
  const { mutate, isPending, error, variables } = change
  // A check that failed is repeated by the person.
  const hasFailed = error !== null && variables?.what === 'check'
  const isDue = draft.check === null && !isPending && !hasFailed
  useEffect(() => {
    if (isDue) mutate({ what: 'check' })
  }, [isDue, mutate])
  return { check: draft.check ?? last, isChecking: isPending || isDue }
}

/**
 * Downloads the wrong rows with what is wrong, in our columns. The mended file can be imported alone. Excel shortens the
 * long numbers of a CSV file, so the workbook comes first.
 */
function WrongRowsFile({ draft, wrong }: { draft: Draft; wrong: number }) {
  const { progress, download } = useDownload()
  const name = `${draft.fileName.replace(/\.\w+$/, '')}-wrong-rows`
  const start = (format: ExportFormat) =>
    void download(`${name}.${format}`, (signal) =>
      callForStream(importDrafts.wrongRows, { id: draft.importDraftID, query: { format } }, { signal }),
    )
  return (
    <div className="import-ways">
      <Button leftSection={<DownloadIcon />} loading={progress !== null} onClick={() => start('xlsx')}>
        {`Download the ${wrong === 1 ? 'wrong row' : `${formatQuantity(wrong)} wrong rows`}`}
      </Button>
      <Button
        variant="subtle"
        disabled={progress !== null}
        aria-label="Download the wrong rows as CSV"
        onClick={() => start('csv')}
      >
        As CSV
      </Button>
    </div>
  )
}
