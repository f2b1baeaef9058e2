import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router'

import {
  deliveryStates,
  type WebhookDeliveryRow,
  type WebhookRow,
  webhooks,
} from '../../../../contract/integrations/webhooks.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { describeEvent, stateWords } from './webhookWords.ts'

/** Lists the deliveries of a webhook. Each can be sent again. */
export function Deliveries({
  webhook: { webhookID: id, webhookName },
  onClose,
}: {
  webhook: WebhookRow
  onClose: () => void
}) {
  const timeZone = useTimeZone()
  const [, setParams] = useSearchParams()
  // The address holds the state of the list, which ends with the dialog.
  const close = () => {
    setParams({}, { replace: true, preventScrollReset: true })
    onClose()
  }
  return (
    <Dialog title={`Deliveries of ${webhookName}`} size={1100} full onClose={close}>
      <div className="dlg-body">
        <QueryTable
          name="webhook-deliveries"
          label="Deliveries"
          list={webhooks.deliveries}
          params={{ id }}
          columns={createColumns((at) => formatMoment(at, timeZone))}
          rowID={({ deliveryID }) => deliveryID}
          search="Event, key or reason"
          filters={[
            {
              field: 'state',
              label: 'Any state',
              options: deliveryStates.map((value) => ({ value, label: stateWords[value] })),
            },
            { field: 'from', label: 'From', date: true },
            { field: 'to', label: 'To', date: true },
          ]}
          empty={{ title: 'No deliveries', text: 'There is no delivery in the last 30 days.' }}
        />
      </div>
    </Dialog>
  )
}

const nameOf = ({ type, entityID, isTest }: WebhookDeliveryRow) =>
  `${describeEvent(type)}${isTest || entityID === null ? '' : ` ${entityID}`}`

const createColumns = (moment: (at: string) => string): Columns<typeof webhooks.deliveries> => [
  { header: 'Event', value: nameOf, sort: 'type', card: 'title' },
  {
    header: 'State',
    value: ({ state }) => stateWords[state],
    cell: ({ state }) => <StatusBadge status={stateWords[state]} />,
    sort: 'state',
    card: 'status',
  },
  {
    header: 'Happened',
    value: ({ happenedAt }) => moment(happenedAt),
    sort: 'happenedAt',
    oneLine: true,
    card: 'detail',
  },
  { header: 'Attempts', value: ({ attempts }) => attempts, align: 'right' },
  { header: 'Answer', value: ({ answerCode }) => answerCode, align: 'right', card: 'value', cardLabel: true },
  { header: 'Time (ms)', value: ({ duration }) => duration, align: 'right' },
  { header: 'Reason', value: ({ reason }) => reason, card: 'extra' },
  {
    header: 'Next attempt',
    value: ({ nextTryAt, attempts }) => (nextTryAt === null || attempts === 0 ? null : moment(nextTryAt)),
    oneLine: true,
  },
  { header: '', name: 'Actions', cell: (delivery) => <SendAgain delivery={delivery} />, card: 'action' },
]

function SendAgain({ delivery }: { delivery: WebhookDeliveryRow }) {
  const sendAgain = useWrite(webhooks.sendAgain)
  const name = nameOf(delivery)
  if (delivery.isTest) return null
  return (
    <Button
      size="sm"
      variant="subtle"
      aria-label={`Send again: ${name}`}
      disabled={sendAgain.isPending}
      onClick={() =>
        sendAgain.mutate(
          { id: delivery.deliveryID },
          {
            onSuccess: () => toasts.success(`${name} is sent again`),
            onError: ({ message }) => toasts.error(message),
          },
        )
      }
    >
      Send again
    </Button>
  )
}
