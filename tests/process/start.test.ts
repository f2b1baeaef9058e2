import { spawn } from 'node:child_process'
import { cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'

import { expect, onTestFinished, test } from 'vitest'

import { version } from '../../server/kernel/version.ts'
import { isAlive, startServer, until } from '../support/server.ts'
import { admin, addSupplier, createSupplier, newOpenedShop, newShop, signIn, stopped, supplierNames } from './shop.ts'

test('the first start prints the sign-in, and later starts print where it is stored', { timeout: 60_000 }, async () => {
  const { folder, start } = await newShop()
  const file = `${folder}/first-sign-in.txt`
  const first = await start({ ADMIN_PASSWORD: '' })
  const password = /Password\s+(\S+)/.exec(first.output())![1]!
  expect(password.length).toBeGreaterThanOrEqual(12)
  expect(first.output()).toContain(`Version ${version}\n`)
  expect(first.output()).toContain('admin@shop.example')
  expect(first.output()).toContain(file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toContain(password)
  const token = await signIn(first.url, admin.ADMIN_EMAIL, password)
  await addSupplier(first.url, token, 'Aurum')
  expect(await stopped(first)).toBe(0)

  const second = await start({ ADMIN_PASSWORD: '' })
  expect(second.output()).toContain(file)
  expect(second.output()).not.toContain(password)
  expect(await supplierNames(second.url, token)).toEqual(['Aurum'])
  expect(await stopped(second)).toBe(0)

  await rm(file)
  const third = await start({ ADMIN_PASSWORD: '' })
  expect(third.output()).not.toMatch(/first-sign-in|Password/)
  await expect(stat(file)).rejects.toThrow('ENOENT')
})

test('a given password is neither printed nor stored', { timeout: 60_000 }, async () => {
  const { folder, start } = await newShop()
  const server = await start()
  expect(server.output()).not.toContain(admin.ADMIN_PASSWORD)
  await expect(stat(`${folder}/first-sign-in.txt`)).rejects.toThrow('ENOENT')
  expect(await signIn(server.url)).toHaveLength(43)
})

test(
  'a restart adopts PostgreSQL after kill -9 of the server, and recovers after kill -9 of both',
  { timeout: 60_000 },
  async () => {
    const { start, postgres } = await newOpenedShop()
    const first = await start()
    const token = await signIn(first.url)
    await addSupplier(first.url, token, 'Before the first')
    const pid = (await postgres())!
    expect(await stopped(first, 'SIGKILL')).toBe('SIGKILL')
    expect(isAlive(pid)).toBe(true)

    const second = await start()
    expect(await postgres()).toBe(pid)
    await addSupplier(second.url, token, 'Before the second')
    process.kill(second.pid, 'SIGKILL')
    process.kill(pid, 'SIGKILL')
    await second.ended

    const third = await start()
    expect(await postgres()).not.toBe(pid)
    expect(await supplierNames(third.url, token)).toEqual(['Before the second', 'Before the first'])
  },
)

test('the server restarts a PostgreSQL that dies, with all confirmed data', { timeout: 60_000 }, async () => {
  const { start, postgres } = await newOpenedShop()
  const server = await start()
  const token = await signIn(server.url)
  const made: string[] = []
  const statuses = new Set<number>()
  const load = { ends: false }
  const tills = Array.from({ length: 4 }, async (_, i) => {
    for (let n = 0; !load.ends; n++) {
      const status = await createSupplier(server.url, token, `${i}-${n}`)
      statuses.add(status)
      if (status === 201) made.push(`${i}-${n}`)
    }
  })
  await until(() => made.length > 20)
  const pid = (await postgres())!
  process.kill(pid, 'SIGKILL')
  const before = made.length
  await until(() => made.length > before + 20, 30_000)
  load.ends = true
  await Promise.all(tills)
  expect(await postgres()).not.toBe(pid)
  expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([])
  const kept = await supplierNames(server.url, token)
  expect(made.filter((name) => !kept.includes(name))).toEqual([])
  expect(new Set(kept).size).toBe(kept.length)
  expect(await stopped(server)).toBe(0)
  expect(await postgres()).toBeNull()
})

test(
  'a second server on the same folder is refused with one line, and the first keeps running',
  { timeout: 60_000 },
  async () => {
    const { folder, start, postgres } = await newOpenedShop()
    const first = await start()
    const pid = await postgres()
    const second = await start()
    expect(await second.ended).toBe(1)
    expect(second.output().trim()).toBe(`Another server is already using ${folder}/db: stop it first`)
    expect(await postgres()).toBe(pid)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  },
)

test('a server whose folder was taken over ends without disturbing the new one', { timeout: 60_000 }, async () => {
  const { folder, start, postgres } = await newOpenedShop()
  const first = await start()
  process.kill(first.pid, 'SIGSTOP') // stands for a machine that sleeps
  process.kill((await postgres())!, 'SIGKILL')
  const second = await start()
  const pid = await postgres()
  process.kill(first.pid, 'SIGCONT')
  expect(await first.ended).toBe(1)
  expect(first.output()).toContain(`Another server has taken over ${folder}`)
  expect(await postgres()).toBe(pid)
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
})

test('exactly one of three concurrent starts gets an empty folder', { timeout: 60_000 }, async () => {
  const { folder, start } = await newShop()
  const servers = await Promise.all([start(), start(), start()])
  expect(servers.filter((server) => server.url)).toHaveLength(1)
  for (const server of servers.filter((one) => !one.url)) {
    expect(await server.ended).toBe(1)
    expect(server.output().trim()).toBe(`Another server is already using ${folder}/db: stop it first`)
  }
})

test('a port in use is reported in one line, and no process remains', { timeout: 60_000 }, async () => {
  const [one, other] = [await newOpenedShop(), await newOpenedShop()]
  const first = await one.start()
  const { port } = new URL(first.url)
  const second = await other.start({ PORT: port })
  expect(await second.ended).toBe(1)
  expect(second.output().trim()).toBe(`PORT: ${port} is in use on 127.0.0.1; choose another, as in PORT=3001 npm start`)
  expect(await other.postgres()).toBeNull()
})

test('a folder’s path may be relative and contain spaces, quotes and a link', { timeout: 60_000 }, async () => {
  const { folder, start, postgres } = await newShop()
  const real = `${folder}/the shop's "own" $data`
  await mkdir(real)
  await symlink(real, `${folder}/link`)
  const first = await start({ DATA_DIR: `${folder}/link` })
  const token = await signIn(first.url)
  await addSupplier(first.url, token, 'Aurum')
  const pid = (await postgres(real))!
  await stopped(first, 'SIGKILL')
  const relative = `../../../../../../../..${real}`
  const second = await start({ DATA_DIR: relative })
  expect(second.output()).not.toContain('Another')
  expect(await supplierNames(second.url, token)).toEqual(['Aurum'])
  expect(await postgres(real)).toBe(pid)
  expect(await stopped(second)).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

test(
  'a recycled process id or a copied folder’s file is not mistaken for its PostgreSQL',
  { timeout: 60_000 },
  async () => {
    const [one, other] = [await newOpenedShop(), await newShop()]
    expect(await stopped(await one.start())).toBe(0)
    const pidFile = `${one.folder}/db/pg/postmaster.pid`
    const { uid, gid } = await stat(`${one.folder}/db/pg`)

    // The process id in the file of a crashed PostgreSQL now belongs to another process of the same user, or to a
    // zombie.
    const sleeper = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { uid, gid })
    onTestFinished(async () => void sleeper.kill())
    const zombie = Number(await new Promise((done) => sleeper.stdout.once('data', done)))
    for (const stale of [sleeper.pid!, zombie]) {
      await writeFile(pidFile, `${stale}\n${one.folder}/db/pg\n1700000000\n1\n\n127.0.0.1\n  1 1\nready   \n`)
      const again = await one.start()
      expect(again.url).not.toBe('')
      expect(await stopped(again)).toBe(0)
    }

    const server = await one.start()
    await addSupplier(server.url, await signIn(server.url), 'Mine')
    const pid = await one.postgres()

    await rm(`${other.folder}/db`, { recursive: true, force: true })
    await cp(`${one.folder}/db`, `${other.folder}/db`, { recursive: true, preserveTimestamps: true })
    await own(`${other.folder}/db`, uid, gid)
    const copy = await other.start()
    expect(copy.url).not.toBe('')
    expect(await other.postgres()).not.toBe(pid)
    await addSupplier(copy.url, await signIn(copy.url), 'Theirs')
    expect(await supplierNames(server.url, await signIn(server.url))).toEqual(['Mine'])
    expect(await one.postgres()).toBe(pid)
  },
)

test('a start removes the partial data of a killed start', { timeout: 60_000 }, async () => {
  const { folder, start } = await newShop()
  await mkdir(`${folder}/db/new-999999-Xk2p/pg`, { recursive: true })
  const server = await start()
  expect(server.url).not.toBe('')
  await expect(stat(`${folder}/db/new-999999-Xk2p`)).rejects.toThrow('ENOENT')
})

test.each([
  ['a wrong setting', { PORT: 'http' }, 'PORT: expected a number'],
  [
    'a database that is not there',
    { DATABASE_URL: 'postgres://shop:secret@127.0.0.1:9/shop' },
    'DATABASE_URL: connect ECONNREFUSED 127.0.0.1:9',
  ],
  ['a data folder that is a file', { DATA_DIR: '/dev/null' }, 'DATA_DIR: cannot make /dev/null/db (ENOTDIR)'],
])('%s is reported in one line', async (_, env, line) => {
  const server = await startServer(env)
  expect([await server.ended, server.output().trim()]).toEqual([1, line])
})

/** Works like `chown -R`, because a copy made by root belongs to root. */
async function own(folder: string, uid: number, gid: number) {
  if (process.getuid?.() !== 0) return
  const child = spawn('chown', ['-R', `${uid}:${gid}`, folder])
  await new Promise((done) => child.once('exit', done))
}
