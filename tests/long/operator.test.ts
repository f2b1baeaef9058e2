// Plays the operator of docs/operations.md on fresh folders: install, first start as a service, sign-in link, backup,
// upgrade across a version under calls, proof of a backup, restore elsewhere, and the way back by the backup. The
// service runs as an unprivileged user with the environment of deploy/alahas.service. The installed program is what is
// committed here. It needs the registry of npm, or its cache.
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { parseEnvironmentFile, parseUnit } from '../../scripts/unit-settings.ts'
import { version as current } from '../../server/kernel/version.ts'
import { countCalls, createRing, makeCalls, startService } from '../process/service.ts'
import { environment } from '../support/server.ts'
import { ordinary } from '../support/users.ts'

const place = mkdtempSync(join(tmpdir(), 'alahas-operator-'))
chmodSync(place, 0o755)
afterAll(() => rm(place, { recursive: true, force: true }), 300_000)
const [repository, program] = [join(place, 'repository'), join(place, 'opt')]
const home = join(place, 'home')
const next = `${Number(current.split('.')[0]) + 1}.0.0`
const email = 'owner@shop.example'

/** Runs a command of the operator to its end. Throws with its output when it fails. */
const run = (cwd: string, command: string, ...words: string[]) =>
  execFileSync(command, words, {
    cwd,
    env: { ...environment, HOME: place, npm_config_cache: npmCache },
    encoding: 'utf8',
  })
const npmCache = process.env['npm_config_cache'] ?? join(process.env['HOME'] ?? place, '.npm')

/** Runs `alahas` of the installed program on the shop of a unit, while calls go on. */
const alahas = (unit: string, ...words: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const env = { PATH: process.env['PATH'] ?? '', ALAHAS_PROGRAM: program, ALAHAS_UNIT: unit }
    execFile(join(program, 'deploy/alahas'), words, { cwd: '/', env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    ).stdin?.end()
  })

/** Makes a folder that belongs to the user of the service. */
function makeFolder(name: string): string {
  const folder = join(place, name)
  mkdirSync(folder, { mode: 0o700 })
  if (ordinary) chownSync(folder, ordinary.uid, ordinary.gid)
  return folder
}

/** Installs the unit of the repository for this test's paths and user. Returns its file and its settings. */
function installUnit(data: string) {
  const settings = `${data}.env`
  writeFileSync(settings, `ADMIN_EMAIL=${email}\nPUBLIC_URL=https://shop.example\n`, { mode: 0o600 })
  const unit = `${data}.service`
  const text = readFileSync(join(program, 'deploy/alahas.service'), 'utf8')
    .replaceAll('/opt/alahas', program)
    .replaceAll('/var/lib/alahas', data)
    .replaceAll('/etc/alahas.env', settings)
    .replace('User=alahas', ordinary ? 'User=nobody' : '')
  writeFileSync(unit, text)
  return { unit, settings: { ...parseUnit(text).environment, ...parseEnvironmentFile(readFileSync(settings, 'utf8')) } }
}

/** Publishes the next version: other packages by the lock file, other pages, and a migration. */
function publishNextVersion() {
  for (const name of ['package.json', 'package-lock.json']) {
    const file = join(repository, name)
    const project = JSON.parse(readFileSync(file, 'utf8')) as {
      version: string
      packages?: { '': { version: string } }
    }
    project.version = next
    if (project.packages) project.packages[''].version = next
    writeFileSync(file, `${JSON.stringify(project, null, 2)}\n`)
  }
  const page = join(repository, 'web/site/client.tsx')
  writeFileSync(page, `${readFileSync(page, 'utf8')}\nconsole.debug('${next}')\n`)
  const migration = join(repository, 'server/db/migrations/29991231000000_next_version')
  mkdirSync(migration)
  writeFileSync(join(migration, 'migration.sql'), 'create table next_version (id integer primary key)\n')
  run(repository, 'git', 'add', '--all')
  run(repository, 'git', '-c', 'user.name=Tests', '-c', 'user.email=tests@alahas.test', 'commit', '--quiet', '-m', next)
}

/** Signs in by a link that `alahas sign-in-link` prints, and returns the token of the session. */
async function signInByLink(unit: string, url: string): Promise<string> {
  const { code, out } = await alahas(unit, 'sign-in-link', email)
  expect(code).toBe(0)
  const [, token] = /https:\/\/shop\.example\/login#link=([\w-]+)/.exec(out) ?? []
  const response = await fetch(`${url}/api/v1/sign-in-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { token: string }).token
}

const versionOf = async (url: string) => ((await (await fetch(`${url}/healthz`)).json()) as { version: string }).version

/** Counts the sales of a shop. */
async function countSales(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/api/v2/sales?pageSize=1`, { headers: { authorization: `Bearer ${token}` } })
  return ((await response.json()) as { meta: { total: number } }).meta.total
}

test('an operator installs, upgrades under calls, backs up, restores elsewhere and rolls back', async () => {
  const minutes: string[] = []
  let from = performance.now()
  const note = (what: string) => {
    minutes.push(`${what} ${((performance.now() - from) / 60_000).toFixed(1)}`)
    from = performance.now()
  }

  run(place, 'git', 'clone', '--quiet', '--no-hardlinks', process.cwd(), repository)
  run(place, 'git', 'clone', '--quiet', '--no-hardlinks', repository, program)
  makeFolder('home')
  run(program, 'node', 'scripts/ready.mjs')
  note('install')

  const data = makeFolder('data')
  const { unit, settings } = installUnit(data)
  const start = async (shop: Record<string, string>) => {
    const started = await startService({ program, home, settings: shop, ...(ordinary && { user: ordinary }) })
    onTestFinished(started.stop)
    return started
  }
  let service = await start(settings)
  const token = await signInByLink(unit, service.url)
  const itemID = await createRing(service.url, token)
  note('first start')

  const { calls, finish } = makeCalls(service.url, token, itemID)
  onTestFinished(async () => void (await finish()))
  await expect.poll(() => calls.sales.length, { timeout: 60_000 }).toBeGreaterThan(20)
  const beforeUpgrade = join(data, 'before.tar.gz')
  expect(await alahas(unit, 'backup', beforeUpgrade)).toMatchObject({ code: 0 })
  note('backup under calls')

  publishNextVersion()
  run(program, 'git', 'pull', '--quiet')
  const { out, err } = await install()
  expect(out + err).toContain('Installing packages…')
  note('install of the next version under calls')
  await service.restart()
  const upgraded = calls.sales.length
  await expect.poll(() => calls.sales.length, { timeout: 60_000 }).toBeGreaterThan(upgraded + 20)
  expect(await versionOf(service.url)).toBe(next)
  const { failures, sales, slowest } = await finish()
  expect(failures).toEqual([])
  expect(await countSales(service.url, token)).toBe(sales.length)
  note('restart under calls')

  expect(await alahas(unit, 'verify')).toMatchObject({ code: 0, out: expect.stringMatching(/^The books are right/) })
  const afterUpgrade = join(data, 'after.tar.gz')
  expect(await alahas(unit, 'backup', afterUpgrade)).toMatchObject({ code: 0 })
  expect(await alahas(unit, 'restore', '--check', afterUpgrade)).toMatchObject({ code: 0 })
  note('verify, backup, check')

  const elsewhere = makeFolder('elsewhere')
  const moved = installUnit(elsewhere)
  cpSync(afterUpgrade, join(elsewhere, 'after.tar.gz'))
  if (ordinary) chownSync(join(elsewhere, 'after.tar.gz'), ordinary.uid, ordinary.gid)
  expect(await alahas(moved.unit, 'restore', join(elsewhere, 'after.tar.gz'), '--new')).toMatchObject({ code: 0 })
  const other = await start(moved.settings)
  expect([await versionOf(other.url), await countSales(other.url, token)]).toEqual([next, sales.length])
  await other.stop()
  note('restore elsewhere')

  await service.stop()
  run(program, 'git', 'checkout', '--quiet', 'HEAD~1')
  // The packages of the version before are still there, so the way back needs no registry.
  execFileSync('node', ['scripts/ready.mjs'], {
    cwd: program,
    env: {
      ...environment,
      HOME: place,
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_cache: join(place, 'none'),
    },
  })
  expect(await alahas(unit, 'restore', beforeUpgrade, '--overwrite')).toMatchObject({ code: 0 })
  service = await start(settings)
  expect(await versionOf(service.url)).toBe(current)
  const back = await countSales(service.url, token)
  expect(back).toBeGreaterThan(20)
  expect(back).toBeLessThan(sales.length)
  expect(await alahas(unit, 'verify')).toMatchObject({ code: 0 })
  await service.stop()
  note('way back')

  console.log(
    `${countCalls(calls)} calls (${sales.length} sales) from the first backup to the end of the upgrade: ${failures.length} failures, ` +
      `slowest ${(slowest / 1000).toFixed(1)} s. Minutes: ${minutes.join(', ')}`,
  )
})

/** Installs the pulled version without blocking this process, which makes the calls. */
const install = () =>
  new Promise<{ out: string; err: string }>((done, failed) => {
    const env = { ...environment, HOME: place, npm_config_cache: npmCache }
    execFile('node', ['scripts/ready.mjs'], { cwd: program, env }, (error, out, err) =>
      error ? failed(new Error(out + err)) : done({ out, err }),
    )
  })
