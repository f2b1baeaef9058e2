import { useLayoutEffect, useSyncExternalStore } from 'react'

// A screen that needs the whole window asks the frame to fold its sidebar, as the till does.

let count = 0
const listeners = new Set<() => void>()
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
function changeCount(by: 1 | -1) {
  count += by
  for (const listener of listeners) listener()
}

/** Folds the sidebar while the calling screen is shown. */
export function useWideScreen() {
  useLayoutEffect(() => {
    changeCount(1)
    return () => changeCount(-1)
  }, [])
}

/** Whether a screen that needs the whole window is shown. */
export const useIsScreenWide = () => useSyncExternalStore(subscribe, () => count > 0)
