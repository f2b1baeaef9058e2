import './integrations.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { webhooks } from '../../../../contract/integrations/webhooks.ts'
import { readQuery } from '../../../lib/query.ts'
import { Pending } from '../../../ui/Pending.tsx'
import { Deliveries } from './Deliveries.tsx'
import { ShownOnce } from './ShownOnce.tsx'
import { EditWebhook, NewWebhook } from './WebhookForm.tsx'
import { WebhookItem } from './WebhookItem.tsx'

type Opened = { kind: 'new' } | { kind: 'edit' | 'deliveries'; id: number }

/** Lists the webhooks, each with its state and its actions. A new secret is shown once. */
export function Webhooks() {
  const { data, error, refetch } = useQuery(readQuery(webhooks.list, {}))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  if (!data) return <Pending error={error} refetch={refetch} height={120} />
  const close = () => setOpened(null)
  const found = opened && opened.kind !== 'new' ? data.data.find(({ webhookID }) => webhookID === opened.id) : undefined
  return (
    <>
      {secret !== null && (
        <ShownOnce title="The new secret" label="Secret" text={secret} onDone={() => setSecret(null)}>
          Copy it now into the other program, which checks with it that an event is from this shop. It cannot be shown
          again.
        </ShownOnce>
      )}
      {data.data.length === 0 ? (
        <p className="integrations-none">No program is told what happens.</p>
      ) : (
        <ul className="integrations" aria-label="Webhooks">
          {data.data.map((webhook) => (
            <WebhookItem
              key={webhook.webhookID}
              webhook={webhook}
              onEdit={() => setOpened({ kind: 'edit', id: webhook.webhookID })}
              onDeliveries={() => setOpened({ kind: 'deliveries', id: webhook.webhookID })}
              onSecret={setSecret}
            />
          ))}
        </ul>
      )}
      <Button variant="default" onClick={() => setOpened({ kind: 'new' })}>
        Add a webhook
      </Button>
      {opened?.kind === 'new' && <NewWebhook onCreated={setSecret} onClose={close} />}
      {opened?.kind === 'edit' && found && <EditWebhook webhook={found} onClose={close} />}
      {opened?.kind === 'deliveries' && found && <Deliveries webhook={found} onClose={close} />}
    </>
  )
}
