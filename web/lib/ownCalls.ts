// The page names each of its writes. The event of a write bears the name, by which the page knows its own changes: it has
// fetched them already when the response arrived.

/** The name of this page, different in each tab. */
const page = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join('')
let calls = 0

/** The writes that have not been answered yet. */
const pending = new Map<string, Promise<boolean>>()
/** The writes whose response told what they changed. Old ones are forgotten. */
const handled = new Set<string>()
const remembered = 200

/** Sends a write under a name of its own. `send` resolves with whether its changes were fetched. */
export async function nameCall<T>(send: (callID: string) => Promise<{ answer: T; isHandled: boolean }>): Promise<T> {
  const callID = `${page}.${++calls}`
  const sent = send(callID)
  const ended = sent.then(
    ({ isHandled }) => isHandled,
    () => false,
  )
  pending.set(callID, ended)
  try {
    const { answer, isHandled } = await sent
    if (isHandled) handled.add(callID)
    for (const old of handled) {
      if (handled.size <= remembered) break
      handled.delete(old)
    }
    return answer
  } finally {
    pending.delete(callID)
  }
}

/** Whether an event is of a write of this page. */
export const isOwnCall = (callID: string | null) => callID !== null && callID.startsWith(`${page}.`)

/** Whether this page has fetched what its write changed. Waits for the response of a write that is still pending. */
export const isHandledCall = async (callID: string) => handled.has(callID) || ((await pending.get(callID)) ?? false)
