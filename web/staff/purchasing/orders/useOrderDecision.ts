import { type PurchaseOrderRow, purchaseOrders } from '../../../../contract/purchasing/purchase-orders.ts'
import { formatShownCost } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { toasts } from '../../../ui/toasts.ts'

/** Returns functions that approve or cancel an order after a confirmation. */
export function useOrderDecision() {
  const dialogs = useDialogs()
  const approving = useWrite(purchaseOrders.approve)
  const canceling = useWrite(purchaseOrders.cancel)
  const isDeciding = approving.isPending || canceling.isPending

  async function confirmAndSend(
    { poID: id, poNumber, updatedAt }: PurchaseOrderRow,
    write: typeof approving,
    question: Parameters<typeof dialogs.confirm>[0],
    [done, failed]: readonly [string, string],
  ) {
    if (isDeciding || !(await dialogs.confirm(question))) return
    try {
      await write.mutateAsync({ id, body: { updatedAt } })
      toasts.success(`${poNumber} is ${done}`)
    } catch (error) {
      await dialogs.error(failed, `${poNumber}: ${(error as Error).message}`)
    }
  }
  function approve(order: PurchaseOrderRow) {
    const lines = order.purchaseOrderItems.length
    return confirmAndSend(
      order,
      approving,
      {
        title: `Approve ${order.poNumber}?`,
        text: `${order.supplier.supplierName}, ${lines} ${lines === 1 ? 'item' : 'items'}, ${formatShownCost(order.totalCost)}. From then on it can be received, and no longer be changed.`,
        action: 'Approve',
      },
      ['approved', 'Approval Failed'],
    )
  }
  const cancel = (order: PurchaseOrderRow) =>
    confirmAndSend(
      order,
      canceling,
      {
        title: `Cancel ${order.poNumber}?`,
        text: `${order.supplier.supplierName}, ${formatShownCost(order.totalCost)}. A canceled purchase order stays canceled.`,
        action: 'Cancel purchase order',
        cancel: 'Keep purchase order',
        danger: true,
      },
      ['canceled', 'Cancellation Failed'],
    )
  return { approve, cancel, isDeciding }
}
