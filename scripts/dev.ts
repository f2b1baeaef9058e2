// `npm run dev` runs the shop for development. The server restarts when its code is saved, and the open browser updates
// with the pages' sources. The shop has its own folder (data-dev, with the demo shop), because every run sets new
// passwords.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { eq } from 'drizzle-orm'
import { createServer, type ViteDevServer } from 'vite'

import { roleIDs, roleNames } from '../contract/shared/permissions.ts'
import { freePort } from '../server/db/embedded.ts'
import { user } from '../server/db/schema/people.ts'
import { addressOf, readConfig, StartError } from '../server/kernel/config.ts'
import { hashPassword } from '../server/people/passwords.ts'
import { insertUser } from '../server/people/users.operations.ts'
import { openShop } from './database.ts'
import { servedBy, sourcePages } from './dev-pages.ts'

const root = join(import.meta.dirname, '..')
const data = join(root, 'data-dev')
const password = randomBytes(6).toString('base64url')
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
  if (!(await firstReady(server))) return stop(1)
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

function startServer(environment: NodeJS.ProcessEnv): ChildProcess {
  const flags = ['--watch', '--watch-preserve-output']
  const child = spawn(process.execPath, [...flags, join(root, 'server/main.ts')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    // The server has its own process group, so that Ctrl-C reaches only this process, which stops the server and waits
    // for it.
    detached: true,
  })
  opened.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  child.once('exit', () => void stop(1))
  return child
}

/**
 * Prints the server's output without its greeting, whose address is not the one to open. Resolves with true at the
 * first start, and with false where the server ends before it.
 */
function firstReady(server: ChildProcess): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let started = 0
  createInterface({ input: server.stdout! }).on('line', (line) => {
    if (/is ready: http/.test(line)) {
      if (started++ > 0) console.log('  The server has started again.')
      resolve(true)
    } else if (line.trim() && !/Ctrl-C stops it|Stopping…|^Waiting for graceful|^Gracefully restarted/.test(line))
      console.log(line)
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
