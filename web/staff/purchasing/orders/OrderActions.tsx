import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { type PurchaseOrderRow, purchaseOrders } from '../../../../contract/purchasing/purchase-orders.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { callForFile } from '../../../lib/api.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useDialogOpen } from '../../../ui/dialog/dialogs.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { printPaper } from '../../../ui/Paper.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { usePdf } from '../../../ui/usePdf.ts'
import { receivingsOf } from './OrderReceivings.tsx'
import { useOrderDecision } from './useOrderDecision.ts'

/** Shows the actions that the order's status and the user's role allow. */
export function OrderActions({
  order,
  isCovered,
  onEdit,
  onCloseLines,
}: {
  order: PurchaseOrderRow
  /** Whether a panel covers the page. The panel then has the keys. */
  isCovered: boolean
  onEdit: () => void
  onCloseLines: () => void
}) {
  const navigate = useNavigate()
  const manager = may(useAccount(), 'orders.decide')
  const { approve, cancel, isDeciding } = useOrderDecision()
  const { poID: id, status } = order
  const pending = status === 'Pending'
  const open = status === 'Approved' || status === 'Partially Received'
  const blocked = usePendingReceiving(id)
  const receive = () => void navigate(`${screens.receivings}?poID=${id}`, { state: { opened: true } })
  const hasKeys = !useDialogOpen() && !isCovered
  useShortcuts('This order', [{ key: 'F9', what: 'Receive', run: receive }], open && hasKeys)

  return (
    <div className="order-actions">
      <Button onClick={() => void printPaper()}>Print</Button>
      <PdfButton order={order} />
      {manager && (pending || status === 'Approved') && (
        <SubmitButton
          plain
          missing={blocked}
          pending={isDeciding}
          onPress={() => blocked.length === 0 && void cancel(order)}
        >
          Cancel Order
        </SubmitButton>
      )}
      {manager && open && (
        <SubmitButton plain missing={blocked} pending={false} onPress={() => blocked.length === 0 && onCloseLines()}>
          Close Order
        </SubmitButton>
      )}
      {pending && <Button onClick={onEdit}>Edit</Button>}
      {manager && pending && (
        <Button variant="filled" loading={isDeciding} onClick={() => void approve(order)}>
          Approve
        </Button>
      )}
      {open && (
        <Button variant="filled" title="F9" onClick={receive}>
          Receive
        </Button>
      )}
    </div>
  )
}

/** Returns the reason why an order can be neither canceled nor closed: a delivery of it that is not completed yet. */
function usePendingReceiving(poID: number): string[] {
  const { data } = useQuery(receivingsOf(poID))
  const pending = data?.data.find(({ status }) => status === 'Pending')
  return pending ? [`Receiving no. ${pending.poReceivingID} is Pending: complete or cancel it first`] : []
}

/** Downloads the order as a PDF. */
function PdfButton({ order: { poID: id, poNumber } }: { order: PurchaseOrderRow }) {
  const { making, makePdf } = usePdf()
  return (
    <Button loading={making} onClick={() => void makePdf(poNumber, () => callForFile(purchaseOrders.pdf, { id }))}>
      PDF
    </Button>
  )
}
