import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

import { until } from '../support/server.ts'

export type Proxy = Awaited<ReturnType<typeof proxyFrom>>

/**
 * A way to the shop on which everybody comes from one address, as by a proxy that TRUST_PROXY names. An engine has its
 * own, since the shop lets an address ask no more than a few questions.
 */
export async function proxyFrom(client: string, shop: string) {
  const seen: string[] = []
  let pending = 0
  let lastChange = 0
  const server = createServer((asked, answered) => {
    const { method = '', url = '', headers } = asked
    seen.push(`${method} ${url}`)
    pending++
    lastChange = Date.now()
    answered.on('close', () => {
      pending--
      lastChange = Date.now()
    })
    const onward = request(new URL(url, shop), {
      method,
      headers: { ...headers, 'x-forwarded-for': client },
    })
    onward.on('response', (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(answered)
    })
    // Whoever left no longer waits.
    onward.on('error', () => answered.destroy())
    answered.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** How often this was asked for: GET /shop. */
    count: (call: string) => seen.filter((one) => one === call).length,
    /** Waits until nothing has been asked for or answered for a moment. */
    settle: async () => {
      await until(() => pending === 0 && Date.now() - lastChange > 200)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
