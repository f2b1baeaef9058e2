import { execFile } from 'node:child_process'
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
/** Runs one of the npm scripts. */
const verifyBy = (name: 'verify:books' | 'verify:stock', url: string) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const env = { ...process.env, DATABASE_URL: url }
    execFile('npm', ['run', '--silent', name], { env }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err })
    })
  })

test('verify:books works with or without a running server and reports errors', { timeout: 90_000 }, async () => {
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

test('both npm scripts find a sale whose cost was changed', { timeout: 90_000 }, async () => {
  const own = await openedShop()
  try {
    const server = await own.start()
    const database = await runningCluster(`${own.folder}/db`)
    const url = database!('shop')
    const client = new pg.Client(url)
    await client.connect()
    await client.query(`insert into category (category_code, category_name) values ('RG', 'Rings')`)
    const token = await signIn(server.url)
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect([path, response.status]).toEqual([path, 201])
      return ((await response.json()) as { data: Record<string, any> }).data
    }
    const item = { itemCode: 'RG-1', itemName: 'Band', categoryID: 1, uom: 'PCS', grams: 3, price: 1000, cost: 600 }
    const { itemID } = await post('/api/v1/item-inventory', {
      ...item,
      locationID: 1,
      inventoryTypeID: 1,
      quantity: 5,
      reOrderThreshold: 0,
    })
    const { transactionNumber } = await post('/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID, orderQty: 2 }],
      payments: [{ paymentTypeID: 1, amount: 2000 }],
      complete: true,
    })
    const right = [await verifyBy('verify:books', url), await verifyBy('verify:stock', url)]
    expect(right[0]).toMatchObject({ code: 0, err: '', out: expect.stringContaining('The books are right') })
    expect(right[1]).toEqual(right[0])

    await client.query(
      `begin; set local session_replication_role = 'replica'; update sales_item set cost = cost + 1; commit`,
    )
    await client.end()
    const sentence = `Sale ${transactionNumber}: Band cost 1201.00 by its lines, but 1200.00 left the stock`
    const wrong = { code: 1, out: '', err: `${sentence}\n\nThe books are not right: 1 contradiction.\n` }
    expect([await verifyBy('verify:books', url), await verifyBy('verify:stock', url)]).toEqual([wrong, wrong])
    expect(await stopped(server)).toBe(0)
  } finally {
    await own.clean()
  }
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
