import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '../../server/db/postgres-process.ts'

const root = join(import.meta.dirname, '../..')

/** Starts a server of the shop in the database at `url` as a process of its own, on a free port. */
export async function startServer(url: string, folder: string) {
  const port = await freePort()
  const server = spawn(process.execPath, ['--max-semi-space-size=8', 'server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: folder,
      PORT: String(port),
      HOST: '127.0.0.1',
      SHOP_DEMO: '0',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'exit')
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error('The server ended')
    await sleep(50)
  }
  /** Returns the resident memory in kilobytes. */
  const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)], { encoding: 'utf8' }))
  const close = async () => {
    server.kill('SIGTERM')
    await ended
  }
  return { port, memory, close }
}
export type Server = Awaited<ReturnType<typeof startServer>>
