import { useMemo } from 'react'

import { showShortcuts } from '../../../../ui/shortcuts.ts'
import { ParkedButton } from '../dialogs/ParkedSales.tsx'

/**
 * Returns the links next to the scan field: park, parked sales, shortcut keys. The element is memoized, so that typing
 * does not render the items again.
 */
export function useTillTools({
  activeKey,
  canPark,
  onPark,
  onParked,
}: {
  /** The draft key of a new sale; '' for a stored one. */
  activeKey: string
  canPark: boolean
  onPark: () => void
  onParked: () => void
}) {
  return useMemo(
    () => (
      <span className="acts">
        {canPark && (
          <button type="button" className="link" aria-keyshortcuts="F7" onClick={onPark}>
            Park <kbd>F7</kbd>
          </button>
        )}
        <ParkedButton here={activeKey} onOpen={onParked} />
        <button type="button" className="link keys" aria-keyshortcuts="F1" onClick={() => showShortcuts()}>
          Keys <kbd>F1</kbd>
        </button>
      </span>
    ),
    [canPark, onPark, onParked, activeKey],
  )
}
