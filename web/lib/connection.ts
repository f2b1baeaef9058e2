import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let lost = false
let retry: ReturnType<typeof setInterval> | undefined

/** Whether the last call could not reach the server. */
export const useConnectionLost = () => useSyncExternalStore(subscribe, () => lost)

export function reportConnectionLost() {
  retry ??= setInterval(() => void ping(), 3000)
  setLost(true)
}

export function reportConnectionRestored() {
  clearInterval(retry)
  retry = undefined
  setLost(false)
}

async function ping() {
  try {
    await fetch('/healthz', { cache: 'no-store' })
    reportConnectionRestored()
  } catch {
    // The server is still unreachable. The interval tries again.
  }
}

function setLost(value: boolean) {
  if (lost === value) return
  lost = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  const offline = () => reportConnectionLost()
  const online = () => void ping()
  addEventListener('offline', offline)
  addEventListener('online', online)
  return () => {
    listeners.delete(listener)
    removeEventListener('offline', offline)
    removeEventListener('online', online)
  }
}
