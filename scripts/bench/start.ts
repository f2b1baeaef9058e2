import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '../../server/db/postgres-process.ts'
import { percentile } from './load.ts'

/** Milliseconds from the start of the process to its first response, and its memory in megabytes when idle. */
export type Started = { firstAnswer: number; idleMemory: number | null }

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }

/** How long a server stays idle before its memory is measured, in milliseconds. */
const idleMilliseconds = 5000

/**
 * Starts the server `times` times as `npm start` does, with its own PostgreSQL on the data of an existing shop. Returns
 * the medians.
 */
export async function measureStart(times: number): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'alahas-start-'))
  try {
    await run(folder, 0) // creates the shop
    const runs: Started[] = []
    for (let n = 0; n < times; n++) runs.push(await run(folder, idleMilliseconds))
    const memory = runs.flatMap(({ idleMemory }) => idleMemory ?? [])
    return {
      firstAnswer: percentile(
        runs.map(({ firstAnswer }) => firstAnswer),
        0.5,
      ),
      idleMemory: memory.length === 0 ? null : percentile(memory, 0.5),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(folder: string, idle: number): Promise<Started> {
  const port = await freePort()
  const started = performance.now()
  const [, ...args] = scripts.start.split(' ')
  const server = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      HOST: '127.0.0.1',
      SHOP_DEMO: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'exit')
  try {
    await waitForPage(server, `http://127.0.0.1:${port}/login`)
    const firstAnswer = performance.now() - started
    await sleep(idle)
    return { firstAnswer, idleMemory: memoryOf(server) }
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

/** Waits for the sign-in page. */
async function waitForPage(server: ChildProcess, url: string) {
  while (server.exitCode === null) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await sleep(5)
  }
  throw new Error(`The server ended with ${server.exitCode}`)
}

/** Returns the resident memory of the process alone, in megabytes; null on Windows. */
function memoryOf({ pid }: ChildProcess): number | null {
  if (process.platform === 'win32') return null
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}
