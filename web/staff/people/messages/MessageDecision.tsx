import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { NotificationRow } from '../../../../contract/people/notifications.ts'
import { users } from '../../../../contract/people/users.ts'
import { purchaseOrders } from '../../../../contract/purchasing/purchase-orders.ts'
import {
  isUnassigned,
  may as mayRole,
  type RoleID,
  roleIDs,
  roleNames,
} from '../../../../contract/shared/permissions.ts'
import { type InventoryAdjustmentRow, inventoryAdjustments } from '../../../../contract/stock/inventory-adjustments.ts'
import { messageOf } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useOrderDecision } from '../../purchasing/orders/useOrderDecision.ts'
import { formatSigned } from '../../shared/stock.ts'
import { useDecision } from '../../stock/adjustments/useDecision.ts'

/** Whether a message asks for a decision. */
export const asksForDecision = ({ kind }: NotificationRow) =>
  kind === 'adjustmentWaiting' || kind === 'purchaseWaiting' || kind === 'accountWaiting'

/** Offers to decide what the message asks for. After the decision it says who decided what. */
export function MessageDecision({ message: { kind, entity, entityID } }: { message: NotificationRow }) {
  if (kind === 'purchaseWaiting') return <OrderDecision id={entityID} />
  if (kind === 'accountWaiting') return <AccountDecision id={entityID} />
  if (kind !== 'adjustmentWaiting') return null
  return <AdjustmentDecisions asked={entity === 'stockCount' ? { countID: entityID } : { requestedWith: entityID }} />
}

/** Offers to decide each adjustment of one request, which a stock count or an import can have many of. */
function AdjustmentDecisions({ asked }: { asked: { countID: number } | { requestedWith: number } }) {
  const query = { ...asked, sort: 'adjustmentID', pageSize: 100 } as const
  const { data } = useQuery(readQuery(inventoryAdjustments.list, { query }))
  if (!data) return null
  const [only, ...others] = data.data
  if (only && others.length === 0) return <AdjustmentDecision adjustment={only} />
  return (
    <ul className="decisions" aria-label="Adjustments">
      {data.data.map((adjustment) => (
        <li key={adjustment.adjustmentID}>
          <span className="num">{formatSigned(adjustment.quantityAdjusted, adjustment.inventory.item)}</span>
          <span className="of">{adjustment.inventory.item.itemName}</span>
          <AdjustmentDecision adjustment={adjustment} one />
        </li>
      ))}
    </ul>
  )
}

function AdjustmentDecision({
  adjustment: { adjustmentID: id, status, decidedBy, decidedAt, inventory },
  one = false,
}: {
  adjustment: InventoryAdjustmentRow
  /** Whether it stands among others, so that its buttons name their item. */
  one?: boolean
}) {
  const mayDecide = may(useAccount(), 'adjustments.decide')
  const { approve, decline } = useDecision()
  if (status !== 'Pending')
    return <Decided word={status === 'Completed' ? 'Approved' : 'Declined'} by={decidedBy} at={decidedAt} />
  const propsOf = (verb: string) =>
    one ? ({ size: 'sm', 'aria-label': `${verb} the adjustment of ${inventory.item.itemName}` } as const) : {}
  return (
    mayDecide && (
      <>
        <Button variant={one ? 'default' : 'filled'} {...propsOf('Approve')} onClick={() => void approve(id)}>
          Approve
        </Button>
        <Button {...propsOf('Decline')} onClick={() => void decline(id)}>
          Decline
        </Button>
      </>
    )
  )
}

/** Offers to decide the purchase order of a message. After the decision it says what was decided. */
function OrderDecision({ id }: { id: number }) {
  const mayDecide = may(useAccount(), 'orders.decide')
  const { approve, cancel, isDeciding } = useOrderDecision()
  const { data } = useQuery(readQuery(purchaseOrders.get, { id }))
  if (!data) return null
  const { status, approvedBy, approvedAt, canceledBy, canceledAt } = data.data
  if (status !== 'Pending')
    return status === 'Canceled' ? (
      <Decided word="Canceled" by={canceledBy} at={canceledAt} />
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

/** Offers to give a new account its role, or says what became of it. */
function AccountDecision({ id }: { id: number }) {
  const account = useAccount()
  const mayDecide = may(account, 'users.manage')
  const { data } = useQuery({ ...readQuery(users.get, { id }), enabled: mayDecide })
  const write = useWrite(users.update)
  const dialogs = useDialogs()
  const [chosen, choose] = useState<RoleID | null>(null)
  if (!data) return null
  const { roleID, roleName, status } = data.data
  if (!status) return <Decided word="The account is inactive" by={null} at={null} />
  if (!isUnassigned(roleID)) return <Decided word={`The account has the role ${roleName}`} by={null} at={null} />
  // Only an administrator appoints another.
  const roles = roleIDs.filter(
    (one) => !isUnassigned(one) && (may(account, 'users.make_admin') || !mayRole(one, 'users.make_admin')),
  )

  async function giveRole(role: RoleID) {
    try {
      await write.mutateAsync({ id, body: { ...data!.data, roleID: role } })
    } catch (error) {
      await dialogs.error('No Role Given', messageOf(error as Error, 'Failed to give the role'))
    }
  }
  return (
    <>
      <Select<RoleID>
        className="role"
        aria-label="Role"
        placeholder="Choose a role"
        data={roles.map((one) => ({ value: one, label: roleNames[one] }))}
        value={chosen}
        onChange={choose}
      />
      <Button
        variant="filled"
        loading={write.isPending}
        aria-disabled={chosen === null || undefined}
        onClick={() => chosen !== null && void giveRole(chosen)}
      >
        Give the role
      </Button>
    </>
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
