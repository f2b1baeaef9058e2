import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '../../server/db/embedded.ts'
import { percentile } from './load.ts'

/** Milliseconds from the start of the process to its first answer, and megabytes of Node when it has nothing to do. */
export type Started = { firstAnswer: number; idleMemory: number | null }

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }

/** How long a server is left alone before its memory is read. */
const idles = 5000

/**
 * Starts the server as `npm start` does, with the PostgreSQL of its own, on a data folder that has a shop already, so
 * often, and answers the median of each.
 */
export async function measureStart(times: number): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'alahas-start-'))
  try {
    await run(folder, 0) // makes the shop
    const runs: Started[] = []
    for (let n = 0; n < times; n++) runs.push(await run(folder, idles))
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
    await answered(server, `http://127.0.0.1:${port}/login`)
    const firstAnswer = performance.now() - started
    await sleep(idle)
    return { firstAnswer, idleMemory: memoryOf(server) }
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

/** Waits for the sign-in page. */
async function answered(server: ChildProcess, url: string) {
  while (server.exitCode === null) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await sleep(5)
  }
  throw new Error(`The server ended with ${server.exitCode}`)
}

/** What the process alone has in memory, in megabytes; null on Windows. */
function memoryOf({ pid }: ChildProcess): number | null {
  if (process.platform === 'win32') return null
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}
