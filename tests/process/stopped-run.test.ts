import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { environment, isAlive, removeFolder, until } from '../support/server.ts'

// Proves that a test run leaves neither a PostgreSQL nor a folder behind when a signal ends it before its teardown.
test.each(['SIGTERM', 'SIGKILL'] as const)('%s to a test watcher stops its PostgreSQL', async (signal) => {
  const folder = await mkdtemp(join(tmpdir(), 'alahas-run-'))
  onTestFinished(() => removeFolder(folder))
  await chmod(folder, 0o755) // root's PostgreSQL runs as another user
  const { TEST_DATABASE_URL: _, ...env } = environment
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'watch', '--project', 'daily', 'tests/properties/dates.test.ts'],
    { env: { ...env, TMPDIR: folder }, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  await until(() => output.includes('Waiting for file changes'))
  const files = (await readdir(folder)).map((name) => join(folder, name, 'db/pg/postmaster.pid'))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  const postgres = Number(texts.find(Boolean)!.split('\n')[0])
  expect(isAlive(postgres)).toBe(true)

  child.kill(signal)
  await ended
  await until(() => !isAlive(postgres))
  await until(async () => (await readdir(folder)).length === 0)
})
