import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  kind: 'success' | 'error'
  message: string
  /** What the person may do about it while the toast is shown, such as to undo what it reports. */
  action?: ToastAction
}
type ToastAction = { label: string; run: () => void }

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

/** Short messages at the edge of the screen, which screen readers announce. */
export const toasts = {
  success: (message: string, action?: ToastAction) =>
    setToasts([...shown, { id: ++last, kind: 'success', message, ...(action && { action }) }]),
  error: (message: string) => setToasts([...shown, { id: ++last, kind: 'error', message }]),
  /** Reports an action that can be undone while the toast is shown. */
  undo: (message: string, run: () => void) => toasts.success(message, { label: 'Undo', run }),
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
