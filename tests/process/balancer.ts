import { setTimeout as sleep } from 'node:timers/promises'

/** How often (milliseconds) each node is asked whether it takes work. */
const asked = 200

export type Node = { url: string }

/**
 * As little of a balancer as a shop needs: sends each call to the next of `nodes` whose /readyz said yes when it was
 * last asked. Nodes may come, go and change their address; a call is sent once, whatever becomes of it.
 */
export function balancer(nodes: Node[]) {
  const ready = new Set<string>()
  let next = 0
  const ended = new AbortController()

  /** Asks one node again and again, under whatever address it has by then; a slow one keeps no other waiting. */
  async function ask(node: number) {
    for (; !ended.signal.aborted; await sleep(asked)) {
      const { url } = nodes[node]!
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      await answer?.arrayBuffer().catch(() => null)
      if (answer?.ok) ready.add(url)
      else ready.delete(url)
    }
  }
  const asking = Promise.all(nodes.map((_, node) => ask(node)))

  return {
    /** The addresses that take work. */
    ready: () => nodes.map(({ url }) => url).filter((url) => ready.has(url)),
    /** Sends a call on; answers with the address that answered it. Throws where none takes work, or the connection broke. */
    async send(path: string, init: RequestInit = {}) {
      const choice = nodes.map(({ url }) => url).filter((url) => ready.has(url))
      const url = choice[next++ % choice.length]
      if (url === undefined) throw new Error('No node takes work')
      try {
        const response = await fetch(url + path, init)
        return { url, status: response.status, headers: response.headers, text: await response.text() }
      } catch (error) {
        ready.delete(url) // until it says yes again
        throw error
      }
    },
    async end() {
      ended.abort()
      await asking
    },
  }
}
