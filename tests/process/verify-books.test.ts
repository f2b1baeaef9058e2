import { readdir } from 'node:fs/promises'

import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { runningCluster } from '../../server/db/embedded.ts'
import { emptyDatabase } from '../support/databases.ts'
import { dataFolder, removeFolder } from '../support/server.ts'
import { openedShop, runScript, signIn, stopped, supplierNames } from './shop.ts'

const { folder, start, postgres, clean } = await openedShop()
afterAll(clean)

const verify = (env: Record<string, string>) => runScript('verify-books.ts', env)

test('verify:stock works with or without a running server and reports errors', { timeout: 90_000 }, async () => {
  const server = await start()
  const url = await runningCluster(`${folder}/db`)
  const client = new pg.Client(url!('shop'))
  await client.connect()
  await client.query(`
    insert into category (category_code, category_name) values ('RG', 'Rings');
    insert into item (item_code, item_name, category_id, grams, uom, price, average_cost)
      values ('RG-1', 'Band', 1, 1, 'PCS', 1, 1);
    insert into inventory (item_id, location_id, inventory_type_id) values (1, 1, 1);
    insert into stock_movement (inventory_id, sequence, kind, document_type, document_id, quantity, quantity_after, unit_cost)
      values (1, 0, 'opening', 'inventory', 1, 5, 0, 1), (1, 0, 'correction', 'inventory', 1, -2, 0, 1)`)
  const right = await verify({ DATA_DIR: folder })
  expect(right).toMatchObject({ code: 0, err: '' })
  expect(right.out).toContain('The books are right. Proved:\n  1 row of stock: never negative')
  expect(right.out).toContain('2 movements')
  // The running server was not disturbed.
  expect(await supplierNames(server.url, await signIn(server.url))).toEqual([])
  expect(await postgres()).not.toBeNull()

  await client.query(`begin; set local session_replication_role = 'replica'; update inventory set quantity = 4; commit`)
  const sentence =
    'Inventory 1 has 4 on hand, but its ledger adds up to 3\n\nThe books are not right: 1 contradiction.\n'
  expect(await verify({ DATA_DIR: folder })).toEqual({ code: 1, out: '', err: sentence })
  expect(await verify({ DATABASE_URL: url!('shop') })).toEqual({ code: 1, out: '', err: sentence })
  await client.end()

  expect(await stopped(server)).toBe(0)
  expect(await postgres()).toBeNull()
  expect(await verify({ DATA_DIR: folder })).toEqual({ code: 1, out: '', err: sentence })
  expect(await postgres()).toBeNull()
})

test('a night whose backup is not proved gives the file a name that does not count', { timeout: 60_000 }, async () => {
  const backups = await dataFolder()
  try {
    const told = await runScript('nightly.ts', { DATA_DIR: folder }, backups)
    expect(told).toMatchObject({ code: 1, err: expect.stringContaining('failed in restore.ts') })
    expect(await readdir(backups)).toEqual([expect.stringMatching(/^alahas-20\d\d-\S+\.tar\.gz\.unproved$/)])
  } finally {
    await removeFolder(backups)
  }
})

test('a missing shop is reported in one line, and nothing is created', { timeout: 30_000 }, async () => {
  const empty = await dataFolder()
  const { url, drop } = await emptyDatabase()
  try {
    expect(await verify({ DATA_DIR: empty })).toEqual({ code: 1, out: '', err: `There is no shop in ${empty} yet\n` })
    const none = { code: 1, out: '', err: 'There is no shop in this database yet\n' }
    expect(await verify({ DATABASE_URL: url })).toEqual(none)
  } finally {
    await removeFolder(empty)
    await drop()
  }
})
