import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'

import { OrderClosing, type PurchaseOrderRow, purchaseOrders } from '../../../../contract/purchasing/purchase-orders.ts'
import { formatInUnit } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { listProblems, SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { toasts } from '../../../ui/toasts.ts'

/** Asks which outstanding lines of an order to close, and why. */
export function CloseOrder({ order, onClose }: { order: PurchaseOrderRow; onClose: () => void }) {
  const write = useWrite(purchaseOrders.close)
  const outstanding = order.purchaseOrderItems.filter((line) => line.outstanding > 0)
  const [chosen, setChosen] = useState<readonly number[]>(outstanding.map(({ poItemID }) => poItemID))
  const [reason, setReason] = useState('')
  const body = { reason, poItemIDs: [...chosen] }
  const missing = [
    ...(chosen.length === 0 ? ['Choose at least one item'] : []),
    ...listProblems(OrderClosing.pick({ reason: true }).safeParse({ reason }).error),
  ]

  async function close() {
    if (missing.length > 0 || write.isPending) return
    const answer = await write.mutateAsync({ id: order.poID, body }).catch(() => null)
    if (!answer) return
    toasts.success(`${order.poNumber} is ${answer.data.status}`)
    onClose()
  }
  return (
    <Dialog title={`Close what is outstanding of ${order.poNumber}`} size={560} onClose={onClose}>
      <form
        className="dlg"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void close()
        }}
      >
        <div className="dlg-body">
          <p>What is closed is not to come any more. Once nothing is outstanding, the order is Received.</p>
          <TextInput
            label="Reason"
            required
            data-autofocus
            autoComplete="off"
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Checkbox.Group
            label="Outstanding"
            value={chosen.map(String)}
            onChange={(values) => setChosen(values.map(Number))}
          >
            <div className="close-lines">
              {outstanding.map((line) => (
                <Checkbox
                  key={line.poItemID}
                  value={String(line.poItemID)}
                  label={`${line.itemName}: ${formatInUnit(line.outstanding, line.uom)}`}
                />
              ))}
            </div>
          </Checkbox.Group>
        </div>
        <p className="error-line" role="alert">
          {write.error && `Error: ${write.error.message}`}
        </p>
        <div className="dlg-foot">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton missing={missing} pending={write.isPending}>
            Close items
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
