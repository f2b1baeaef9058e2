/** Returns a signal that is aborted when this process is told to stop, by Ctrl-C or by a service manager. */
export function listenForStop(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  return stop.signal
}
