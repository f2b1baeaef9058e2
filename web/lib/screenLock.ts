import { useSyncExternalStore } from 'react'

// Whether this screen waits for a PIN. The server decides when a session with a PIN is locked; the screen notices its
// refusal, or covers itself first.

let locked = false
const listeners = new Set<() => void>()

export function setScreenLocked(next: boolean) {
  locked = next
  for (const listener of listeners) listener()
}

export const useScreenLocked = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => locked,
  )

const key = 'device'
/** Whether a Manager enrolled this browser. The server decides by a cookie that no script can read. */
export const isDevice = () => localStorage.getItem(key) !== null
export function setDevice(enrolled: boolean) {
  if (enrolled) localStorage.setItem(key, 'enrolled')
  else localStorage.removeItem(key)
}
