import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

/** Starts `npm run dev` in a copy of the checkout, with a shop without the demo. */
async function develop() {
  const copy = copyOfCheckout()
  chmodSync(copy, 0o755) // root's PostgreSQL runs as another user
  symlinkSync(resolve('dist'), join(copy, 'dist'), 'junction')
  const { NODE_ENV: _, VITEST: __, ...environment } = process.env
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: copy,
    env: { ...environment, SHOP_DEMO: '0', PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(copy, { recursive: true, force: true })
  })
  const [, address = '', password = ''] = await until(
    (): string[] | null =>
      /is open: (\S+)[\s\S]*the password (\S+)[\s\S]*Ctrl-C/.exec(output) ?? (child.exitCode === null ? null : []),
    60_000,
  )
  return { copy, child, ended, address, password, output: () => output }
}

test(
  'npm run dev creates a user of every role, reloads pages and server on changes, and stops',
  { timeout: 120_000 },
  async () => {
    const { copy, child, ended, address, password, output } = await develop()
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

    const postgres = Number(readFileSync(join(copy, 'data-dev/db/pg/postmaster.pid'), 'utf8').split('\n')[0])
    expect(isAlive(postgres)).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(isAlive(postgres)).toBe(false)
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  },
)
