import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import pg from 'pg'
import readExcelFile from 'read-excel-file/universal'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'

// Proves how an exported workbook over a real connection ends when the client or the server fails.
const { app, db, url, tokens } = await testApp({ connections: 6 })
const owner = new pg.Client(url)
const rows = 12_000

beforeAll(async () => {
  await owner.connect()
  // The text is too long for every buffer on the way, and random, so that it cannot be compressed.
  await owner.query(`insert into supplier (supplier_name, contact_details, email)
    select 'Supplier ' || n, (select string_agg(md5(random() || '' || n + part), '') from generate_series(1, 30) part),
      's@x.example' from generate_series(1, ${rows}) n`)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => owner.end())

const pool = db.$client
/** Waits until all connections are back in the pool. */
const settled = () =>
  vi.waitFor(() => expect([pool.idleCount, pool.waitingCount]).toEqual([pool.totalCount, 0]), {
    timeout: 20_000,
    interval: 50,
  })

async function ask(): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo
  const request = get({
    port,
    host: '127.0.0.1',
    path: '/api/v1/exports/suppliers?format=xlsx',
    headers: { authorization: `Bearer ${tokens.get(3)}` },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

test('sends all rows, and frees its connection', async () => {
  const response = await ask()
  expect([response.statusCode, response.headers['x-rows']]).toEqual([200, String(rows)])
  const [sheet] = await readExcelFile(new Blob([new Uint8Array(await buffer(response))]))
  expect(sheet!.data.length).toBe(rows + 1)
  expect(new Set(sheet!.data.map((row) => row[0])).size).toBe(rows + 1)
  await settled()
})

test('frees everything when clients disconnect during the file, however often', async () => {
  for (let n = 0; n < 4; n++) {
    const response = await ask()
    expect(response.statusCode).toBe(200)
    response.once('error', () => {})
    await once(response, 'data')
    response.destroy()
    await settled()
    expect(response.complete).toBe(false)
  }
})

test('aborts a file that cannot be completed, so that it never looks whole', async () => {
  const response = await ask()
  response.pause()
  const { rows: found } = await vi.waitFor(async () => {
    await owner.query('select pg_stat_clear_snapshot()')
    const reading = await owner.query(`select pid from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`)
    expect(reading.rows.length).toBe(1)
    return reading
  })
  await owner.query('select pg_terminate_backend($1)', [found[0].pid])
  await settled()
  await expect(buffer(response)).rejects.toThrow('aborted')
})
