import { Button, Checkbox, Radio, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import type { DraftCheck } from '../../../../contract/imports/drafts.ts'
import { type ImportKind, importNames } from '../../../../contract/imports/import-columns.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { AlertIcon } from '../../../ui/icons.tsx'
import { draftKey, resultAddress } from '../draft/draftAddress.ts'
import { formatRecords } from '../draft/formatRecords.ts'
import type { Draft } from '../draft/useDraft.ts'
import { Progress } from './Progress.tsx'
import { type Remember, useRemember } from './useRemember.ts'
import type { Running } from './useRunning.ts'

/** The last questions before the import, and the import itself. */
export function RunImport({
  draft,
  check,
  isChecking,
  running,
}: {
  draft: Draft
  check: DraftCheck
  isChecking: boolean
  running: Running
}) {
  const [publish, setPublish] = useState(false)
  const [keepExisting, setKeepExisting] = useState(false)
  const remember = useRemember(draft)
  const { run, error } = useImport(draft, running, remember)
  const { kind } = draft
  const { created, changed, wrong } = check
  const right = { created, changed: keepExisting ? 0 : changed }
  const start = (leaveOutWrong: boolean) => void run({ publish, keepExisting, leaveOutWrong })
  const isBusy = isChecking || running.isImporting
  return (
    <section className="panel import-step" aria-label="Import">
      {kind === 'items' && created + wrong > 0 && (
        <PublishQuestion publish={publish} disabled={isBusy} onChange={setPublish} />
      )}
      {changed > 0 && (
        <Checkbox
          label={`Leave the ${importNames[kind].many} that exist as they are`}
          checked={keepExisting}
          disabled={isBusy}
          onChange={(event) => setKeepExisting(event.currentTarget.checked)}
        />
      )}
      <RememberQuestion remember={remember} disabled={isBusy} />
      <div role="alert">
        {error && (
          <p className="err">
            <AlertIcon /> {error.message}
          </p>
        )}
      </div>
      {running.isImporting ? (
        <Progress waiting="Starting the import…" />
      ) : (
        <div className="import-ways">
          <Button
            variant="filled"
            disabled={isBusy || wrong > 0 || isNothing(right) || !remember.isValid}
            onClick={() => start(false)}
          >
            {isChecking ? 'Checking…' : describeWhole(kind, check, right)}
          </Button>
          {wrong > 0 && !isNothing(right) && (
            <Button disabled={isBusy || !remember.isValid} onClick={() => start(true)}>
              {`${describeRun(kind, right)} without the wrong rows`}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type Counts = Pick<DraftCheck, 'created' | 'changed'>
const isNothing = ({ created, changed }: Counts) => created + changed === 0

/** Describes what the import will do: 'Import 12 items and change 3'. */
function describeRun(kind: ImportKind, { created, changed }: Counts) {
  if (created === 0 && changed === 0) return 'Nothing to import'
  if (changed === 0) return `Import ${formatRecords(kind, created)}`
  if (created === 0) return `Change ${formatRecords(kind, changed)}`
  return `Import ${formatRecords(kind, created)} and change ${formatQuantity(changed)}`
}

/** Describes the import of all rows. A wrong row is a new record where the file changes none, and else may be either. */
const describeWhole = (kind: ImportKind, { rows, wrong, changed, same }: DraftCheck, right: Counts) =>
  wrong > 0 && changed + same > 0
    ? `Import all ${formatQuantity(rows)} rows`
    : describeRun(kind, { ...right, created: right.created + wrong })

/** Saves the columns if the person wants that, imports the draft, and opens the result. */
function useImport(draft: Draft, { write, runsElsewhere }: Running, remember: Remember) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { importDraftID: id, kind, updatedAt } = draft
  // An import that began before a reload of the page has ended: the draft is gone then.
  const ranElsewhere = useRef(false)
  useEffect(() => {
    if (ranElsewhere.current && !runsElsewhere) void client.invalidateQueries({ queryKey: draftKey(id) })
    ranElsewhere.current = runsElsewhere
  }, [runsElsewhere, client, id])

  async function run(form: { publish: boolean; keepExisting: boolean; leaveOutWrong: boolean }) {
    write.reset()
    try {
      await remember.save()
      const { data, message } = await write.mutateAsync({ id, body: { ...form, updatedAt } })
      void navigate(resultAddress(kind, data.importID), { replace: true, state: { waiting: message ?? null } })
    } catch {
      // Somebody may have changed the records or the draft meanwhile.
      void client.invalidateQueries({ queryKey: draftKey(id) })
    }
  }
  return { run, error: remember.error ?? write.error }
}

/** Asks whether columns and fixes are kept for the next file like this one. */
function RememberQuestion({ remember, disabled }: { remember: Remember; disabled: boolean }) {
  const { isOffered, isUsed, replaces, wants, setWants, name, setName } = remember
  if (!isOffered) return null
  return (
    <div className="import-remember">
      <Checkbox
        label={
          isUsed
            ? `Remember what you decided for the next file like ${name}`
            : 'Remember this for the next file like it'
        }
        description="It is then read and fixed in the same way, without these questions."
        checked={wants}
        disabled={disabled}
        onChange={(event) => setWants(event.currentTarget.checked)}
      />
      {wants && !isUsed && (
        <TextInput
          size="sm"
          label="Name"
          description={replaces ? 'Replaces what was remembered under this name.' : undefined}
          maxLength={60}
          disabled={disabled}
          value={name}
          error={name.trim() === '' ? 'Enter a name' : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
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
