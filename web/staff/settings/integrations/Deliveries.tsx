import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import {
  deliveryStates,
  type WebhookDeliveryRow,
  type WebhookRow,
  webhooks,
} from '../../../../contract/integrations/webhooks.ts'
import { formatCount, formatMoment } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Pending } from '../../../ui/Pending.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { describeEvent, stateWords } from './webhookWords.ts'

type State = WebhookDeliveryRow['state']

/** Shows the newest deliveries of a webhook. Each can be sent again. */
export function Deliveries({
  webhook: { webhookID: id, webhookName },
  onClose,
}: {
  webhook: WebhookRow
  onClose: () => void
}) {
  const [state, setState] = useState<State | null>(null)
  const { data, error, refetch } = useQuery(readQuery(webhooks.deliveries, { id, query: state ? { state } : {} }))
  return (
    <Dialog title={`Deliveries of ${webhookName}`} size={680} full onClose={onClose}>
      <div className="dlg-body">
        <Select
          label="State"
          placeholder="All"
          clearable
          value={state}
          data={deliveryStates.map((value) => ({ value, label: stateWords[value] }))}
          onChange={setState}
        />
        {!data && <Pending error={error} refetch={refetch} height={160} />}
        {data?.data.length === 0 && <p>There is no such delivery in the last 30 days.</p>}
        {data && data.data.length > 0 && (
          <ul className="integrations" aria-label="Deliveries">
            {data.data.map((delivery) => (
              <Row key={delivery.deliveryID} delivery={delivery} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function Row({ delivery }: { delivery: WebhookDeliveryRow }) {
  const { deliveryID, type, entityID, happenedAt, state, reason, isTest } = delivery
  const timeZone = useTimeZone()
  const sendAgain = useWrite(webhooks.sendAgain)
  const name = `${describeEvent(type)}${isTest || entityID === null ? '' : ` ${entityID}`}`
  const onSend = () =>
    sendAgain.mutate(
      { id: deliveryID },
      {
        onSuccess: () => toasts.success(`${name} is sent again`),
        onError: ({ message }) => toasts.error(message),
      },
    )
  return (
    <li aria-label={name}>
      <div>
        <p className="integrations-head">
          <b>{name}</b>
          <StatusBadge status={stateWords[state]} />
        </p>
        <small>{formatMoment(happenedAt, timeZone)}</small>
        <small>{describeTries(delivery, (at) => formatMoment(at, timeZone))}</small>
        {reason !== null && <small className="integrations-warning">{reason}.</small>}
      </div>
      {!isTest && (
        <Button
          size="sm"
          variant="subtle"
          aria-label={`Send again: ${name}`}
          disabled={sendAgain.isPending}
          onClick={onSend}
        >
          Send again
        </Button>
      )}
    </li>
  )
}

/** Says how often a delivery was tried, what the last answer was, and when it is tried next. */
function describeTries(
  { attempts, answerCode, duration, nextTryAt }: WebhookDeliveryRow,
  moment: (at: string) => string,
) {
  const parts = [
    attempts === 0 ? 'Not tried yet' : formatCount(attempts, 'attempt'),
    ...(answerCode === null ? [] : [`answer ${answerCode}`]),
    ...(duration === null ? [] : [`${duration} ms`]),
    ...(nextTryAt === null || attempts === 0 ? [] : [`next attempt ${moment(nextTryAt)}`]),
  ]
  return parts.join(' · ')
}
