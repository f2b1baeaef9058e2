import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { copyOfCheckout } from '../support/copy.ts'
import { isAlive, until } from '../support/server.ts'

/** Replaces one text in a file of the copy. */
function edit(file: string, from: string, to: string) {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

/** Changes one text by putting a new file in the place of the old one, as many editors and `git checkout` do. */
function replace(file: string, from: string, to: string) {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(`${file}.new`, text.replace(from, to))
  renameSync(`${file}.new`, file)
}

/** Creates a copy of the checkout with the built pages. */
function copyToDevelop() {
  const copy = copyOfCheckout()
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  chmodSync(copy, 0o755) // root's PostgreSQL runs as another user
  symlinkSync(resolve('dist'), join(copy, 'dist'), 'junction')
  return copy
}

/** Runs `npm run dev` in a copy of the checkout, on a shop without the demo. */
async function develop(copy: string, wanted: Record<string, string> = {}) {
  const { NODE_ENV: _, VITEST: __, ...environment } = process.env
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: copy,
    env: { ...environment, SHOP_DEMO: '0', PORT: '0', LOG_LEVEL: 'error', ...wanted },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const [, address = '', password = ''] = await until(
    (): string[] | null =>
      /is open: (\S+)[\s\S]*the password (\S+)[\s\S]*Ctrl-C/.exec(output) ?? (child.exitCode === null ? null : []),
    60_000,
  )
  return { child, ended, address, password, output: () => output }
}

test(
  'npm run dev creates a user of every role, reloads pages and server on changes, and stops',
  { timeout: 120_000 },
  async () => {
    const copy = copyToDevelop()
    const { child, ended, address, password, output } = await develop(copy)
    for (const [roleID, name] of ['unassigned', 'admin', 'manager', 'staff'].entries()) {
      const response = await fetch(`${address}/api/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${name}@shop.example`, password }),
      })
      expect(await response.json()).toMatchObject({ success: true, roleID })
    }

    const read = async (path: string) => (await fetch(address + path)).text()
    expect(await read('/dashboard')).toContain('/staff/main.tsx')
    expect(await read('/staff/main.tsx')).toContain('createRoot')
    const words = join(copy, 'web/site/words/en/home.ts')
    const [, title = ''] = /title: '([^']+)'/.exec(readFileSync(words, 'utf8'))!
    expect(await read('/')).toContain(title)
    expect(await read('/site/words/en/home.ts')).toContain(title) // as the browser loads it
    // The page of an order is the built one, with its script.
    const [script = ''] = /\/assets\/openOrder-[\w-]+\.js/.exec(await read('/ja/order')) ?? []
    expect(await read(script)).toContain('data-copy')
    const told: string[] = []
    const browser = new WebSocket(address.replace('http', 'ws'), 'vite-hmr')
    browser.addEventListener('message', ({ data }) => told.push(JSON.parse(String(data)).type))
    await until(() => told.includes('connected'))
    edit(words, title, 'Gold, as it was edited')
    await until(async () => (await read('/')).includes('Gold, as it was edited'))
    await until(() => told.includes('full-reload') || told.includes('update'))
    browser.close()

    edit(join(copy, 'server/app.ts'), 'There is nothing here', 'Nothing, as it was edited')
    await until(async () => (await read('/api/nowhere')).includes('as it was edited'), 30_000)
    await until(() => output().includes('The server has started again.'))
    for (const [before, after] of [
      ['as it was edited', 'as it was replaced'],
      ['as it was replaced', 'as it was replaced again'],
    ] as const) {
      replace(join(copy, 'server/app.ts'), before, after)
      await until(async () => (await read('/api/nowhere')).includes(`${after}"`), 30_000)
    }
    edit(join(copy, 'contract/shared/errors.ts'), 'export const failures', 'this is no code; export const failures')
    await until(() => output().includes('It starts again when its code is saved.'), 30_000)
    // The server answers a little before it says that it is ready; until then its end would be a failed start.
    const starts = () => output().match(/The server has started again\./g)?.length ?? 0
    let before = starts()
    edit(join(copy, 'contract/shared/errors.ts'), 'this is no code; ', '')
    await until(() => starts() > before, 30_000)
    expect(await read('/api/nowhere')).toContain('as it was replaced again')

    const found = "reply.code(404).send({ success: false, code: 'route.unknown'"
    before = starts()
    replace(join(copy, 'server/app.ts'), found, `(_.url === '/api/crash' && process.exit(7)) || ${found}`)
    await until(() => starts() > before, 30_000)
    await read('/api/crash')
    await until(() => output().includes('The server stopped with code 7. Save a file of server/ or contract/'))
    replace(join(copy, 'server/app.ts'), 'as it was replaced again', 'after a crash')
    await until(async () => (await read('/api/nowhere')).includes('after a crash'), 30_000)
    expect(output().match(/The server stopped with/g)).toHaveLength(1)

    const postgres = Number(readFileSync(join(copy, 'data-dev/db/pg/postmaster.pid'), 'utf8').split('\n')[0])
    expect(isAlive(postgres)).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(isAlive(postgres)).toBe(false)
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  },
)

test(
  'npm run dev: the password that was asked for, statements, and a shop that a newer branch has migrated',
  { timeout: 120_000 },
  async () => {
    const copy = copyToDevelop()
    const migration = join(copy, 'server/db/migrations/99991231000000_later')
    mkdirSync(migration)
    writeFileSync(join(migration, 'migration.sql'), 'select 1')
    const first = await develop(copy, { DEV_PASSWORD: 'a password for this run', LOG_SQL: '1' })
    expect(first.output()).toContain('with the password a password for this run')
    expect(first.output()).toMatch(/^update "shop_setting" set "demo" = \$1$/m)
    first.child.kill('SIGINT')
    expect(await first.ended).toEqual([0, null])

    rmSync(migration, { recursive: true })
    const second = await develop(copy)
    expect(await second.ended).toEqual([1, null])
    expect(second.output()).toContain('it has had the migration 99991231000000_later')
    expect(second.output()).toContain('Remove the folder data-dev, or change to the branch that made it.')
  },
)
