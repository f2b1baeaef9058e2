import { Button } from '@mantine/core'

import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import type { OrderGroup } from './orderGroups.ts'

/** Lists the purchase orders to create: one for each supplier and location, opened one at a time. */
export function OrdersToMake({
  groups,
  onOpen,
  onClose,
}: {
  groups: readonly OrderGroup[]
  onOpen: (group: OrderGroup) => Promise<void>
  onClose: () => void
}) {
  const next = groups.find(({ opened }) => !opened)
  return (
    <Dialog title={`${groups.length} purchase orders`} full onClose={onClose}>
      <div className="dlg-body">
        <p>An order goes to one supplier and one location. After each, Back leads here again.</p>
        <ul className="order-groups">
          {groups.map((group, n) => {
            const name = group.supplierName ?? 'No supplier yet'
            return (
              <li key={n}>
                <div>
                  <b>{name}</b>
                  <p>
                    {group.locationName}: {group.lines.join(', ')}
                  </p>
                </div>
                <Button
                  variant={group === next ? 'filled' : 'default'}
                  data-autofocus={group === next || undefined}
                  aria-label={`Create Purchase Order, ${name}, ${group.locationName}`}
                  onClick={() => void onOpen(group)}
                >
                  {group.opened ? 'Open again' : 'Create Purchase Order'}
                </Button>
              </li>
            )
          })}
        </ul>
      </div>
      <div className="dlg-foot">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
