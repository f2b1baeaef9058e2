import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'

import type { ImportKind } from '../../../contract/imports/import-columns.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { ChooseFile } from './choose/ChooseFile.tsx'
import { MapColumns } from './columns/MapColumns.tsx'
import { lacksColumns } from './columns/sources.ts'
import { draftAddress, type DraftStep, readKey } from './draft/draftAddress.ts'
import { useDraft } from './draft/useDraft.ts'
import { CheckRows } from './rows/CheckRows.tsx'
import { Result } from './run/Result.tsx'

/**
 * Imports one kind of record in steps: the file, its columns, its rows, the result. The address names the draft and the
 * step.
 */
export function ImportFile({ kind }: { kind: ImportKind }) {
  const [search] = useSearchParams()
  const draftID = readKey(search.get('draft'))
  const importID = readKey(search.get('done'))
  const step = search.get('step') === 'rows' ? 'rows' : 'columns'
  if (importID !== null) return <Result key={importID} kind={kind} importID={importID} />
  if (draftID !== null) return <OpenDraft key={draftID} kind={kind} id={draftID} step={step} />
  return <ChooseFile kind={kind} />
}

function OpenDraft({ kind, id, step }: { kind: ImportKind; id: number; step: DraftStep }) {
  const state = useDraft(id)
  const { draft, error, refetch } = state
  const isGone = error?.status === 404 || (draft !== null && draft.kind !== kind)
  if (isGone)
    return (
      <section className="panel">
        <EmptyState
          title="This file is no longer here"
          text="It was imported or thrown away, or it is more than a day old. You can choose the file again."
        >
          <Button component={Link} to={`${screens.imports}?kind=${kind}`} variant="filled">
            Choose a file
          </Button>
          <Button component={Link} to={`${screens.imports}?kind=history`}>
            Imported so far
          </Button>
        </EmptyState>
      </section>
    )
  if (!draft) return <Pending error={error} refetch={refetch} height={320} />
  return (
    <>
      <Steps draft={{ kind, id }} current={step} canCheck={!lacksColumns(draft)} />
      {step === 'columns' ? (
        <MapColumns draft={draft} state={state} />
      ) : (
        <CheckRows key={draft.importDraftID} draft={draft} state={state} />
      )}
    </>
  )
}

/** The steps of a draft. A person can go back and forth between columns and rows. */
function Steps({
  draft: { kind, id },
  current,
  canCheck,
}: {
  draft: { kind: ImportKind; id: number }
  current: DraftStep
  canCheck: boolean
}) {
  const steps = [
    { step: 'columns', label: 'Columns', isOpen: true },
    { step: 'rows', label: 'Rows', isOpen: canCheck },
  ] as const
  return (
    <nav className="import-steps" aria-label="Steps">
      <ol>
        <li>
          <span>File</span>
        </li>
        {steps.map(({ step, label, isOpen }) => (
          <li key={step} aria-current={step === current ? 'step' : undefined}>
            {isOpen && step !== current ? <Link to={draftAddress(kind, id, step)}>{label}</Link> : <span>{label}</span>}
          </li>
        ))}
        <li>
          <span>Result</span>
        </li>
      </ol>
    </nav>
  )
}
