import { setTimeout as sleep } from 'node:timers/promises'

/** The interval in milliseconds between two health checks of a node. */
const asked = 200

export type Node = { url: string }

/**
 * Starts a minimal load balancer. It sends each call to the next of `nodes` whose last /readyz succeeded. Nodes may
 * come, go and change their address. A call is never retried.
 */
export function balancer(nodes: Node[]) {
  const ready = new Set<string>()
  let next = 0
  const ended = new AbortController()

  /** Checks one node repeatedly at its current address. A slow node does not delay the others. */
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
    /** Returns the addresses of the ready nodes. */
    ready: () => nodes.map(({ url }) => url).filter((url) => ready.has(url)),
    /**
     * Forwards a call and returns the response with the address of its node. Throws if no node is ready or the
     * connection breaks.
     */
    async send(path: string, init: RequestInit = {}) {
      const choice = nodes.map(({ url }) => url).filter((url) => ready.has(url))
      const url = choice[next++ % choice.length]
      if (url === undefined) throw new Error('No node takes work')
      try {
        const response = await fetch(url + path, init)
        return { url, status: response.status, headers: response.headers, text: await response.text() }
      } catch (error) {
        ready.delete(url) // until its next successful check
        throw error
      }
    },
    async end() {
      ended.abort()
      await asking
    },
  }
}
