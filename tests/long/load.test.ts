import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { fillLargeShop } from '../../scripts/bench/large-shop.ts'
import { runningCluster } from '../../server/db/embedded.ts'
import { createRandom } from '../../server/demo/random.ts'
import { halfSent, hireStaff } from '../process/crowd.ts'
import { admin, runScript, shop, signIn, stopped } from '../process/shop.ts'
import { isAlive, type Server, until } from '../support/server.ts'
import { coreSeconds, heldMemory, inspectable, residentMemory } from './memory.ts'
import { type Call, caller, type Goods, type Seen, work } from './staff.ts'

const minutes = Number(process.env['LOAD_MINUTES'] ?? 10)
const people = Number(process.env['LOAD_STAFF'] ?? 100)
/** The server's default size of the pool. */
const connections = 10

const made = await shop()
let server: Server
let token = ''
let url = ''
let goods: Goods = []
let staff: { email: string; token: string }[] = []

beforeAll(async () => {
  server = await made.start(inspectable)
  token = await signIn(server.url)
  url = (await runningCluster(`${made.folder}/db`))!('shop')
  const sql = new pg.Client(url)
  await sql.connect()
  await fillLargeShop(sql, { saleLines: 30_000, items: 1000, customers: 5000 })
  const { rows } = await sql.query(`select item_id as "itemID", inventory_id as "inventoryID", item_name as "itemName",
      price::float from inventory join item using (item_id)
    where location_id = 1 and inventory_type_id = 1 and uom = 'PCS' and quantity - reserved > 20 order by 1`)
  goods = rows
  // The stock is large enough that no item ever sells out.
  await sql.query(
    `insert into stock_movement (inventory_id, sequence, kind, document_type, document_id, quantity, quantity_after, unit_cost)
      select id, 0, 'correction', 'inventory', id, 10000, 0, 1 from unnest($1::int[]) id`,
    [goods.map(({ inventoryID }) => inventoryID)],
  )
  await sql.end()
  staff = await hireStaff(made.folder, people)
}, 300_000)
afterAll(made.clean)

/** Records once a second how many connections are busy and how much memory the server uses. */
async function watch(over: AbortSignal) {
  const sql = new pg.Client(url)
  await sql.connect()
  const busy: number[] = []
  const memory: number[] = []
  while (!over.aborted) {
    const { rows } = await sql.query<{ busy: number }>(`select count(*)::int as busy from pg_stat_activity
      where application_name = 'alahas' and state <> 'idle'`)
    busy.push(rows[0]!.busy)
    memory.push(await residentMemory(server.pid))
    await sleep(1000)
  }
  await sql.end()
  return { busy, memory }
}

const quantile = (figures: number[], part: number) =>
  figures.toSorted((one, other) => one - other)[Math.min(figures.length - 1, Math.floor(figures.length * part))] ?? 0
const times = (seen: Seen[]) => seen.map(({ milliseconds }) => milliseconds)
const middle = (figures: number[]) => Math.round(quantile(figures, 0.5))

function table(seen: Seen[]) {
  const lines = [...Map.groupBy(seen, ({ what }) => what)].map(([what, of]) => {
    const [half, most, slowest] = [0.5, 0.99, 1].map((part) =>
      String(Math.round(quantile(times(of), part))).padStart(7),
    )
    return `  ${what.padEnd(28)} ${String(of.length).padStart(6)} ${half} ${most} ${slowest}`
  })
  return ['  what                          calls    p50     p99     max (ms)', ...lines].join('\n')
}

/** Lets `count` people work for these milliseconds, and returns all responses. */
async function workday(count: number, milliseconds: number) {
  const seen: Seen[] = []
  const until = Date.now() + milliseconds
  const over = () => Date.now() > until
  const approve: Call = caller(server.url, token, seen)
  await Promise.all(
    staff
      .slice(0, count)
      .map((one, n) => work(caller(server.url, one.token, seen), approve, goods, createRandom(`staff ${n}`), over)),
  )
  return seen
}

test(`${people} people at work at once for ${minutes} minutes, a click every one to two seconds`, async () => {
  expect(goods.length).toBeGreaterThan(100)
  const over = new AbortController()
  const watching = watch(over.signal)
  const worked = await coreSeconds(server.pid)
  const seen: Seen[] = []
  const held: number[] = []
  for (const _ of ['first', 'middle', 'last']) {
    seen.push(...(await workday(people, minutes * 20_000)))
    held.push(Math.round(await heldMemory(server)))
  }
  const cores = ((await coreSeconds(server.pid)) - worked) / minutes / 60
  over.abort()
  const { busy, memory } = await watching
  const third = Math.floor(memory.length / 3)
  const resident = [0, 1, 2].map((n) => middle(memory.slice(n * third, (n + 1) * third)))
  const crowded = busy.filter((count) => count >= connections).length
  console.log(
    [
      `${seen.length} calls in ${minutes} minutes (${Math.round(seen.length / minutes / 60)} a second): ` +
        `p50 ${middle(times(seen))} ms, p99 ${Math.round(quantile(times(seen), 0.99))} ms, ` +
        `the slowest ${Math.round(quantile(times(seen), 1))} ms`,
      `Memory of the server in each third: ${resident.join(', ')} MB resident, ${held.join(', ')} MB held after it; ` +
        `it kept ${cores.toFixed(2)} of a core busy`,
      `Connections at work: ${middle(busy)} in the middle, ${Math.max(...busy)} at most of ${connections}; ` +
        `all of them in ${crowded} of ${busy.length} looks`,
      table(seen),
    ].join('\n'),
  )
  expect(seen.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  expect(quantile(times(seen), 0.99)).toBeLessThan(250)
  expect(held[2]!).toBeLessThan(held[1]! * 1.1)
  // The garbage collector may return free memory to the system later, so the resident memory may still grow a little.
  expect(resident[2]!).toBeLessThan(resident[1]! * 1.25)
  // A pool may be full for a moment; it is exhausted if it stays full.
  expect(busy.some((count, n) => count >= connections && busy[n + 1]! >= connections)).toBe(false)
})

test('500 half-sent requests and 50 concurrent sign-ins do not disturb 20 people at work, and stalled requests time out', async () => {
  const half = await halfSent(server.url, token, 500)
  const working = workday(20, 40_000)
  const signingIn = Promise.all(staff.slice(0, 50).map(({ email }) => signIn(server.url, email, admin.ADMIN_PASSWORD)))
  expect(new Set((await signingIn).map((given) => given.length))).toEqual(new Set([43]))
  const seen = await working
  expect(seen.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  console.log(`Beside 500 half-sent requests and 50 sign-ins:\n${table(seen)}`)
  // A request's head times out after 20 seconds, a body after five minutes.
  expect(half.open('head')).toBe(0)
  expect(half.open('body')).toBe(250)
  await until(() => half.open('body') === 0, 6 * 60_000)
})

test('an overloaded server refuses the excess at once and keeps working', async () => {
  const seen: Seen[] = []
  const until = Date.now() + 20_000
  await Promise.all(
    Array.from({ length: 600 }, async (_, n) => {
      const call = caller(server.url, staff[n % people]!.token, seen)
      // The clients start one after the other within two seconds; more at the same moment would not reach the server.
      await sleep(3 * n)
      while (Date.now() < until) await call('rush', 'GET', `/api/v2/sales?search=${n}&page=${1 + (n % 9)}`)
    }),
  )
  const statuses = Map.groupBy(seen, ({ status }) => status)
  console.log(
    `600 at once without a pause for 20 s: ${[...statuses].map(([status, of]) => `${of.length} with ${status}`).join(', ')}; ` +
      `p50 ${middle(times(seen))} ms, p99 ${Math.round(quantile(times(seen), 0.99))} ms`,
  )
  expect(new Set(statuses.keys())).toEqual(new Set([200, 503]))
  expect(seen.filter(({ status, retryAfter }) => status === 503 && !(Number(retryAfter) > 0))).toEqual([])
  await sleep(2000)
  const after = await workday(20, 10_000)
  expect(after.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  expect(isAlive(server.pid)).toBe(true)
  expect(await stopped(server)).toBe(0)
  expect(await runScript('verify-books.ts', { DATA_DIR: made.folder })).toMatchObject({ code: 0, err: '' })
})
