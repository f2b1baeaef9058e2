import { Button } from '@mantine/core'

import { type WebhookRow, webhooks } from '../../../../contract/integrations/webhooks.ts'
import { formatCount, formatMoment, formatQuantity } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { describeEvent, describeHealth, stateWords } from './webhookWords.ts'

type Props = {
  webhook: WebhookRow
  onEdit: () => void
  onDeliveries: () => void
  onSecret: (secret: string) => void
}

/** One webhook of the list: where it leads, how it does, and what an administrator can do with it. */
export function WebhookItem({ webhook, onEdit, onDeliveries, onSecret }: Props) {
  const { webhookName, address, events, waiting, failed } = webhook
  const timeZone = useTimeZone()
  const { status, sentence } = describeHealth(webhook, (at) => formatMoment(at, timeZone))
  const backlog = [
    ...(waiting > 0 ? [`${formatQuantity(waiting)} waiting`] : []),
    ...(failed > 0 ? [`${formatQuantity(failed)} failed`] : []),
  ].join(', ')
  return (
    <li aria-label={webhookName}>
      <div>
        <p className="integrations-head">
          <b>{webhookName}</b>
          <StatusBadge status={status} />
        </p>
        <small>{address}</small>
        <small title={events.map(describeEvent).join('\n')}>
          {formatCount(events.length, 'event')}. {describeLast(webhook, timeZone)}
          {backlog !== '' && `. ${backlog}`}
        </small>
        {sentence !== null && <small className="integrations-warning">{sentence}.</small>}
      </div>
      <Actions webhook={webhook} onEdit={onEdit} onDeliveries={onDeliveries} onSecret={onSecret} />
    </li>
  )
}

function describeLast({ last }: WebhookRow, timeZone: string): string {
  if (last === null) return 'Nothing sent yet'
  const { type, state, triedAt, reason } = last
  const outcome = reason === null ? stateWords[state].toLowerCase() : reason
  return `${describeEvent(type)}, ${formatMoment(triedAt, timeZone)}: ${outcome}`
}

function Actions({ webhook: { webhookID: id, webhookName }, onEdit, onDeliveries, onSecret }: Props) {
  const dialogs = useDialogs()
  const test = useWrite(webhooks.test)
  const renew = useWrite(webhooks.renewSecret)
  const remove = useWrite(webhooks.delete)
  const report = ({ message }: Error) => toasts.error(message)

  async function onTest() {
    const { data } = await test.mutateAsync({ id })
    if (data.state === 'delivered') toasts.success(`${webhookName} took the test (${data.answerCode})`)
    else toasts.error(`${webhookName} did not take the test. ${data.reason}`)
  }

  async function onRenew() {
    const isSure = await dialogs.confirm({
      title: `A new secret for ${webhookName}?`,
      text: 'The former secret also signs for one more day. Copy the new one into the other program before then.',
      action: 'New secret',
    })
    if (isSure) onSecret((await renew.mutateAsync({ id })).data.secret)
  }

  async function onRemove() {
    const isSure = await dialogs.confirm({
      title: `Delete ${webhookName}?`,
      text: 'The program is told nothing more, and what waits is lost.',
      action: 'Delete webhook',
      danger: true,
    })
    if (!isSure) return
    await remove.mutateAsync({ id })
    toasts.success(`${webhookName} is deleted`)
  }

  return (
    <div className="integrations-actions">
      <Button size="sm" variant="subtle" aria-label={`Deliveries of ${webhookName}`} onClick={onDeliveries}>
        Deliveries
      </Button>
      <Button
        size="sm"
        variant="subtle"
        aria-label={`Send a test to ${webhookName}`}
        loading={test.isPending}
        onClick={() => void onTest().catch(report)}
      >
        Send a test
      </Button>
      <Button size="sm" variant="subtle" aria-label={`Edit ${webhookName}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        size="sm"
        variant="subtle"
        aria-label={`New secret for ${webhookName}`}
        onClick={() => void onRenew().catch(report)}
      >
        New secret
      </Button>
      <Button
        size="sm"
        variant="subtle"
        aria-label={`Delete ${webhookName}`}
        onClick={() => void onRemove().catch(report)}
      >
        Delete
      </Button>
    </div>
  )
}
