import { Select } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { type ImportColumn, listImportColumns } from '../../../../contract/imports/import-columns.ts'
import type { Mapping } from '../../../../contract/imports/mapping.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { useSeesCosts } from '../../../lib/settings.ts'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { AlertIcon } from '../../../ui/icons.tsx'
import { draftAddress } from '../draft/draftAddress.ts'
import type { Draft, DraftState } from '../draft/useDraft.ts'
import { useStepHeading } from '../draft/useStepHeading.ts'
import { ColumnSource } from './ColumnSource.tsx'
import { Preview } from './Preview.tsx'
import { lacksColumns } from './sources.ts'
import { SpareColumns } from './SpareColumns.tsx'

/** The second step: each column of ours gets a column of the file, or a rule. */
export function MapColumns({ draft, state: { change } }: { draft: Draft; state: DraftState }) {
  const navigate = useNavigate()
  const heading = useStepHeading()
  const seesCosts = useSeesCosts()
  const columns = listImportColumns(draft.kind, seesCosts)
  // A column stays where it is after its source has changed, so that no field moves under the hand.
  const [first] = useState(
    () => new Set(columns.filter(({ key, required }) => required || isMapped(draft, key)).map(({ key }) => key)),
  )
  const unmapped = columns.filter(({ key }) => draft.unmapped.includes(key)).map(({ label }) => label)
  const missing = lacksColumns(draft) ? [`Choose where these come from: ${unmapped.join(', ')}`] : []
  const setMapping = (mapping: Mapping) => change.mutate({ what: 'map', mapping })
  const rows = (shown: readonly ImportColumn[]) =>
    shown.map((column) => <ColumnSource key={column.key} column={column} draft={draft} onChange={setMapping} />)
  const others = columns.filter(({ key }) => !first.has(key))
  return (
    <>
      <section className="panel import-step" aria-label="Columns">
        <header>
          <div>
            <h2 ref={heading} tabIndex={-1}>
              {draft.fileName}
            </h2>
            <p className="import-about">
              <Origin draft={draft} />
            </p>
          </div>
          <SubmitButton
            missing={missing}
            pending={false}
            onPress={() => {
              if (missing.length === 0) void navigate(draftAddress(draft.kind, draft.importDraftID, 'rows'))
            }}
          >
            Check the rows
          </SubmitButton>
        </header>
        <Encoding draft={draft} change={change} />
        <NamedMappings draft={draft} change={change} />
        <div role="alert">
          {change.error && (
            <p className="err">
              <AlertIcon /> {change.error.message}
            </p>
          )}
        </div>
        <div className="column-map">
          <div className="head" aria-hidden="true">
            <span>Ours</span>
            <span>Comes from</span>
            <span>Why, and what it looks like</span>
          </div>
          <ul aria-label="Our columns">{rows(columns.filter(({ key }) => first.has(key)))}</ul>
          {others.length > 0 && (
            <details>
              <summary>
                {formatQuantity(others.length)} more {others.length === 1 ? 'column' : 'columns'} that this file may not
                have
              </summary>
              <ul aria-label="More of our columns">{rows(others)}</ul>
            </details>
          )}
        </div>
        <SpareColumns draft={draft} onChange={setMapping} />
      </section>
      <Preview draft={draft} isStale={change.isPending} />
    </>
  )
}

const isMapped = ({ mapping }: Draft, key: string) => mapping.columns.some((one) => one.key === key)

const separators = { comma: 'commas', semicolon: 'semicolons', tab: 'tabs', pipe: 'upright lines' }

/** Says how the file was read: its sheet, or its encoding and separator. */
function Origin({ draft: { rows, separator, encoding, sheet } }: { draft: Draft }) {
  const count = `${formatQuantity(rows)} ${rows === 1 ? 'row' : 'rows'}.`
  return separator === null
    ? `${count} Read from the sheet ${sheet} of the workbook.`
    : `${count} Read as ${encoding}, cells between ${separators[separator]}.`
}

/** Offers other encodings for a file whose bytes prove none, so that a person can mend wrong letters. */
function Encoding({ draft: { encoding, encodings }, change }: { draft: Draft; change: DraftState['change'] }) {
  if (encodings.length === 0) return null
  return (
    <div className="import-known">
      <Select
        size="sm"
        label="Letters of the file"
        allowDeselect={false}
        disabled={change.isPending}
        data={encodings}
        value={encoding}
        onChange={(name) => {
          const one = encodings.find((other) => other === name)
          if (one && one !== encoding) change.mutate({ what: 'encoding', encoding: one })
        }}
      />
      <p className="import-about">Choose another one where letters in the preview look wrong.</p>
    </div>
  )
}

/** Offers the mappings of other tills and those that the shop has saved. */
function NamedMappings({ draft, change }: { draft: Draft; change: DraftState['change'] }) {
  const fitting = draft.choices.filter(({ missing }) => missing.length === 0)
  if (fitting.length === 0) return null
  const nameOf = ({ preset, importMappingID }: (typeof fitting)[number]) => preset ?? `saved ${importMappingID}`
  const current = fitting.find(({ mappingName }) => mappingName === draft.mappingName)
  return (
    <div className="import-known">
      <Select
        size="sm"
        label="Read as"
        placeholder="Columns of its own"
        data={fitting.map((one) => ({ value: nameOf(one), label: one.mappingName }))}
        value={current ? nameOf(current) : null}
        onChange={(name) => {
          const one = fitting.find((other) => nameOf(other) === name)
          if (one?.preset) change.mutate({ what: 'preset', preset: one.preset })
          else if (one?.importMappingID) change.mutate({ what: 'saved', importMappingID: one.importMappingID })
        }}
      />
      {current && (
        <p className="import-about">
          {current.preset === null
            ? 'The shop saved these columns for a file like this one.'
            : 'This file has the columns of that program’s own export.'}
        </p>
      )}
    </div>
  )
}
