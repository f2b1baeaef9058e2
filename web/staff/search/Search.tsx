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

/** The text typed before the field had the focus, and whether Enter followed it. */
export type EarlyKeys = { text: string; isSubmitted: boolean }

/**
 * Collects the keys between opening the search and the focus of its field: the dialog's code may still be loading then.
 * Returns a function that returns them and stops collecting.
 */
function useEarlyKeys(open: boolean): () => EarlyKeys {
  const typed = useRef('')
  const isSubmitted = useRef(false)
  const stop = useRef(() => {})
  useEffect(() => {
    if (!open) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key.length === 1) typed.current += event.key
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key === 'Enter') isSubmitted.current = true
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', onKey, { capture: true })
    stop.current = () => removeEventListener('keydown', onKey, { capture: true })
    return () => {
      stop.current()
      typed.current = ''
      isSubmitted.current = false
    }
  }, [open])
  return () => {
    stop.current()
    const early = { text: typed.current, isSubmitted: isSubmitted.current }
    typed.current = ''
    isSubmitted.current = false
    return early
  }
}
