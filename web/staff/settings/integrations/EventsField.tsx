import { type Control, useController } from 'react-hook-form'

import type { WebhookInput } from '../../../../contract/integrations/webhooks.ts'
import type { z } from '../../../../contract/shared/zod.ts'
import { formatCount } from '../../../lib/format.ts'
import { useFieldName } from '../../../ui/form/fieldNames.ts'
import { GroupedChoices } from './GroupedChoices.tsx'
import { eventChoices } from './webhookWords.ts'

const countEvents = (number: number) => formatCount(number, 'event')

/** Chooses the events that a webhook tells, by the kind of record. */
export function EventsField({ control }: { control: Control<z.input<typeof WebhookInput>> }) {
  const { field, fieldState } = useController({ control, name: 'events' })
  useFieldName('events', 'Events', () => countEvents(field.value.length))
  return (
    <GroupedChoices
      legend="Events"
      hint="What the program is told."
      error={fieldState.error?.message}
      noun="event"
      count={countEvents}
      choices={eventChoices}
      chosen={field.value}
      onChange={field.onChange}
    />
  )
}
