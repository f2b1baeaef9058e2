import { WebhookInput, type WebhookRow, webhooks } from '../../../../contract/integrations/webhooks.ts'
import type { z } from '../../../../contract/shared/zod.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { SwitchField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { EventsField } from './EventsField.tsx'

/** Creates a webhook and passes its secret to `onCreated`. */
export function NewWebhook({ onCreated, onClose }: { onCreated: (secret: string) => void; onClose: () => void }) {
  const write = useWrite(webhooks.create)
  const form = useRecordForm(WebhookInput, { webhookName: '', address: '', events: [], active: true })
  return (
    <RecordForm
      title="Add Webhook"
      action="Create webhook"
      form={form}
      write={write}
      save={async (body) => {
        const answer = await write.mutateAsync({ body })
        onCreated(answer.data.secret)
        return answer
      }}
      done={['Webhook Created!', 'Its secret is shown once, after this message.']}
      size={560}
      onClose={onClose}
    >
      <WebhookFields control={form.control} />
    </RecordForm>
  )
}

/** Changes a webhook, or turns it on or off. */
export function EditWebhook({ webhook, onClose }: { webhook: WebhookRow; onClose: () => void }) {
  const id = webhook.webhookID
  const write = useWrite(webhooks.update)
  const { webhookName, address, active } = webhook
  const events = webhook.events as z.input<typeof WebhookInput>['events']
  const form = useRecordForm(WebhookInput, { webhookName, address, events, active })
  return (
    <RecordForm
      title="Edit Webhook"
      action="Update webhook"
      form={form}
      write={write}
      about={{ entity: 'webhook', id }}
      stored={{ record: webhook, reload: async () => (await call(webhooks.get, { id })).data }}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      done={['Webhook Updated!', 'The webhook has been successfully updated.']}
      size={560}
      onClose={onClose}
    >
      <WebhookFields control={form.control} />
    </RecordForm>
  )
}

function WebhookFields({ control }: Pick<FormOf<typeof WebhookInput>, 'control'>) {
  return (
    <>
      <TextField control={control} name="webhookName" required hint="What is told, like Bookkeeping." />
      <TextField
        control={control}
        name="address"
        required
        inputMode="url"
        hint="It begins with https:// and leads to the public internet."
      />
      <EventsField control={control} />
      <SwitchField control={control} name="active" hint="Turned off, it misses what happens meanwhile." />
    </>
  )
}
