import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import type { NotificationRow } from '../../../../contract/people/notifications.ts'
import { purchaseOrders } from '../../../../contract/purchasing/purchase-orders.ts'
import { inventoryAdjustments } from '../../../../contract/stock/inventory-adjustments.ts'
import { formatMoment } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useOrderDecision } from '../../purchasing/orders/useOrderDecision.ts'
import { useDecision } from '../../stock/adjustments/useDecision.ts'

/** The record that a message asks to decide; null if the message asks for nothing. */
export const decisionOf = ({ kind, entity }: NotificationRow): 'adjustment' | 'order' | null =>
  kind === 'adjustmentWaiting' && entity === 'inventoryAdjustment'
    ? 'adjustment'
    : kind === 'purchaseWaiting'
      ? 'order'
      : null

/** Offers to decide the adjustment of a message. After the decision it says who decided what. */
export function AdjustmentDecision({ id }: { id: number }) {
  const mayDecide = may(useAccount(), 'adjustments.decide')
  const { approve, decline } = useDecision()
  const { data } = useQuery(readQuery(inventoryAdjustments.get, { id }))
  if (!data) return null
  const { status, decidedBy, decidedAt } = data.data
  if (status !== 'Pending')
    return <Decided word={status === 'Completed' ? 'Approved' : 'Declined'} by={decidedBy} at={decidedAt} />
  return (
    mayDecide && (
      <>
        <Button variant="filled" onClick={() => void approve(id)}>
          Approve
        </Button>
        <Button onClick={() => void decline(id)}>Decline</Button>
      </>
    )
  )
}

/** Offers to decide the purchase order of a message. After the decision it says what was decided. */
export function OrderDecision({ id }: { id: number }) {
  const mayDecide = may(useAccount(), 'orders.decide')
  const { approve, cancel, isDeciding } = useOrderDecision()
  const { data } = useQuery(readQuery(purchaseOrders.get, { id }))
  if (!data) return null
  const { status, approvedBy, approvedAt } = data.data
  if (status !== 'Pending')
    return status === 'Canceled' ? (
      <Decided word="Canceled" by={null} at={null} />
    ) : (
      <Decided word="Approved" by={approvedBy} at={approvedAt} />
    )
  return (
    mayDecide && (
      <>
        <Button variant="filled" loading={isDeciding} onClick={() => void approve(data.data)}>
          Approve
        </Button>
        <Button onClick={() => void cancel(data.data)}>Cancel Order</Button>
      </>
    )
  )
}

function Decided({ word, by, at }: { word: string; by: string | null; at: string | null }) {
  const timeZone = useTimeZone()
  return (
    <output className="decided">
      {word}
      {by !== null && ` by ${by}`}
      {at !== null && `, ${formatMoment(at, timeZone)}`}
    </output>
  )
}
