import type { Typing } from '../../contract/events/events.ts'

const listeners = new Set<(typing: Typing) => void>()

/** Tells the screens what another person types. */
export function tellTyping(typing: Typing) {
  for (const listener of listeners) listener(typing)
}

/** Calls `listen` with what others type, until the returned function is called. */
export function listenToTyping(listen: (typing: Typing) => void): () => void {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}
