import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import { packTar, unpackTar } from 'modern-tar'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { fillLargeShop } from '../../scripts/bench/large-shop.ts'
import { backUp } from '../../server/backup/backup.ts'
import { runningCluster } from '../../server/db/embedded.ts'
import { knownMigrations, missingMigrations, runMigration } from '../../server/db/migrate.ts'
import { pictureFolder } from '../../server/files/folder.ts'
import { emptyDatabase } from '../support/databases.ts'
import { dataFolder, removeFolder, until } from '../support/server.ts'
import {
  addSupplier,
  createSupplier,
  newOpenedShop,
  newShop,
  openedShop,
  runScript,
  signIn,
  stopped,
  supplierNames,
} from './shop.ts'

const made = await openedShop()
const files = await dataFolder()
const file = join(files, 'shop.tar.gz')
/** Names a picture as uploads do, by a hash of its content. */
const picture = Buffer.from('a picture of a ring')
const scan = Buffer.from('%PDF-1.7 of a certificate %%EOF')
const scanName = `${createHash('sha256').update(scan).digest('hex').slice(0, 32)}.pdf`
const pictureName = `${createHash('sha256').update(picture).digest('hex').slice(0, 32)}.webp`
let url = ''

beforeAll(async () => {
  const server = await made.start()
  url = (await runningCluster(`${made.folder}/db`))!('shop')
  const client = new pg.Client(url)
  await client.connect()
  await fillLargeShop(client, { saleLines: 600, items: 100, customers: 100 })
  await client.end()
  await writeFile(join(made.folder, 'pictures', pictureName), picture)
  await writeFile(join(made.folder, 'pictures', `${pictureName}.draft`), 'half a picture')
  await mkdir(join(made.folder, 'pictures', 'private'))
  await writeFile(join(made.folder, 'pictures', 'private', scanName), scan)

  // The backup runs while people work. Its snapshot must be of one moment.
  const token = await signIn(server.url)
  const enough = new AbortController()
  const work = (async () => {
    for (let n = 0; !enough.signal.aborted; n++) await createSupplier(server.url, token, `Busy ${n}`)
  })()
  madeIt(await backup(join(files, 'busy.tar.gz')))
  enough.abort()
  await work
  madeIt(await backup(file))
}, 120_000)
afterAll(async () => {
  await made.clean()
  await removeFolder(files)
})

const backup = (to: string) => runScript('backup.ts', { DATA_DIR: made.folder }, to)
function madeIt({ code, err }: { code: number; err: string }) {
  if (code !== 0) throw new Error(err)
}
const restore = (env: Record<string, string>, ...given: string[]) => runScript('restore.ts', env, ...given)

/** Returns the row count and a checksum of every table. */
async function contents(at: string): Promise<Record<string, string>> {
  const client = new pg.Client(at)
  await client.connect()
  await client.query("set timezone = 'UTC'")
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration' order by 1",
  )
  const all: Record<string, string> = {}
  for (const { name } of tables) {
    // Scheduled work merges the rows that count others, and keeps their sums.
    const from = name === 'row_count' ? '(select table_name, sum(change) from row_count group by table_name)' : name
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as it from ${from} t`,
    )
    all[name] = rows[0].it
  }
  await client.end()
  return all
}

/** Lists the kinds of the recorded runs. */
async function kindsOfRuns(at: string): Promise<string[]> {
  const client = new pg.Client(at)
  await client.connect()
  const { rows } = await client.query<{ kind: string }>('select kind from operation_run order by run_id')
  await client.end()
  return rows.map(({ kind }) => kind)
}

test('a restored shop in a new folder has every row and picture and works', { timeout: 120_000 }, async () => {
  const again = await newShop()
  const told = await restore({ DATA_DIR: again.folder }, file)
  expect(told).toMatchObject({ code: 0, err: '' })
  expect(told.out).toMatch(
    /^The shop of \S+ is back in \S+: \d+ rows of \d+ tables, 1 pictures; its books are right\n$/,
  )
  expect(told.out).toContain(` in ${again.folder}: `)
  expect((await readdir(join(again.folder, 'pictures'))).toSorted()).toEqual([pictureName, 'private'].toSorted())
  expect(await readFile(join(again.folder, 'pictures', 'private', scanName))).toEqual(scan)
  expect(await readFile(join(again.folder, 'pictures', pictureName))).toEqual(picture)

  const before = await contents(url)
  expect(Object.values(before).filter((it) => !it.startsWith('0 ')).length).toBeGreaterThan(30)
  const server = await again.start()
  const at = (await runningCluster(`${again.folder}/db`))!('shop')
  // Starting and signing in write their own sessions, attempts and keys. A backup leaves out the outbox.
  // A backup is recorded after its end, so that its file has only the records of earlier runs.
  const { session: _, event: _events, operation_run: runs, ...rest } = await contents(at)
  const { session: __, event: _eventsBefore, operation_run: runsBefore, ...expected } = before
  expect(rest).toEqual(expected)
  expect([runsBefore, runs].map((told) => told?.split(' ')[0])).toEqual(['2', '2'])
  expect(await kindsOfRuns(at)).toEqual(['backup', 'restore'])
  expect((await runScript('verify-books.ts', { DATA_DIR: again.folder })).code).toBe(0)

  const token = await signIn(server.url)
  const names = await supplierNames(server.url, token)
  await addSupplier(server.url, token, 'Made after the restore')
  expect(await supplierNames(server.url, token)).toEqual(['Made after the restore', ...names])
  expect(await stopped(server)).toBe(0)
})

test('a backup taken during work shows one moment', { timeout: 60_000 }, async () => {
  const { url: at, drop } = await emptyDatabase()
  const folder = await dataFolder()
  try {
    expect(await restore({ DATABASE_URL: at, DATA_DIR: folder }, join(files, 'busy.tar.gz'))).toMatchObject({ code: 0 })
    const client = new pg.Client(at)
    await client.connect()
    // Each supplier was created with its audit row in one transaction.
    const { rows } = await client.query(`select
      (select array_agg(supplier_id order by supplier_id) from supplier where supplier_name like 'Busy%') as made,
      (select array_agg(entity_id order by entity_id) from audit where entity = 'supplier' and after ->> 'supplierName' like 'Busy%') as told`)
    expect(rows[0].made).toEqual(rows[0].told)
    expect(rows[0].made.length).toBeGreaterThan(0)
    await client.end()
  } finally {
    await removeFolder(folder)
    await drop()
  }
})

test('a restore replaces an existing shop only on request and never while it runs', { timeout: 120_000 }, async () => {
  const other = await newOpenedShop()
  const server = await other.start()
  const running = await restore({ DATA_DIR: other.folder }, file, '--overwrite')
  expect(running).toMatchObject({ code: 1, out: '' })
  expect(running.err).toMatch(/already/)
  const inUse = (await runningCluster(`${other.folder}/db`))!('shop')
  expect(await restore({ DATABASE_URL: inUse, DATA_DIR: other.folder }, file, '--overwrite')).toEqual({
    code: 1,
    out: '',
    err: 'This database is in use: stop the shop first\n',
  })
  await addSupplier(server.url, await signIn(server.url), 'Not to be lost')
  await stopped(server)
  expect(await restore({ DATA_DIR: other.folder }, file)).toEqual({
    code: 1,
    out: '',
    err: 'There is a shop in this database already: say --overwrite to replace it\n',
  })
  const still = await other.start()
  expect(await supplierNames(still.url, await signIn(still.url))).toEqual(['Not to be lost'])
  await stopped(still)

  const firstSignIn = join(other.folder, 'first-sign-in.txt')
  await writeFile(firstSignIn, 'of the shop that goes')
  expect(await restore({ DATA_DIR: other.folder }, file, '--overwrite')).toMatchObject({ code: 0, err: '' })
  expect(await readdir(other.folder)).not.toContain('first-sign-in.txt')
  const replaced = await other.start()
  expect(await supplierNames(replaced.url, await signIn(replaced.url))).not.toContain('Not to be lost')
  await stopped(replaced)
})

test('a backup refuses to overwrite a file and needs an existing shop', { timeout: 30_000 }, async () => {
  const bytes = await readFile(file)
  expect(await backup(file)).toEqual({ code: 1, out: '', err: `${file} already exists\n` })
  expect(await readFile(file)).toEqual(bytes)
  expect(await readdir(files)).toEqual(expect.not.arrayContaining([expect.stringMatching(/shop\.tar\.gz\./)]))
  const empty = await dataFolder()
  expect(await runScript('backup.ts', { DATA_DIR: empty }, join(files, 'none.tar.gz'))).toEqual({
    code: 1,
    out: '',
    err: `There is no shop in ${empty} yet\n`,
  })
  await removeFolder(empty)
})

test(
  'a stopped backup leaves nothing, and the next run removes what a killed run left',
  { timeout: 90_000 },
  async () => {
    const folder = await dataFolder()
    const to = join(folder, 'shop.tar.gz')
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: made.folder }
    const start = () => spawn(process.execPath, ['scripts/backup.ts', to], { env, stdio: 'ignore' })
    const drafts = async () => (await readdir(folder)).filter((name) => name.startsWith('shop.tar.gz.draft-'))
    try {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const stopped = start()
        await until(async () => (await drafts()).length > 0)
        stopped.kill(signal)
        expect(await once(stopped, 'exit')).toEqual([1, null])
        expect(await readdir(folder)).toEqual([])
      }
      const killed = start()
      await until(async () => (await drafts()).length > 0)
      killed.kill('SIGKILL')
      await once(killed, 'exit')
      expect(await readdir(folder)).toEqual([expect.stringMatching(/^shop\.tar\.gz\.draft-/)])
      // A run of another machine may still be working.
      const foreign = `other.tar.gz.draft-another-machine-1-AbCdEf`
      await mkdir(join(folder, foreign))
      madeIt(await backup(to))
      expect((await readdir(folder)).toSorted()).toEqual([foreign, 'shop.tar.gz'])
      const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
      await utimes(join(folder, foreign), longAgo, longAgo)
      madeIt(await backup(join(folder, 'next.tar.gz')))
      expect((await readdir(folder)).toSorted()).toEqual(['next.tar.gz', 'shop.tar.gz'])
    } finally {
      await removeFolder(folder)
    }
  },
)

test(
  'a night proves its backup, keeps the newest, and removes nothing when it fails',
  { timeout: 120_000 },
  async () => {
    const folder = await dataFolder()
    const night = (env: Record<string, string>) => runScript('nightly.ts', { BACKUPS_KEPT: '2', ...env }, folder)
    try {
      for (const name of ['alahas-2024-01-01T033000Z.tar.gz', 'alahas-2024-01-02T033000Z.tar.gz', 'my-own.tar.gz'])
        await writeFile(join(folder, name), '')
      const told = await night({ DATA_DIR: made.folder })
      expect(told).toMatchObject({ code: 0, err: '' })
      expect(told.out).toContain('is a whole backup of')
      expect(told.out).toContain('keeps 2 backups, and 1 older ones are removed')
      const names = (await readdir(folder)).toSorted()
      expect(names).toEqual([
        'alahas-2024-01-02T033000Z.tar.gz',
        expect.stringMatching(/^alahas-20\d\d-/),
        'my-own.tar.gz',
      ])
      const failed = await night({ DATA_DIR: join(folder, 'no-shop'), BACKUPS_KEPT: '1' })
      expect(failed).toMatchObject({ code: 1, out: '', err: expect.stringContaining('no older one was removed') })
      expect((await readdir(folder)).toSorted()).toEqual(names)
      const wrong = await night({ DATA_DIR: made.folder, BACKUPS_KEPT: '0' })
      expect(wrong).toEqual({ code: 1, out: '', err: 'BACKUPS_KEPT must be a whole number from 1\n' })
    } finally {
      await removeFolder(folder)
    }
  },
)

test('a check proves a backup, touches no shop and leaves nothing', { timeout: 120_000 }, async () => {
  const other = await newOpenedShop()
  const server = await other.start()
  const at = (await runningCluster(`${other.folder}/db`))!('shop')
  const names = await readdir(other.folder)
  const before = await contents(at)
  const told = await restore({ DATA_DIR: other.folder }, '--check', file)
  expect(told).toMatchObject({ code: 0, err: '' })
  expect(told.out).toMatch(
    /shop\.tar\.gz is a whole backup of \S+: \d+ rows of \d+ tables, 1 pictures; its books are right\n$/,
  )
  const damaged = await tampered('tables/supplier.copy', (rows) => Buffer.from(rows.toString().replace('Busy 0', 'X')))
  expect(await restore({ DATA_DIR: other.folder }, '--check', damaged)).toEqual({
    code: 1,
    out: '',
    err: 'Nothing was restored: supplier is damaged in this backup\n',
  })
  expect(await readdir(other.folder)).toEqual(names)
  // The check records itself and tells it, and the running server measures its database once a day.
  const ownTables = { operation_run: '', event: '', database_size: '' }
  expect({ ...(await contents(at)), ...ownTables }).toEqual({ ...before, ...ownTables })
  expect(await kindsOfRuns(at)).toEqual(['check', 'check'])
  expect(await stopped(server)).toBe(0)
  expect(await restore({}, '--check', '--overwrite', file)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Say which file/),
  })
})

test(
  'a restored shop tells other programs nothing until its webhooks are turned on',
  { timeout: 120_000 },
  async () => {
    const secret = `whsec_${'A'.repeat(43)}=`
    const [before, again] = [await newOpenedShop(), await newShop()]
    const first = await before.start()
    const client = new pg.Client((await runningCluster(`${before.folder}/db`))!('shop'))
    await client.connect()
    await client.query(
      `insert into webhook (webhook_name, address, events, active, secret, place, place_database)
      values ('On', 'https://books.example', array['sale.completed'], true, $1, pg_current_snapshot()::text, '1-1')`,
      [secret],
    )
    await client.query(`insert into webhook_delivery (webhook_id, event_id, type, entity, happened_at)
    select webhook_id, 1, 'sale.completed', 'sale', now() from webhook`)
    await client.end()
    const to = join(files, 'webhooks.tar.gz')
    madeIt(await runScript('backup.ts', { DATA_DIR: before.folder }, to))
    expect(await stopped(first)).toBe(0)
    expect(await restore({ DATA_DIR: again.folder }, to)).toMatchObject({ code: 0, err: '' })
    const second = await again.start()
    const restored = new pg.Client((await runningCluster(`${again.folder}/db`))!('shop'))
    await restored.connect()
    const { rows } = await restored.query('select active, off_reason, secret, place from webhook')
    expect(rows).toEqual([{ active: false, off_reason: 'restored', secret, place: null }])
    expect((await restored.query('select from webhook_delivery')).rowCount).toBe(0)
    await restored.end()
    expect(await stopped(second)).toBe(0)
  },
)

test('a backup leaves out the outbox and drafts of imports', async () => {
  const entries = await unpackTar(new Uint8Array(gunzipSync(await readFile(file))))
  const about = JSON.parse(Buffer.from(entries.find(({ header }) => header.name === 'about.json')!.data!).toString())
  const names = new Set(about.tables.map(({ name }: { name: string }) => name))
  expect(
    ['sales_transaction', 'webhook', 'event', 'webhook_delivery', 'import_draft', 'import_draft_row'].map((name) =>
      names.has(name),
    ),
  ).toEqual([true, true, false, false, false, false])
})

/** Returns the path of a backup with one file changed. */
async function tampered(name: string, change: (text: Buffer) => Buffer): Promise<string> {
  const entries = await unpackTar(new Uint8Array(gunzipSync(await readFile(file))))
  const changed = entries.map(({ header, data }) => {
    if (header.name !== name) return { header, body: data! }
    const body = change(Buffer.from(data!))
    return { header: { ...header, size: body.length }, body }
  })
  const to = join(files, `tampered-${createHash('sha256').update(name).digest('hex').slice(0, 8)}.tar.gz`)
  await writeFile(to, gzipSync(await packTar(changed)))
  return to
}

/** Returns the path of a backup that lacks one file. */
async function without(name: string): Promise<string> {
  const entries = await unpackTar(new Uint8Array(gunzipSync(await readFile(file))))
  const kept = entries.filter(({ header }) => header.name !== name)
  const to = join(files, 'without.tar.gz')
  await writeFile(to, gzipSync(await packTar(kept.map(({ header, data }) => ({ header, body: data! })))))
  return to
}

test('a restore refuses a damaged backup and names the damage', { timeout: 120_000 }, async () => {
  const { url: at, drop } = await emptyDatabase()
  const folder = await dataFolder()
  const refused = async (from: string, err: string | RegExp) => {
    const told = await restore({ DATABASE_URL: at, DATA_DIR: folder }, from)
    expect(told).toMatchObject({ code: 1, out: '', err: expect.stringMatching(err) })
    expect(await contents(at)).toEqual({})
    expect(await readdir(folder)).toEqual(['pictures'])
    expect(await readdir(join(folder, 'pictures'))).toEqual([])
  }
  try {
    await refused(join(files, 'nowhere.tar.gz'), /^There is no \S+nowhere\.tar\.gz\n$/)
    const short = join(files, 'short.tar.gz')
    await writeFile(short, await readFile(file))
    await truncate(short, Math.floor((await readFile(file)).length / 2))
    await refused(short, /short\.tar\.gz is not a complete backup of a shop\n$/)
    const text = join(files, 'text.tar.gz')
    await writeFile(text, 'not a backup')
    await refused(text, /text\.tar\.gz is not a complete backup of a shop\n$/)
    await refused(
      await tampered('tables/supplier.copy', (rows) => Buffer.from(rows.toString().replace('Busy 0', 'Busy X'))),
      /^Nothing was restored: supplier is damaged in this backup\n$/,
    )
    await refused(
      await without('tables/category.copy'),
      'Nothing was restored: the table category is missing in this backup\n',
    )
    await refused(
      await tampered(`pictures/${pictureName}`, () => Buffer.from('another picture')),
      /^Nothing was restored: the picture \w+\.webp is damaged in this backup\n$/,
    )
    const about = (change: (told: { format: number; migrations: { name: string; hash: string }[] }) => object) =>
      tampered('about.json', (json) => {
        const told = JSON.parse(json.toString())
        return Buffer.from(JSON.stringify({ ...told, ...change(told) }))
      })
    await refused(await about(() => ({ format: 2 })), /was made by a newer version of this program\n$/)
    await refused(
      await about(({ migrations }) => ({ migrations: [...migrations, { name: '2999_later', hash: '' }] })),
      /^Nothing was restored: the backup is newer than this program, it knows no migration 2999_later\n$/,
    )
  } finally {
    await removeFolder(folder)
    await drop()
  }
})

test('a restore migrates a backup of an earlier schema', { timeout: 60_000 }, async () => {
  const from = await emptyDatabase()
  const into = await emptyDatabase()
  const folder = await dataFolder()
  try {
    const known = await knownMigrations()
    const client = new pg.Client(from.url)
    await client.connect()
    await missingMigrations(client)
    for (const migration of known.slice(0, -1)) await runMigration(client, migration)
    await client.query(
      "insert into location (location_name) values ('Main'); insert into shop_setting (default_location_id) values (1)",
    )
    await client.end()
    const early = join(files, 'early.tar.gz')
    await mkdir(join(folder, 'pictures'))
    await backUp(from.url, pictureFolder(join(folder, 'pictures')), early)
    expect(await restore({ DATABASE_URL: into.url, DATA_DIR: folder }, early)).toMatchObject({ code: 0, err: '' })
    const after = new pg.Client(into.url)
    await after.connect()
    const { rows } = await after.query('select name from migration order by name')
    expect(rows.map(({ name }) => name)).toEqual(known.map(({ name }) => name))
    expect((await after.query('select location_name from location')).rows).toEqual([{ location_name: 'Main' }])
    await after.end()
  } finally {
    await removeFolder(folder)
    await from.drop()
    await into.drop()
  }
})
