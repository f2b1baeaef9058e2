import './callsField.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'

import { type ApiTokenInput, apiTokens, type ProgramCall } from '../../../../contract/integrations/api-tokens.ts'
import type { z } from '../../../../contract/shared/zod.ts'
import { formatCount } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useFieldName } from '../../../ui/form/fieldNames.ts'
import { Pending } from '../../../ui/Pending.tsx'

/** Chooses the calls that a token may make, by subject. */
export function CallsField({ control }: { control: Control<z.input<typeof ApiTokenInput>> }) {
  const { data, error, refetch } = useQuery(readQuery(apiTokens.calls, {}))
  const { field } = useController({ control, name: 'operations' })
  const [search, setSearch] = useState('')
  useFieldName('operations', 'Calls', () => formatCount(field.value.length, 'call'))
  if (!data) return <Pending error={error} refetch={refetch} height={240} />
  const calls = data.data
  const found = calls.filter(({ summary, group }) => `${group} ${summary}`.toLowerCase().includes(search.toLowerCase()))
  const chosen = new Set(field.value)

  function choose(operationIDs: readonly string[], isChosen: boolean) {
    const next = new Set(chosen)
    for (const operationID of operationIDs) {
      if (isChosen) next.add(operationID)
      else next.delete(operationID)
    }
    field.onChange([...next])
  }

  return (
    <fieldset className="calls">
      <legend>Calls</legend>
      <p>
        {field.value.length === 0 ? 'What the program may do.' : `${formatCount(field.value.length, 'call')} chosen.`}
      </p>
      <TextInput
        aria-label="Search calls"
        placeholder="Search calls"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <section className="calls-list" aria-label="Calls by subject">
        {found.length === 0 && <p>No call has these words.</p>}
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, ofGroup]) => (
          <Subject key={group} name={group} calls={ofGroup} chosen={chosen} isOpen={search !== ''} choose={choose} />
        ))}
      </section>
      <div className="calls-all">
        <Button
          size="xs"
          variant="subtle"
          onClick={() => field.onChange(calls.filter(({ isRead }) => isRead).map(({ operationID }) => operationID))}
        >
          Choose every call that only reads
        </Button>
        <Button size="xs" variant="subtle" onClick={() => field.onChange([])}>
          Choose none
        </Button>
      </div>
    </fieldset>
  )
}

function Subject({
  name,
  calls,
  chosen,
  isOpen,
  choose,
}: {
  name: string
  calls: readonly ProgramCall[]
  chosen: ReadonlySet<string>
  isOpen: boolean
  choose: (operationIDs: readonly string[], isChosen: boolean) => void
}) {
  const count = calls.filter(({ operationID }) => chosen.has(operationID)).length
  return (
    <details open={isOpen || undefined}>
      <summary>
        {name.charAt(0).toUpperCase() + name.slice(1)}
        <small>
          {count === 0 ? formatCount(calls.length, 'call') : `${count} of ${formatCount(calls.length, 'call')}`}
        </small>
      </summary>
      {calls.map(({ operationID, summary }) => (
        <Checkbox
          key={operationID}
          size="xs"
          label={summary}
          checked={chosen.has(operationID)}
          onChange={(event) => choose([operationID], event.currentTarget.checked)}
        />
      ))}
    </details>
  )
}
