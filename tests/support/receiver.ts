// A program of the tests that receives webhooks on this machine.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { isPublicAddress, type Network } from '../../server/kernel/public-network.ts'

type Received = {
  headers: IncomingHttpHeaders
  body: string
  /** The parsed body. */
  event: {
    id: string
    type: string
    timestamp: string
    data: {
      entity: string
      id: number | null
      by: { userID: number; name: string } | null
      touched: Record<string, number[]> | null
    }
  }
}

/** Answers a request that the receiver has read. */
type Reply = (response: ServerResponse, received: Received) => void
const accept: Reply = (response) => void response.writeHead(204).end()

/**
 * Starts a receiver. A test may change its `reply`. `network` calls this machine public, under the name
 * `books.example`, and every other address what it is.
 */
export async function startReceiver() {
  const received: Received[] = []
  const state: { reply: Reply } = { reply: accept }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      const one = { headers: request.headers, body, event: JSON.parse(body) as Received['event'] }
      received.push(one)
      state.reply(response, one)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const network = loopbackNetwork([String(port)])
  return {
    received,
    state,
    network,
    url: `http://books.example:${port}/hook`,
    port,
    /** Takes no more connections, until `open`. */
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
    open: () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done)),
  }
}

/** A network in which 127.0.0.1 is public and has these open ports, and a few names lead where they say. */
export const loopbackNetwork = (ports: readonly string[]): Network => ({
  protocols: new Set(['https:', 'http:']),
  resolve: async (host) =>
    ({ 'books.example': ['127.0.0.1'], 'inside.example': ['10.0.0.7'], 'mixed.example': ['127.0.0.1', '10.0.0.7'] })[
      host
    ] ?? [],
  isPublic: (address) => address === '127.0.0.1' || isPublicAddress(address),
  ports: new Set(['', '443', ...ports]),
})

/** Whether a delivery is signed with this secret, by the text of Standard Webhooks and without the server's code. */
export function isSigned({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): boolean {
  const content = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(content)
    .digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const [version, signature] = one.split(',')
      const given = Buffer.from(signature ?? '', 'base64')
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
}
