import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { readCsv } from '../../../tests/support/csv-reader.ts'
import { testApp } from '../../../tests/support/fixtures.ts'

// Proves how a file over a real connection ends when the client or the server fails.
const { app, db, url, tokens } = await testApp({ connections: 6 })
const owner = new pg.Client(url)
const lines = 12_000

beforeAll(async () => {
  await owner.connect()
  // The text is too long for every buffer on the way, and random, so that it cannot be compressed.
  await owner.query(`insert into sales_transaction (transaction_number, location_id, transaction_type_id, order_date,
      total_items, total_quantity, subtotal, total_purchase, status, completed_at)
    values ('SO-1', 1, 1, '2026-11-20', 1, 1, 1000, 1000, 'Completed', now())`)
  // The sale's sums stay 0, so the triggers that compare them are off.
  await owner.query(`set session_replication_role = 'replica'`)
  await owner.query(`insert into money_entry (day, location_id, kind, sales_transaction_id, payment_type_id, amount, reference)
    select current_date, 1, 'payment', 1, 1, n / 100.0, (select string_agg(md5(random() || '' || n + part), '') from generate_series(1, 30) part)
    from generate_series(1, ${lines}) n`)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => owner.end())
// Wait for the work that the previous test left running, because it would disturb the next test.
beforeEach(() => settled())

const pool = db.$client
/** Waits until all connections are back in the pool and no other database session is active. */
async function settled(timeout = 20_000) {
  await vi.waitFor(
    async () => {
      expect([pool.idleCount, pool.waitingCount]).toEqual([pool.totalCount, 0])
      // PostgreSQL caches this view within a transaction, so its snapshot must be cleared.
      await owner.query('select pg_stat_clear_snapshot()')
      const { rows } = await owner.query(`select state, query from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'
          and pid <> pg_backend_pid() and state <> 'idle'`)
      expect(rows).toEqual([])
    },
    { timeout, interval: 50 },
  )
}

/** Requests a file, and resolves when its first bytes arrive. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo
  const request = get({
    port,
    host: '127.0.0.1',
    path: `/api/v1/reports/${path}`,
    headers: { authorization: `Bearer ${tokens.get(3)}`, ...headers },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}
async function content(response: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Counts rows by line breaks, because no cell here contains one. */
const rowsOf = (file: Buffer) => file.toString().split('\r\n').length - 1

test('sends a complete file that names its type and must not be cached', async () => {
  const response = await ask('payments?format=csv&to=2999-12-31')
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="payments-to-2999-12-31.csv"',
    'cache-control': 'no-store',
    'x-rows': String(lines),
  })
  const text = (await content(response)).toString()
  expect(text.startsWith('\uFEFFDate,Kind,')).toBe(true)
  const [header, ...rows] = readCsv(text)
  expect(rows.length).toBe(lines)
  const column = header!.indexOf('Net')
  const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
  const { totals } = JSON.parse((await content(await ask('payments'))).toString())
  expect(cents).toBe((lines * (lines + 1)) / 2)
  expect(totals.net).toBe(cents / 100)
  const reference = header!.indexOf('Reference')
  expect(new Set(rows.map((row) => row[reference])).size).toBe(lines)
})

test('compresses a file for a client that accepts it', async () => {
  const response = await ask('payments?format=csv', { 'accept-encoding': 'gzip' })
  expect(response.headers['content-encoding']).toBe('gzip')
  expect(rowsOf(gunzipSync(await content(response)))).toBe(lines + 1)
})

test.each([{}, { 'accept-encoding': 'gzip' }])(
  'frees everything when the client disconnects during the file %j',
  async (headers) => {
    const response = await ask('payments?format=csv', headers)
    response.once('error', () => {})
    await once(response, 'data')
    response.destroy()
    await settled()
    expect(response.complete).toBe(false)
  },
)

test('cancels the statement when the client disconnects before the file starts', async () => {
  // A lock on the table makes the file wait in its first statement.
  await owner.query('begin')
  await owner.query('lock table money_entry in access exclusive mode')
  try {
    const { port } = app.server.address() as AddressInfo
    const request = get({
      port,
      host: '127.0.0.1',
      path: '/api/v1/reports/payments?format=csv',
      headers: { authorization: `Bearer ${tokens.get(3)}` },
    })
    request.once('error', () => {})
    await vi.waitFor(
      async () => {
        await owner.query('select pg_stat_clear_snapshot()')
        const { rows } = await owner.query(`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        expect(rows.length).toBe(1)
      },
      { timeout: 10_000, interval: 20 },
    )
    request.destroy()
    // The deadline is shorter than the file's own timeout.
    await settled(5_000)
  } finally {
    await owner.query('rollback')
  }
})

test('reads no further rows while the client reads nothing', async () => {
  const response = await ask('payments?format=csv')
  response.pause()
  // The cursor pauses in its transaction with an unfinished file.
  await vi.waitFor(
    async () => {
      const { rows } = await owner.query(`select state from pg_stat_activity
        where datname = current_database() and query like 'fetch%'`)
      expect(rows).toEqual([{ state: 'idle in transaction' }])
    },
    { timeout: 20_000, interval: 50 },
  )
  // Rows inserted after the file started are not in it.
  await owner.query(`insert into money_entry (day, location_id, kind, sales_transaction_id, payment_type_id, amount)
    select current_date, 1, 'payment', 1, 2, 1 from generate_series(1, 5)`)
  expect(rowsOf(await content(response))).toBe(lines + 1)
  await owner.query('delete from money_entry where payment_type_id = 2')
})

test.each([{}, { 'accept-encoding': 'gzip' }])(
  'aborts a file that cannot be completed, so that it never looks whole %j',
  async (headers) => {
    const response = await ask('payments?format=csv', headers)
    response.pause()
    const { rows } = await owner.query(`select pid from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' or query like 'fetch%'`)
    for (const { pid } of rows) await owner.query('select pg_terminate_backend($1)', [pid])
    // The connection is released immediately, although the client reads nothing.
    await settled()
    await expect(content(response)).rejects.toThrow('aborted')
  },
)

test('refuses a fourth file while three are open, and keeps serving other requests', async () => {
  const open = await Promise.all([1, 2, 3].map(() => ask('payments?format=csv')))
  for (const response of open) response.pause()
  const fourth = await ask('sales?format=csv')
  expect([fourth.statusCode, fourth.headers['retry-after']]).toEqual([503, '10'])
  expect(JSON.parse((await content(fourth)).toString())).toEqual({
    success: false,
    code: 'download.busy',
    message: 'Other reports are being downloaded. Please try again in a moment',
  })
  // A preview does not count towards the limit.
  expect((await ask('payments')).statusCode).toBe(200)
  for (const response of open) expect(rowsOf(await content(response))).toBe(lines + 1)
  await settled()
  expect((await ask('sales?format=csv')).resume().statusCode).toBe(200)
})

test('returns an ordinary error for a file that cannot start, and frees its slot', async () => {
  await owner.query('alter table money_entry rename to elsewhere')
  try {
    for (let n = 0; n < 4; n++) {
      const response = await ask('payments?format=csv')
      expect(response.statusCode).toBe(500)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
      response.resume()
      await once(response, 'end')
    }
  } finally {
    await owner.query('alter table elsewhere rename to money_entry')
  }
  const after = await ask('payments?format=csv')
  expect(after.statusCode).toBe(200)
  after.resume()
})
