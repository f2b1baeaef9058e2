import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { readCsv } from '../../../tests/support/csv-reader.ts'
import { testApp } from '../../../tests/support/fixtures.ts'

// Files over a real connection: what comes of one that breaks, on either side.
const { app, db, url, tokens } = await testApp({ connections: 6 })
const owner = new pg.Client(url)
const lines = 12_000

beforeAll(async () => {
  await owner.connect()
  // So many letters that no buffer between here and there takes them all, and none that could be packed.
  await owner.query(`insert into sales_transaction (transaction_number, location_id, transaction_type_id, order_date,
      total_items, total_quantity, subtotal, total_purchase, status, completed_at)
    values ('SO-1', 1, 1, '2026-11-20', 1, 1, 1000, 1000, 'Completed', now())`)
  await owner.query(`insert into sales_payment (sales_transaction_id, payment_type_id, amount, reference)
    select 1, 1, n / 100.0, (select string_agg(md5(random() || '' || n + part), '') from generate_series(1, 30) part)
    from generate_series(1, ${lines}) n`)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => owner.end())
// Whatever a test leaves behind would spoil the next.
beforeEach(() => settled())

const pool = db.$client
/** Every connection is back in the pool, and none of the database's sessions does anything, ours aside. */
async function settled(timeout = 20_000) {
  await vi.waitFor(
    async () => {
      expect([pool.idleCount, pool.waitingCount]).toEqual([pool.totalCount, 0])
      // Within a transaction, the sessions look as they did when they were first looked at.
      await owner.query('select pg_stat_clear_snapshot()')
      const { rows } = await owner.query(`select state, query from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'
          and pid <> pg_backend_pid() and state <> 'idle'`)
      expect(rows).toEqual([])
    },
    { timeout, interval: 50 },
  )
}

/** Asks for a file, and answers when it begins. */
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

/** No cell here has a line break. */
const rowsOf = (file: Buffer) => file.toString().split('\r\n').length - 1

test('a file says what it is, is kept by nobody, and has every row', async () => {
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

test('a file is compressed for who takes it so', async () => {
  const response = await ask('payments?format=csv', { 'accept-encoding': 'gzip' })
  expect(response.headers['content-encoding']).toBe('gzip')
  expect(rowsOf(gunzipSync(await content(response)))).toBe(lines + 1)
})

test.each([{}, { 'accept-encoding': 'gzip' }])('a reader who goes away leaves nothing behind %j', async (headers) => {
  const response = await ask('payments?format=csv', headers)
  response.once('error', () => {})
  await once(response, 'data')
  response.destroy()
  await settled()
  expect(response.complete).toBe(false)
})

test('a reader who goes away before the file begins leaves no statement running', async () => {
  // Nothing can be read while another holds the table: the file waits in its first statement.
  await owner.query('begin')
  await owner.query('lock table sales_payment in access exclusive mode')
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
    // Sooner than the file would stop waiting by itself.
    await settled(5_000)
  } finally {
    await owner.query('rollback')
  }
})

test('a reader who takes nothing makes nobody read ahead', async () => {
  const response = await ask('payments?format=csv')
  response.pause()
  // The cursor rests in its transaction, with the file unfinished.
  await vi.waitFor(
    async () => {
      const { rows } = await owner.query(`select state from pg_stat_activity
        where datname = current_database() and query like 'fetch%'`)
      expect(rows).toEqual([{ state: 'idle in transaction' }])
    },
    { timeout: 20_000, interval: 50 },
  )
  // What was not there when the file began is not in it.
  await owner.query(`insert into sales_payment (sales_transaction_id, payment_type_id, amount)
    select 1, 2, 1 from generate_series(1, 5)`)
  expect(rowsOf(await content(response))).toBe(lines + 1)
  await owner.query('delete from sales_payment where payment_type_id = 2')
})

test.each([{}, { 'accept-encoding': 'gzip' }])(
  'a file that cannot be finished breaks, and does not look whole %j',
  async (headers) => {
    const response = await ask('payments?format=csv', headers)
    response.pause()
    const { rows } = await owner.query(`select pid from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' or query like 'fetch%'`)
    for (const { pid } of rows) await owner.query('select pg_terminate_backend($1)', [pid])
    // At once, though nobody takes anything: what nobody reads must not keep a place for good.
    await settled()
    await expect(content(response)).rejects.toThrow('aborted')
  },
)

test('three files at once: the fourth is asked to wait, and the shop goes on', async () => {
  const open = await Promise.all([1, 2, 3].map(() => ask('payments?format=csv')))
  for (const response of open) response.pause()
  const fourth = await ask('sales?format=csv')
  expect([fourth.statusCode, fourth.headers['retry-after']]).toEqual([503, '10'])
  expect(JSON.parse((await content(fourth)).toString())).toEqual({
    success: false,
    code: 'download.busy',
    message: 'Other reports are being downloaded. Please try again in a moment',
  })
  // A preview takes no place among them.
  expect((await ask('payments')).statusCode).toBe(200)
  for (const response of open) expect(rowsOf(await content(response))).toBe(lines + 1)
  await settled()
  expect((await ask('sales?format=csv')).resume().statusCode).toBe(200)
})

test('a file that cannot begin is an ordinary refusal, and frees its place', async () => {
  await owner.query('alter table sales_refund rename to elsewhere')
  try {
    for (let n = 0; n < 4; n++) {
      const response = await ask('payments?format=csv')
      expect(response.statusCode).toBe(500)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
      response.resume()
      await once(response, 'end')
    }
  } finally {
    await owner.query('alter table elsewhere rename to sales_refund')
  }
  const after = await ask('payments?format=csv')
  expect(after.statusCode).toBe(200)
  after.resume()
})
