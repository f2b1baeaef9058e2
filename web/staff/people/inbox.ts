import type { topics } from '../../../contract/notifications.ts'
import {
  BellIcon,
  CustomerIcon,
  type Icon,
  InventoryAdjustmentIcon,
  InventoryIcon,
  PurchaseOrderIcon,
  SalesIcon,
} from '../../ui/icons.tsx'

/** How often a page that is looked at asks for new messages (milliseconds). */
export const inboxInterval = 20_000

export const topicIcons: Record<(typeof topics)[number], Icon> = {
  Questions: BellIcon,
  Approvals: InventoryAdjustmentIcon,
  Stock: InventoryIcon,
  Sales: SalesIcon,
  Purchasing: PurchaseOrderIcon,
  People: CustomerIcon,
}
