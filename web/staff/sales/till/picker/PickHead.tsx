import { Button } from '@mantine/core'

import { PreviousIcon } from '../../../../ui/icons.tsx'

/** The head of the till: the way back, what is being done, and a purchase order of what is short. */
export function PickHead({
  title,
  canOrder,
  missingNames,
  onOrder,
  onClose,
}: {
  title: string
  /** The sale is not over, so that missing items can be ordered. */
  canOrder: boolean
  /** The short items with their quantities; '' where no line is short. */
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
