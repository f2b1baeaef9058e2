import './openSearch.css'
import { useEffect, useRef, useState } from 'react'

import { SearchIcon } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { Screen } from '../navigation/screens.ts'

const SearchDialog = lazyComponent(async () => (await import('./SearchDialog.tsx')).SearchDialog)

const onMac = /Mac|iP/.test(navigator.userAgent)

/** Shows the search of the top bar. Ctrl K (or ⌘ K) opens it on every screen. It finds screens and records. */
export function Search({ reachable, records }: { reachable: readonly Screen[]; records: boolean }) {
  const [open, setOpen] = useState(false)
  const takeTyped = useEarlyKeys(open)
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
      {open && (
        <SearchDialog reachable={reachable} records={records} takeTyped={takeTyped} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/**
 * Collects the text typed between opening the search and the focus of its field: the dialog's code may still be loading
 * then. Returns a function that returns the text and stops collecting.
 */
function useEarlyKeys(open: boolean): () => string {
  const typed = useRef('')
  const stop = useRef(() => {})
  useEffect(() => {
    if (!open) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key.length === 1) typed.current += event.key
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', onKey, { capture: true })
    stop.current = () => removeEventListener('keydown', onKey, { capture: true })
    return () => {
      stop.current()
      typed.current = ''
    }
  }, [open])
  return () => {
    stop.current()
    const text = typed.current
    typed.current = ''
    return text
  }
}
