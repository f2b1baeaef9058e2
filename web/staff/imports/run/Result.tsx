import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'

import { type ImportKind, importNames } from '../../../../contract/imports/import-columns.ts'
import { type ImportDetailRow, type ImportRow, imports } from '../../../../contract/imports/imports.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { CheckIcon } from '../../../ui/icons.tsx'
import { Pending } from '../../../ui/Pending.tsx'
import { formatRecords } from '../draft/formatRecords.ts'
import { useStepHeading } from '../draft/useStepHeading.ts'
import { KeptRecords, UndoBlockers } from './KeptRecords.tsx'
import { NamedPictures } from './NamedPictures.tsx'
import { Progress } from './Progress.tsx'
import { useUndo } from './useUndo.ts'

/** The last step: what was imported, with the way to undo it. */
export function Result({ kind, importID }: { kind: ImportKind; importID: number }) {
  const { data, error, refetch } = useQuery({ ...readQuery(imports.get, { id: importID }), retry: false })
  if (!data) return <Pending error={error} refetch={refetch} height={200} />
  return (
    <>
      <Done kind={kind} done={data.data} />
      {kind === 'items' && data.data.undoneAt === null && <NamedPictures importID={importID} />}
    </>
  )
}

/** Describes what an import did, or that it was undone: '12 items imported, 3 changed'. */
function describeDone(kind: ImportKind, { rows, changed, undoneAt }: ImportRow) {
  if (undoneAt !== null) return `${formatRecords(kind, rows + changed)} taken back`
  if (changed === 0) return `${formatRecords(kind, rows)} imported`
  return rows === 0
    ? `${formatRecords(kind, changed)} changed`
    : `${formatRecords(kind, rows)} imported, ${formatQuantity(changed)} changed`
}

function Done({ kind, done }: { kind: ImportKind; done: ImportDetailRow }) {
  const undo = useUndo()
  const navigate = useNavigate()
  const location = useLocation()
  const heading = useStepHeading()
  const again = `${screens.imports}?kind=${kind}`
  // A sentence about records that wait for approval. The history of the browser keeps it.
  const { waiting } = (location.state ?? {}) as { waiting?: string | null }
  const isUndone = done.undoneAt !== null
  return (
    <section className="panel import-step import-done" aria-label="Result">
      <h2 ref={heading} tabIndex={-1}>
        <CheckIcon /> {describeDone(kind, done)}
      </h2>
      <p>
        {isUndone
          ? `The import of ${done.fileName} was undone.`
          : `From ${done.fileName}. While nobody has changed or used any of it, the import can be undone: now, or later under Imported so far.`}
      </p>
      {!isUndone && waiting && <p>{waiting}.</p>}
      <KeptRecords label="What the undo left" records={done.kept} total={done.kept.length} />
      {undo.blockedID !== null && <UndoBlockers importID={undo.blockedID} />}
      {undo.isPending ? (
        <Progress waiting="Undoing…" />
      ) : (
        <div className="import-ways">
          {!isUndone && (
            <Button component={Link} to={importNames[kind].screen} variant="filled">
              {`Show ${importNames[kind].many}`}
            </Button>
          )}
          <Button component={Link} to={again} variant={isUndone ? 'filled' : 'default'}>
            Import another file
          </Button>
          {!isUndone && <Button onClick={() => void undo.undoImport(done, () => void navigate(again))}>Undo</Button>}
        </div>
      )}
    </section>
  )
}
