import { DisplayIcon, PreviousIcon } from '../../../../ui/icons.tsx'
import { showShortcuts } from '../../../../ui/shortcuts.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { openCustomerDisplay } from '../../display/openCustomerDisplay.ts'
import { ParkedButton } from '../dialogs/ParkedSales.tsx'

/** Shows the title and status of the sale, and the links that park a sale or open a parked one. */
export function DeskHead({
  title,
  status,
  activeKey,
  onPark,
  onParked,
  onClose,
}: {
  title: string
  status: string
  /** The draft key of a new sale; '' for a stored one. */
  activeKey: string
  /** Parks the sale; null if there is nothing to park. */
  onPark: (() => void) | null
  onParked: () => void
  onClose: () => void
}) {
  return (
    <header className={activeKey === '' ? 'desk-head' : 'desk-head unsaved'}>
      <button type="button" className="ib" aria-label="Back to the sales" onClick={onClose}>
        <PreviousIcon />
      </button>
      <h1>{title}</h1>
      <StatusBadge status={status} />
      <span className="acts">
        {onPark && (
          <button type="button" className="link" aria-keyshortcuts="F7" onClick={onPark}>
            Park <kbd>F7</kbd>
          </button>
        )}
        <ParkedButton here={activeKey} onOpen={onParked} />
        <button
          type="button"
          className="ib display-open"
          aria-label="Customer’s display"
          title="Customer’s display"
          onClick={openCustomerDisplay}
        >
          <DisplayIcon />
        </button>
        <button type="button" className="link keys" aria-keyshortcuts="F1" onClick={() => showShortcuts()}>
          <span className="vh">Keys </span>
          <kbd>F1</kbd>
        </button>
      </span>
    </header>
  )
}
