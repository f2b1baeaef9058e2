import { Button } from '@mantine/core'

import { PreviousIcon } from '../../../../ui/icons.tsx'

/** Shows the till's header: back, title, and a button that orders the missing items. */
export function PickHead({
  title,
  canOrder,
  missingNames,
  onOrder,
  onClose,
}: {
  title: string
  /** Whether the sale is still open, so that missing items can be ordered. */
  canOrder: boolean
  /** The missing items with their quantities; '' if stock suffices. */
  missingNames: string
  onOrder: () => void
  onClose: () => void
}) {
  const nothingMissing = missingNames === ''
  return (
    <div className="pick-head">
      <button type="button" className="ib" aria-label="Back to the sales" onClick={onClose}>
        <PreviousIcon />
      </button>
      <h1>{title}</h1>
      {canOrder && (
        <Button
          size="sm"
          aria-disabled={nothingMissing || undefined}
          title={nothingMissing ? 'No line is short of stock' : `Order ${missingNames}`}
          onClick={onOrder}
        >
          Create Purchase Order
        </Button>
      )}
    </div>
  )
}
