// Proves that the operator's programs leave a record in the shop, also when they fail, and that the administrator and
// the metrics of the running server show it.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import type { SystemState } from '../../contract/system/system.ts'
import { runningCluster } from '../../server/db/embedded.ts'
import { dataFolder, removeFolder } from '../support/server.ts'
import { newShop, openedShop, runScript, signIn, stopped } from './shop.ts'

const { folder, start, clean } = await openedShop()
const files = await dataFolder()
afterAll(async () => {
  await clean()
  await removeFolder(files)
})

async function read(url: string): Promise<SystemState> {
  const headers = { authorization: `Bearer ${await signIn(url)}` }
  const { data } = (await (await fetch(`${url}/api/v1/system`, { headers })).json()) as { data: SystemState }
  return data
}

test('backup, proof and restore leave a record, also when they fail', { timeout: 120_000 }, async () => {
  const token = 'a-token-of-the-tests'
  const server = await start({ METRICS_TOKEN: token })
  const env = { DATA_DIR: folder }
  const file = join(files, 'shop.tar.gz')
  expect(await read(server.url)).toMatchObject({ backup: null, isBackupLate: true, verify: null, restore: null })

  expect((await runScript('backup.ts', env, file)).code).toBe(0)
  expect((await runScript('backup.ts', env, file)).err).toBe(`${file} already exists\n`)
  expect((await runScript('verify-books.ts', env)).code).toBe(0)
  const { size } = await stat(file)
  const done = await read(server.url)
  expect(done).toMatchObject({
    isBackupLate: false,
    backup: { result: 'succeeded', file, bytes: size, detail: expect.stringMatching(/^\d+ rows of \d+ tables, 0 pic/) },
    verify: { result: 'succeeded', detail: 'The books are right: 0 movements, 0 sales, 0 money entries' },
    failures: [{ kind: 'backup', result: 'failed', detail: `${file} already exists`, file: null }],
  })
  const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
  expect(Number(/^alahas_backup_age_seconds (\S+)$/m.exec(metrics)?.[1])).toBeLessThan(120)

  // A quantity that differs from its ledger.
  const client = new pg.Client((await runningCluster(`${folder}/db`))!('shop'))
  await client.connect()
  await client.query(`
    insert into category (category_code, category_name) values ('RG', 'Rings');
    insert into item (item_code, item_name, category_id, grams, uom, price, average_cost)
      values ('RG-1', 'Band', 1, 1, 'PCS', 1, 1);
    insert into inventory (item_id, location_id, inventory_type_id) values (1, 1, 1);
    begin; set local session_replication_role = 'replica'; update inventory set quantity = 4; commit`)
  await client.end()
  expect((await runScript('verify-books.ts', env)).code).toBe(1)
  const { verify } = await read(server.url)
  expect(verify).toMatchObject({ result: 'failed', detail: expect.stringMatching(/^1 contradiction\. The first: Inv/) })

  const running = (await runningCluster(`${folder}/db`))!('shop')
  const inUse = 'This database is in use: stop the shop first'
  expect((await runScript('restore.ts', { ...env, DATABASE_URL: running }, file)).err).toBe(`${inUse}\n`)
  expect((await read(server.url)).failures[0]).toMatchObject({ kind: 'restore', detail: inUse, file: null })
  await stopped(server)

  const again = await newShop()
  expect((await runScript('restore.ts', { DATA_DIR: again.folder }, file)).code).toBe(0)
  const restored = await again.start()
  // A backup cannot contain the record of itself.
  expect(await read(restored.url)).toMatchObject({
    backup: null,
    restore: { kind: 'restore', result: 'succeeded', file, detail: expect.stringMatching(/^The shop of 2/) },
    failures: [],
  })
  expect((await fetch(`${restored.url}/metrics`)).status).toBe(404)
  await stopped(restored)
})
