import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

import { events } from '../../contract/events/events.ts'
import { until } from '../support/server.ts'

export type Proxy = Awaited<ReturnType<typeof proxyFrom>>

/**
 * Starts a proxy to the shop that gives all requests one client address, as TRUST_PROXY allows. Each engine has its
 * own proxy, because the shop limits the number of questions per address.
 */
export async function proxyFrom(client: string, shop: string) {
  const seen: string[] = []
  let pending = 0
  let lastChange = 0
  const server = createServer((asked, answered) => {
    const { method = '', url = '', headers } = asked
    seen.push(`${method} ${url}`)
    // The stream of events stays open as long as the page.
    if (!url.startsWith(events.stream.path)) {
      pending++
      lastChange = Date.now()
      answered.on('close', () => {
        pending--
        lastChange = Date.now()
      })
    }
    const onward = request(new URL(url, shop), {
      method,
      headers: { ...headers, 'x-forwarded-for': client },
    })
    onward.on('response', (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(answered)
    })
    // If the client disconnects, cancel its request to the shop.
    onward.on('error', () => answered.destroy())
    answered.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Returns how many requests matched, for example 'GET /shop'. */
    count: (call: string) => seen.filter((one) => one === call).length,
    /** Waits until no request but the stream of events has been pending for a moment. */
    settle: async () => {
      await until(() => pending === 0 && Date.now() - lastChange > 200)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
