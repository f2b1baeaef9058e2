import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let lost = false
let retry: ReturnType<typeof setInterval> | undefined

/** Whether the last call could not reach the server. */
export const useConnectionLost = () => useSyncExternalStore(subscribe, () => lost)

export function connectionFailed() {
  retry ??= setInterval(() => void ping(), 3000)
  change(true)
}

export function connectionWorked() {
  clearInterval(retry)
  retry = undefined
  change(false)
}

async function ping() {
  try {
    await fetch('/healthz', { cache: 'no-store' })
    connectionWorked()
  } catch {
    // The server is still unreachable. The interval tries again.
  }
}

function change(value: boolean) {
  if (lost === value) return
  lost = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  const offline = () => connectionFailed()
  const online = () => void ping()
  addEventListener('offline', offline)
  addEventListener('online', online)
  return () => {
    listeners.delete(listener)
    removeEventListener('offline', offline)
    removeEventListener('online', online)
  }
}
