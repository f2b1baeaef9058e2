import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { environment, isAlive, until, type User } from '../support/server.ts'

/** Returns a port that was free a moment ago. */
async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/**
 * Runs the server of `program` as a service with a socket of its own, as systemd does with alahas.socket. `settings` is
 * the environment of the unit, and `home` a folder that the user may write to.
 */
export async function startService({
  program,
  home,
  settings,
  user,
}: {
  program: string
  home: string
  settings: Record<string, string>
  user?: User
}) {
  const port = await findFreePort()
  const stop = join(home, `stop-${port}`)
  const manager = join(import.meta.dirname, 'service-manager.ts')
  const child = spawn(process.execPath, [manager, String(port), stop, program], {
    env: { ...environment, LOG_LEVEL: 'error', SHOP_DEMO: '0', ...settings, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    ...user,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const ended = new Promise((done) => child.once('close', done))
  const url = `http://127.0.0.1:${port}`
  const starts = () => [...output.matchAll(/is ready: /g)].length
  const pid = () => Number([...output.matchAll(/Main PID: (\d+)/g)].at(-1)?.[1])
  const ready = async (start: number) => {
    await until(() => starts() >= start, 180_000).catch(() => {
      throw new Error(`The service did not become ready:\n${output}`)
    })
  }
  await ready(1)
  return {
    url,
    pid,
    output: () => output,
    /** Does what `systemctl restart` does. Returns when the next server is ready. */
    restart: async () => {
      const next = starts() + 1
      process.kill(pid(), 'SIGTERM')
      await ready(next)
    },
    /** Does what `systemctl stop alahas.socket` does. */
    stop: async () => {
      await writeFile(stop, '')
      if (isAlive(pid())) process.kill(pid(), 'SIGTERM')
      await ended
    },
  }
}

/** Creates an item with plenty of stock, and returns its key. */
export async function createRing(url: string, token: string): Promise<number> {
  const post = async <T>(path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await response.json()) as { data: T }).data
  }
  const { categoryID } = await post<{ categoryID: number }>('/api/v1/categories', {
    categoryCode: 'RG',
    categoryName: 'Rings',
  })
  const { itemID } = await post<{ itemID: number }>('/api/v1/item-inventory', {
    itemCode: 'RG-1',
    itemName: 'Ring',
    categoryID,
    grams: 2,
    uom: 'PCS',
    price: 1000,
    cost: 600,
    locationID: 1,
    quantity: 100_000,
  })
  return itemID
}

/** The calls of each kind, the failed ones in words, and the numbers of the sales that were answered. */
export type Calls = { count: Record<string, number>; failures: string[]; slowest: number; sales: string[] }

/**
 * Makes calls without a pause, as several people would, and lets no failure pass: report files, searches of customers,
 * pages, and sales with client keys. No call is repeated. `finish` awaits the last ones.
 */
export function makeCalls(url: string, token: string, itemID: number) {
  const calls: Calls = { count: {}, failures: [], slowest: 0, sales: [] }
  const enough = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const sale = () => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID, orderQty: 1 }],
      payments: [{ paymentTypeID: 1, amount: 1000 }],
      complete: true,
      clientKey: randomUUID(),
    }),
  })
  const kinds: Record<string, () => [path: string, init: RequestInit]> = {
    sale: () => ['/api/v2/sales', sale()],
    'report file': () => ['/api/v1/reports/sales?format=csv', { headers }],
    'search of customers': () => ['/api/v2/customers?search=an', { headers }],
    page: () => ['/shop', {}],
  }
  const people = Object.entries(kinds).flatMap(([kind, make]) =>
    [1, 2].map(async () => {
      while (!enough.signal.aborted) {
        const [path, init] = make()
        const from = performance.now()
        try {
          const response = await fetch(url + path, init)
          const text = await response.text()
          if (!response.ok) calls.failures.push(`${kind}: ${response.status} ${text.slice(0, 200)}`)
          else if (kind === 'sale')
            calls.sales.push((JSON.parse(text) as { data: { transactionNumber: string } }).data.transactionNumber)
        } catch (error) {
          const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
          calls.failures.push(`${kind}: ${String(error)} ${cause}`)
        }
        calls.count[kind] = (calls.count[kind] ?? 0) + 1
        calls.slowest = Math.max(calls.slowest, performance.now() - from)
        await sleep(20)
      }
    }),
  )
  return {
    calls,
    finish: async () => {
      enough.abort()
      await Promise.all(people)
      return calls
    },
  }
}

export const countCalls = ({ count }: Calls) => Object.values(count).reduce((sum, one) => sum + one, 0)
