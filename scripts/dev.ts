// `npm run dev` runs the shop for development. The server restarts when its code is saved, and the open browser updates
// with the pages' sources. The shop has its own folder (data-dev, with the demo shop), because every run sets new
// passwords, or that of DEV_PASSWORD. LOG_SQL=1 prints every statement.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'

import { eq } from 'drizzle-orm'
import { prettyFactory } from 'pino-pretty'
import { createServer, type ViteDevServer } from 'vite'

import { roleIDs, roleNames } from '../contract/shared/permissions.ts'
import { newer } from '../server/db/migrate.ts'
import { freePort } from '../server/db/postgres-process.ts'
import { user } from '../server/db/schema/people.ts'
import { addressOf, readConfig, StartError } from '../server/kernel/config.ts'
import { hashPassword } from '../server/people/passwords.ts'
import { insertUser } from '../server/people/users.operations.ts'
import { openShop } from './database.ts'
import { servedBy, sourcePages } from './dev-pages.ts'

const root = join(import.meta.dirname, '..')
const data = join(root, 'data-dev')
const password = process.env['DEV_PASSWORD'] ?? randomBytes(6).toString('base64url')
const emailOf = (roleID: (typeof roleIDs)[number]) => `${roleNames[roleID].toLowerCase()}@shop.example`

/** Functions that close the opened resources; they run in reverse order. */
const opened: (() => Promise<unknown>)[] = []
let stopping = false

async function main() {
  const own = { DATA_DIR: data, DATABASE_URL: '' }
  const asked = readConfig({ ...process.env, ...own })
  // The server keeps its port across restarts, so that the pages find it again.
  const address = { host: '127.0.0.1', port: await freePort() }
  const pages = await openPages(asked.port, asked.host, addressOf(address))
  const { port } = pages.httpServer!.address() as AddressInfo
  const environment = {
    ...process.env,
    ...own,
    HOST: address.host,
    PORT: String(address.port),
    PUBLIC_URL: asked.publicUrl ?? addressOf({ host: asked.host, port }),
    ADMIN_EMAIL: emailOf(1),
    ADMIN_PASSWORD: password,
  }
  const server = startServer(environment)
  if (!(await server.isReady)) return stop(1)
  restartOnChange(pages, server.restart)
  const config = readConfig(environment)
  await givePeoplePasswords(config)
  greet(addressOf({ host: asked.host, port }))
}

/** Serves the pages from their sources. All other requests go to the server. */
async function openPages(port: number, host: string, server: string): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    appType: 'custom',
    cacheDir: join(data, 'vite'),
    clearScreen: false,
    logLevel: 'warn',
    plugins: [sourcePages(server)],
    optimizeDeps: { entries: ['staff/main.tsx', 'site/start.ts', 'site/client.tsx'] },
    server: {
      host,
      // Vite treats port 0 like any other and tries 1 next, so a free port is searched here.
      port: port || (await freePort()),
      strictPort: true,
      proxy: servedBy(server),
    },
  })
  opened.push(() => vite.close())
  await vite.listen().catch((error: Error) => {
    throw new StartError(`PORT: ${error.message}`)
  })
  return vite
}

/** Runs the server. `isReady` says whether its first start succeeded; `restart` runs the code as it is now. */
function startServer(environment: NodeJS.ProcessEnv): { isReady: Promise<boolean>; restart: () => Promise<void> } {
  const run = () =>
    spawn(process.execPath, [join(root, 'server/main.ts')], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C must reach this process alone, which ends the server and waits for it.
      detached: true,
    })
  let isEnding = false
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    isEnding = true
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const waitUntilReady = async () => {
    const started = await passOnOutput(child)
    if (started) child.once('exit', (code, signal) => void (isEnding || reportCrash(code, signal)))
    return started
  }
  let child = run()
  let restarting = Promise.resolve()
  opened.push(() => restarting.then(end))
  const isReady = waitUntilReady()
  const startAgain = async () => {
    await end()
    isEnding = false
    child = run()
    const started = await waitUntilReady()
    console.log(
      started ? '  The server has started again.' : '  The server has ended. It starts again when its code is saved.',
    )
  }
  return { isReady, restart: () => (restarting = restarting.then(startAgain)) }
}

function reportCrash(code: number | null, signal: NodeJS.Signals | null) {
  const reason = code === null ? `signal ${signal}` : `code ${code}`
  console.log(`  The server stopped with ${reason}. Save a file of server/ or contract/ to start it again.`)
}

/** Restarts the server once its code is quiet for a moment: an editor saves a file in steps, a checkout many files. */
function restartOnChange({ watcher }: ViteDevServer, restart: () => Promise<void>) {
  watcher.add([join(root, 'server'), join(root, 'contract')])
  let pending: NodeJS.Timeout | undefined
  watcher.on('all', (_, path) => {
    if (!/^(server|contract)\b.*(?<!\.test)\.(ts|sql)$/.test(relative(root, path))) return
    clearTimeout(pending)
    pending = setTimeout(() => void (stopping || restart()), 100)
  })
}

const readable = prettyFactory({
  colorize: process.stdout.isTTY,
  ignore: 'pid,hostname,reqId',
  translateTime: 'HH:MM:ss',
})

/**
 * Prints the server's output with readable log lines, and without its greeting, whose address is not the one to open.
 * Resolves to true once the server is ready, and to false when it ends first.
 */
function passOnOutput(server: ChildProcess): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  createInterface({ input: server.stdout! }).on('line', (line) => {
    if (/is ready: http/.test(line)) resolve(true)
    else if (line.trim() && !/Ctrl-C stops it|Stopping…/.test(line))
      console.log(line.startsWith('{') ? readable(line).trimEnd() : line)
  })
  createInterface({ input: server.stderr! }).on('line', (line) => {
    console.error(line)
    if (line.startsWith(newer)) console.error('Remove the folder data-dev, or change to the branch that made it.')
  })
  server.once('exit', () => resolve(false))
  return promise
}

/** Finds or creates one person for each role, and sets this run's password. */
async function givePeoplePasswords(config: ReturnType<typeof readConfig>) {
  const { db, close } = await openShop(config)
  try {
    const passwordHash = await hashPassword(password)
    for (const roleID of roleIDs) {
      const email = emailOf(roleID)
      const changed = { passwordHash, roleID, status: true }
      const found = await db.update(user).set(changed).where(eq(user.email, email)).returning()
      if (found.length === 0)
        await insertUser(db, { firstName: 'Dev', lastName: roleNames[roleID], email, passwordHash, roleID })
    }
  } finally {
    await close()
  }
}

function greet(address: string) {
  const people = roleIDs.map((roleID) => `    ${roleNames[roleID].padEnd(12)}${emailOf(roleID)}`)
  const lines = [
    '',
    `  The shop is open: ${address}`,
    '',
    `  Sign in at ${address}/login with the password ${password}`,
  ]
  console.log([...lines, ...people, '', '  Ctrl-C stops it.', ''].join('\n'))
}

/** Closes the opened resources in reverse order, and ends the process. */
async function stop(code: number) {
  if (stopping) return
  stopping = true
  for (const close of opened.splice(0).toReversed()) await close().catch((error: unknown) => console.error(error))
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

main().catch((error: unknown) => {
  if (stopping) return
  console.error(error instanceof StartError ? error.message : error)
  void stop(1)
})
