import { useState } from 'react'

import { SearchIcon } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { Screen } from '../navigation/screens.ts'

const SearchDialog = lazyComponent(async () => (await import('./SearchDialog.tsx')).SearchDialog)

const onMac = /Mac|iP/.test(navigator.userAgent)

/** Shows the search of the top bar. Ctrl K (or ⌘ K) opens it on every screen. It finds screens and records. */
export function Search({ reachable, records }: { reachable: readonly Screen[]; records: boolean }) {
  const [open, setOpen] = useState(false)
  useShortcuts('Everywhere', [{ key: 'Ctrl+k', what: 'Search', run: () => setOpen(true) }])
  return (
    <>
      <button
        type="button"
        className="find-open"
        aria-haspopup="dialog"
        aria-keyshortcuts={onMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span>{records ? 'Search items, sales, customers' : 'Search'}</span>
        <kbd aria-hidden="true">{onMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {open && <SearchDialog reachable={reachable} records={records} onClose={() => setOpen(false)} />}
    </>
  )
}
