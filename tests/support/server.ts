import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')

export type User = { uid: number; gid: number }
export type Server = {
  child: ChildProcess
  pid: number
  url: string
  /** Returns everything that the process has printed so far. */
  output: () => string
  /** Resolves with the exit code, or with the signal that ended the process. */
  ended: Promise<number | string | null>
}

/**
 * Matches the environment variables that configure a server or a test run. Servers that tests start must not inherit
 * them.
 */
const ours =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|UPLOADS_URL|DRAIN_SECONDS|AWS_\w+|ADMIN_\w+|SHOP_\w+|TRUST_PROXY|PUBLIC_URL|SMTP_URL|MAIL_FROM|METRICS_TOKEN|LOG_LEVEL|LOG_SQL|PG\w+|NODE_ENV|VITEST\w*|npm_\w+)$/
export const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))

/**
 * Starts `node server/main.ts` on a free port, optionally as another user or through a wrapper command. `url` is empty
 * if the server ended before it was ready; `early` receives the process before that.
 */
export async function startServer(
  env: Record<string, string>,
  user?: User,
  early?: (child: { pid: number }) => Promise<void>,
  by: string[] = [],
): Promise<Server> {
  const [command, ...rest] = [...by, process.execPath, 'server/main.ts']
  const child = spawn(command, rest, {
    cwd: root,
    env: {
      ...environment,
      PORT: '0',
      LOG_LEVEL: 'error',
      SHOP_DEMO: '0',
      ...env,
      ...(user && { HOME: env['DATA_DIR'] ?? '/' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  let text = ''
  const { promise: url, resolve } = Promise.withResolvers<string>()
  const read = (chunk: Buffer) => {
    text += chunk
    const found = /is ready: (\S+)[\s\S]*Ctrl-C/.exec(text)
    if (found) resolve(found[1]!)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = new Promise<number | string | null>((done) => {
    child.once('close', (code, signal) => {
      resolve('')
      done(code ?? signal)
    })
  })
  void early?.({ pid: child.pid! })
  return { child, pid: child.pid!, url: await url, output: () => text, ended }
}

/** Creates an empty data folder that every user may enter and `user` owns. */
export async function dataFolder(user?: User, inside = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(inside, 'alahas-data-'))
  await chmod(folder, 0o755)
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** Whether a process runs. A zombie does not count as alive. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Polls until `reached` returns a truthy value, and returns that value. */
export async function until<T>(reached: () => T | Promise<T>, milliseconds = 20_000): Promise<NonNullable<T>> {
  for (const end = Date.now() + milliseconds; ; await sleep(25)) {
    const result = await reached()
    if (result) return result
    if (Date.now() > end) throw new Error(`Not reached: ${String(reached)}`)
  }
}
