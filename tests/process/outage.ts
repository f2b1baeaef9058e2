import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished } from 'vitest'

import { shopDatabase, startCluster } from '../../server/db/embedded.ts'
import { dataFolder, isAlive, removeFolder, type Server, until } from '../support/server.ts'
import { proxyTo } from './proxy.ts'
import { newShop, signIn, supplier } from './shop.ts'

type Answer = { status: number; milliseconds: number; retryAfter: string | null }

/** Starts a shop with an external PostgreSQL (DATABASE_URL) that can be disconnected, stopped or frozen. */
export async function shopWithDatabaseElsewhere() {
  const folder = await dataFolder()
  onTestFinished(() => removeFolder(folder))
  let cluster = await startCluster(`${folder}/db`, { fsync: false })
  onTestFinished(() => cluster.stop())
  const proxy = await proxyTo(await shopDatabase(cluster))
  onTestFinished(() => proxy.close())
  const { start } = await newShop()
  const server = await start({ DATABASE_URL: proxy.url })
  const token = await signIn(server.url)
  const stop = () => cluster.stop()
  async function startAgain() {
    cluster = await startCluster(`${folder}/db`, { fsync: false })
    proxy.to(cluster.url('shop'))
  }
  /** Sends a signal to every process of PostgreSQL. */
  const signal = (name: NodeJS.Signals) => {
    for (const pid of family(postmaster(folder))) process.kill(pid, name)
  }
  onTestFinished(() => {
    if (isAlive(postmaster(folder))) signal('SIGCONT')
  })
  return { server, token, proxy, stop, startAgain, signal }
}

const postmaster = (folder: string) =>
  Number(readFileSync(`${folder}/db/pg/postmaster.pid`, 'utf8').slice(0, 20).split('\n')[0])

function family(pid: number): number[] {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return [pid, ...processes.flatMap(([child, parent]) => (parent === pid ? [child!] : []))]
}

/**
 * Lets people work, makes the database unavailable for that many milliseconds, and restores it. Returns the slowest
 * response during the outage, the slowest of those requested later than `known` after the start, and the time until the
 * first success afterwards. Every failure was a 503 with Retry-After.
 */
export async function outage(
  { url, pid }: Server,
  token: string,
  { begin, end, lasts, known }: { begin: () => unknown; end: () => unknown; lasts: number; known: number },
) {
  const people = 12
  const asked: (Answer & { at: number; kind: string })[] = []
  const over = new AbortController()
  const calls = { read: () => list(url, token), write: () => create(url, token), ready: () => call(`${url}/readyz`) }
  const kinds = Object.keys(calls) as (keyof typeof calls)[]
  const working = Promise.all(
    Array.from({ length: people }, async (_, person) => {
      for (let n = person; !over.signal.aborted; n++) {
        const kind = kinds[n % kinds.length]!
        const at = performance.now()
        asked.push({ kind, at, ...(await calls[kind]()) })
        await sleep(100)
      }
    }),
  )
  await until(() => asked.length > 2 * people)
  const went = performance.now()
  await begin()
  await sleep(lasts)
  expect((await call(`${url}/healthz`)).status).toBe(200)
  const page = await call(`${url}/shop`)
  expect([page.status, Number(page.retryAfter) > 0, page.milliseconds < 10_000]).toEqual([503, true, true])
  await end()
  const back = performance.now()
  await until(async () => (await list(url, token)).status === 200)
  const returned = performance.now() - back
  await until(() => asked.filter(({ at, status }) => at > back && status < 300).length > 2 * people)
  over.abort()
  await working
  expect((await call(`${url}/shop`)).status).toBe(200)

  expect(isAlive(pid)).toBe(true)
  const refused = asked.filter(({ status }) => status >= 300)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  const calling = refused.filter(({ kind }) => kind !== 'ready')
  expect(calling.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
  // Take the requests during the outage. Leave out those before `known`, and the last ones, which the returned database
  // may have served.
  const later = asked.filter(({ at }) => at > went + known && at < back - 100)
  expect(later.length).toBeGreaterThan(people)
  // The hung connections are closed: the whole pool is available for concurrent requests.
  const atOnce = await Promise.all(Array.from({ length: 2 * people }, () => list(url, token)))
  expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set([200]))
  const waited = asked.filter(({ at, milliseconds }) => at < back && at + milliseconds > went)
  const slowest = (answers: Answer[]) => Math.round(Math.max(0, ...answers.map(({ milliseconds }) => milliseconds)))
  return {
    answers: asked.length,
    slowest: slowest(waited),
    slowestLater: slowest(later),
    returned: Math.round(returned),
  }
}

let made = 0
const list = (url: string, token: string) =>
  call(`${url}/api/v2/suppliers?pageSize=1`, { headers: { authorization: `Bearer ${token}` } })
const create = (url: string, token: string) =>
  call(`${url}/api/v2/suppliers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: supplier(`Made ${made++}`),
  })

async function call(url: string, given: RequestInit = {}): Promise<Answer> {
  const from = performance.now()
  const response = await fetch(url, given)
  await response.arrayBuffer()
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, milliseconds: performance.now() - from, retryAfter }
}
