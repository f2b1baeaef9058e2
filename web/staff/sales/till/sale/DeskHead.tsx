import { DisplayIcon, PreviousIcon } from '../../../../ui/icons.tsx'
import { showShortcuts } from '../../../../ui/shortcuts.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { openCustomerDisplay } from '../../display/openCustomerDisplay.ts'
import { ParkedButton } from '../dialogs/ParkedSales.tsx'
import { TitleWithDrawer } from '../drawer/TitleWithDrawer.tsx'
import { useTillDrawer } from '../drawer/useTillDrawer.ts'
import type { TillSale } from '../state/useSale.ts'

/** Shows the title and status of the sale, and the links that park a sale or open a parked one. */
export function DeskHead({
  title,
  state: { stored, draft, stage, key },
  onPark,
  onParked,
  onDrawer,
  onClose,
}: {
  title: string
  state: Pick<TillSale, 'stored' | 'draft' | 'stage' | 'key'>
  /** Parks the sale; null if there is nothing to park. */
  onPark: (() => void) | null
  onParked: () => void
  onDrawer: () => void
  onClose: () => void
}) {
  const drawer = useTillDrawer(draft.locationID)
  return (
    <header className={stored ? 'desk-head' : 'desk-head unsaved'}>
      <button type="button" className="ib" aria-label="Back to the sales" onClick={onClose}>
        <PreviousIcon />
      </button>
      {drawer && stage !== 'over' ? (
        <TitleWithDrawer title={title} drawer={drawer} onChoose={onDrawer} />
      ) : (
        <h1>{title}</h1>
      )}
      <StatusBadge status={stored?.status ?? 'Pending'} />
      <span className="acts">
        {onPark && (
          <button type="button" className="link" aria-keyshortcuts="F7" onClick={onPark}>
            Park <kbd>F7</kbd>
          </button>
        )}
        <ParkedButton here={stored ? '' : key} onOpen={onParked} />
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
