import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  kind: 'success' | 'error'
  message: string
  /** Undoes the reported action. Available while the toast is shown. */
  onUndo?: () => void
}

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

/** Short messages at the edge of the screen, which screen readers announce. */
export const toasts = {
  success: (message: string) => setToasts([...shown, { id: ++last, kind: 'success', message }]),
  error: (message: string) => setToasts([...shown, { id: ++last, kind: 'error', message }]),
  /** Reports an action that can be undone while the toast is shown. */
  undo: (message: string, onUndo: () => void) =>
    setToasts([...shown, { id: ++last, kind: 'success', message, onUndo }]),
}

/** Removes a toast. */
export const dismissToast = (id: number) => setToasts(shown.filter((toast) => toast.id !== id))

/** Returns the visible toasts, oldest first. */
export const useToasts = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )

function setToasts(next: readonly Toast[]) {
  shown = next
  for (const listener of listeners) listener()
}
