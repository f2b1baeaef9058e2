import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  kind: 'success' | 'error'
  message: string
  /** Takes back what it tells of, for as long as it is said. */
  onUndo?: () => void
}

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

/** A short word at the edge of the screen, read out by screen readers too. */
export const toasts = {
  success: (message: string) => change([...shown, { id: ++last, kind: 'success', message }]),
  error: (message: string) => change([...shown, { id: ++last, kind: 'error', message }]),
  /** Tells of something done that can be taken back for as long as it is said. */
  undo: (message: string, onUndo: () => void) => change([...shown, { id: ++last, kind: 'success', message, onUndo }]),
}

/** Takes one away: it was read, or its time is over. */
export const dismiss = (id: number) => change(shown.filter((toast) => toast.id !== id))

/** Those that are shown now, the oldest first. */
export const useToasts = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )

function change(next: readonly Toast[]) {
  shown = next
  for (const listener of listeners) listener()
}
