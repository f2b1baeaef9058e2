import { useMemo } from 'react'

import { showShortcuts } from '../../../../ui/shortcuts.ts'
import { ParkedButton } from '../dialogs/ParkedSales.tsx'

/**
 * The links beside the scan field: park, parked sales, keys. One element while nothing changes, so that the items
 * around it are not drawn anew at every key.
 */
export function useTillTools({
  activeKey,
  canPark,
  onPark,
  onParked,
}: {
  /** The key of the new sale at the till; '' for a stored one. */
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
