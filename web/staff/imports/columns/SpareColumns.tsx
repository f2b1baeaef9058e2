import { Checkbox } from '@mantine/core'

import { headingOf } from '../../../../contract/imports/mapping-rules.ts'
import type { Mapping } from '../../../../contract/imports/mapping.ts'
import type { Draft } from '../draft/useDraft.ts'
import { listIgnored, listSpare, withAppended } from './sources.ts'

/** Names the columns of the file that are not taken. Those of items can be added to the description. */
export function SpareColumns({ draft, onChange }: { draft: Draft; onChange: (mapping: Mapping) => void }) {
  const { header, mapping, kind } = draft
  const spare = listSpare(draft)
  if (spare.length === 0) return null
  return (
    <div className="import-spare">
      <IgnoredColumns draft={draft} />
      {kind === 'items' && (
        <details>
          <summary>Add columns to the description</summary>
          <fieldset>
            <legend className="vh">Add columns to the description</legend>
            {spare.map((position) => (
              <Checkbox
                key={position}
                size="sm"
                label={headingOf(header, position)}
                checked={mapping.appended.includes(position)}
                onChange={(event) => onChange(withAppended(mapping, position, event.currentTarget.checked))}
              />
            ))}
          </fieldset>
        </details>
      )}
    </div>
  )
}

/** The number of columns that a sentence names. */
const named = 30

/** Names the columns that are not taken. */
export function IgnoredColumns({ draft }: { draft: Draft }) {
  const ignored = listIgnored(draft)
  if (ignored.length === 0) return null
  const more = ignored.length > named ? `, and ${ignored.length - named} more` : ''
  return (
    <p className="import-about">
      {ignored.length === 1 ? 'This column is' : 'These columns are'} not taken: {ignored.slice(0, named).join(', ')}
      {more}.
    </p>
  )
}
