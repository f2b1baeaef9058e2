import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBaseline } from '../../scripts/bench/baseline.ts'
import { openConnection, percentile } from '../../scripts/bench/load.ts'
import { testApp } from '../support/fixtures.ts'

// This test finds a change that makes every call several times slower. `npm run bench` measures exact speed.
const { app, db, url, tokens } = await testApp()
const baseline = createBaseline(url)
const rounds = 100

beforeAll(async () => {
  await db.execute(`insert into category (category_code, category_name) values ('RG', 'Rings')`)
  await db.execute(`insert into item (item_code, item_name, category_id, grams, uom, price, average_cost)
    select 'RG-' || n, 'Ring ' || n, 1, 3.2, 'PCS', 1234.5, 700 from generate_series(1, 300) n`)
  await db.execute('insert into inventory (item_id, location_id, inventory_type_id) select item_id, 1, 1 from item')
  await db.execute('analyze')
  await Promise.all([app, baseline].map((side) => side.listen({ port: 0, host: '127.0.0.1' })))
})
afterAll(() => baseline.close())

test.each([
  ['the list', () => '/api/v1/items'],
  ['one item', (n: number) => `/api/v1/items/${1 + (n % 300)}`],
])('%s responds like SQL by hand, at a fifth of its speed or more', async (_, pathOf) => {
  const sides = await Promise.all(
    [app, baseline].map(async ({ server }) => ({
      ...(await openConnection((server.address() as AddressInfo).port, tokens.get(3)!)),
      times: [] as number[],
    })),
  )
  const [ofApp, ofBaseline] = await Promise.all(sides.map(({ send }) => send({ method: 'GET', path: pathOf(0) })))
  expect(JSON.parse(ofApp!)).toEqual(JSON.parse(ofBaseline!))

  // Alternate the sides, so that other load on the machine slows both equally.
  for (let round = 0; round < rounds; round++)
    for (const { send, times } of sides) {
      const start = performance.now()
      await send({ method: 'GET', path: pathOf(round) })
      times.push(performance.now() - start)
    }
  const [app50, baseline50] = sides.map(({ times }) => percentile(times, 0.5)) as [number, number]
  for (const { close } of sides) close()
  expect(baseline50 / app50).toBeGreaterThan(0.2)
})
