import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'

import { repricings, type RepricingRow } from '../../../../contract/pricing/repricing.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toasts } from '../../../ui/toasts.ts'

/** Asks why a batch is undone, and restores the prices before it. */
export function UndoBatch({
  batch: { repricingID: id, items },
  onUndone,
  onClose,
}: {
  batch: RepricingRow
  onUndone: () => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const write = useWrite(repricings.undo)
  async function undo() {
    try {
      await write.mutateAsync({ id, body: { reason: reason.trim() || null } })
      toasts.success(
        `Batch ${id} is undone: ${items === 1 ? 'its price is' : `all ${formatQuantity(items)} prices are`} as before`,
      )
      onUndone()
    } catch (failure) {
      toasts.error(`Error: ${(failure as Error).message}`)
    }
  }
  return (
    <Dialog title={`Undo batch ${id}?`} onClose={onClose}>
      <form
        className="dlg"
        onSubmit={(event) => {
          event.preventDefault()
          void undo()
        }}
      >
        <div className="dlg-body">
          <p>
            {items === 1
              ? 'The item gets the price that it had before.'
              : `${formatQuantity(items)} items get the prices that they had before.`}
          </p>
          <TextInput
            label="Reason"
            placeholder="Wrong rate"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </div>
        <div className="dlg-foot">
          <Button onClick={onClose}>Keep the prices</Button>
          <Button type="submit" variant="filled" loading={write.isPending}>
            Undo the batch
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
