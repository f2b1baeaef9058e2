import './changeItems.css'
import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'

import { type ItemChanges, itemChanges } from '../../../contract/catalogue/item-changes.ts'
import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { formatQuantity } from '../../lib/format.ts'
import { useWrite } from '../../lib/query.ts'
import { may, useAccount } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ChangeFields } from './ChangeFields.tsx'
import { ChangeOutcomes } from './ChangeOutcomes.tsx'
import { useChangePreview, useItemChange } from './useItemChange.ts'

/** Applies one change to all selected items, after a preview of each. */
export function ChangeItems({
  items,
  onDone,
  onClose,
}: {
  items: readonly ItemRow[]
  onDone: () => void
  onClose: () => void
}) {
  const manager = may(useAccount(), 'catalogue.change_prices')
  const edit = useItemChange(manager ? 'price' : 'status')
  const { change, isEntered } = edit
  const [done, setDone] = useState<ItemChanges | null>(null)
  const apply = useWrite(itemChanges.apply)
  const { preview, error, isCurrent } = useChangePreview(items, change, done === null)
  const isReady = isCurrent && preview !== undefined && preview.changed > 0
  const problem = isEntered && !change.success ? change.error.issues[0]!.message : (error ?? apply.error)?.message

  async function applyChange() {
    // Sends the versions from the preview, so that the server refuses items that have changed since then.
    const rows = preview!.rows.map(({ itemID, updatedAt }) => ({ itemID, updatedAt }))
    const answer = await apply.mutateAsync({ body: { items: rows, change: change.data! } }).catch(() => null)
    if (!answer) return
    setDone(answer.data)
    onDone()
  }

  if (done) return <ItemsChanged changes={done} onClose={onClose} />
  return (
    <Dialog title={`Change ${formatItemCount(items.length)}`} size={760} full onClose={onClose}>
      <div className="dlg">
        <div className="dlg-body">
          <ChangeFields edit={edit} manager={manager} />
          {preview ? (
            <ChangeOutcomes changes={preview} what="to change" isStale={!isCurrent} />
          ) : (
            isEntered && change.success && !error && <Skeleton height={160} />
          )}
        </div>
        <p className="error-line" role="alert">
          {problem && `Error: ${problem}`}
        </p>
        <div className="dlg-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" disabled={!isReady} loading={apply.isPending} onClick={() => void applyChange()}>
            {isReady ? `Change ${formatItemCount(preview.changed)}` : 'Change items'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function ItemsChanged({ changes, onClose }: { changes: ItemChanges; onClose: () => void }) {
  return (
    <Dialog title="Items Changed" size={760} full onClose={onClose}>
      <div className="dlg-body">
        <ChangeOutcomes changes={changes} what="changed" />
      </div>
      <div className="dlg-foot">
        <Button variant="filled" data-autofocus onClick={onClose}>
          Okay
        </Button>
      </div>
    </Dialog>
  )
}

const formatItemCount = (items: number) => (items === 1 ? '1 item' : `${formatQuantity(items)} items`)
