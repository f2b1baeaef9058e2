import { useQuery } from '@tanstack/react-query'
import { type Control, useController } from 'react-hook-form'

import { type ApiTokenInput, apiTokens } from '../../../../contract/integrations/api-tokens.ts'
import type { z } from '../../../../contract/shared/zod.ts'
import { formatCount } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useFieldName } from '../../../ui/form/fieldNames.ts'
import { Pending } from '../../../ui/Pending.tsx'
import { GroupedChoices } from './GroupedChoices.tsx'

const countCalls = (number: number) => formatCount(number, 'call')

/** Chooses the calls that a token may make, by subject. */
export function CallsField({ control }: { control: Control<z.input<typeof ApiTokenInput>> }) {
  const { data, error, refetch } = useQuery(readQuery(apiTokens.calls, {}))
  const { field } = useController({ control, name: 'operations' })
  useFieldName('operations', 'Calls', () => countCalls(field.value.length))
  if (!data) return <Pending error={error} refetch={refetch} height={240} />
  const calls = data.data
  return (
    <GroupedChoices
      legend="Calls"
      hint="What the program may do."
      noun="call"
      count={countCalls}
      choices={calls.map(({ operationID, summary, group }) => ({
        value: operationID,
        label: summary,
        group: group.charAt(0).toUpperCase() + group.slice(1),
      }))}
      chosen={field.value}
      shortcut={{
        label: 'Choose every call that only reads',
        values: calls.filter(({ isRead }) => isRead).map(({ operationID }) => operationID),
      }}
      onChange={field.onChange}
    />
  )
}
