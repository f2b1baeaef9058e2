import { stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { createApp } from './app.ts'
import { connect } from './db/client.ts'
import { shopDatabase, startCluster } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { watchDatabase } from './db/watch.ts'
import { openStore } from './files/open.ts'
import { firstStart } from './first-start.ts'
import { addressOf, type Config, readConfig, StartError } from './kernel/config.ts'
import { AppError } from './kernel/errors.ts'
import { version } from './kernel/version.ts'
import { createSender } from './mail/transport.ts'
import { storeFirstSignIn } from './people/first-sign-in.ts'

/** Milliseconds that accepted requests may still take after the server receives the signal to stop. */
const patience = 20_000
/** Maximum number of connections to the database. */
const connections = 10
/**
 * Limits for requests that wait for a database connection: the time in milliseconds, and the number of such requests.
 * Beyond either limit, a request gets 503.
 */
const waiting = { patience: 5000, mostWaiting: 200 }

/** The functions that close what has been opened; they run in reverse order. */
const opened: (() => Promise<unknown>)[] = []
let stopping = false

async function start() {
  const config = readConfig(process.env)
  const url = config.databaseUrl ? await testExternalDatabase(config.databaseUrl) : await startBuiltInDatabase(config)
  const pictureStore = await openStore(config)
  assertNotStopping()
  await migrate(url)
  assertNotStopping()
  const logStatement = config.logSql ? (statement: string) => console.log(statement) : undefined
  const { db, pool } = connect(url, connections, { ...waiting, logStatement })
  // A database that does not respond never closes its connections, so closing has a time limit.
  opened.push(() => Promise.race([pool.end(), sleep(waiting.patience)]))
  const watch = watchDatabase(pool, url, (line) => console.error(line))
  opened.push(() => watch.end())
  const signIn = await firstStart(db, { email: config.adminEmail, password: config.adminPassword })
  if (signIn) await writeFirstSignIn(config.firstSignInFile, signIn)
  assertNotStopping()
  const app = await createApp({
    db,
    pictureStore,
    firstSignInFile: config.firstSignInFile,
    logLevel: config.logLevel,
    ...(config.trustProxy && { trustProxy: config.trustProxy }),
    links: {
      publicUrl: config.publicUrl,
      send: config.smtpUrl === undefined ? undefined : createSender(config.smtpUrl, config.mailFrom),
    },
    metricsToken: config.metricsToken,
    withPages: true,
    shedsLoad: true,
    runsJobs: true,
    tellsEvents: true,
  })
  opened.push(() => drain(app, config))
  const place = config.socket === null ? { port: config.port } : { fd: config.socket }
  await app.listen({ ...place, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(describeListenError(error, config))
  })
  await loadDemo(app, config)
  assertNotStopping()
  const { address, port } = app.server.address() as AddressInfo
  await greet(config, addressOf({ host: config.socket === null ? config.host : address, port }), signIn)
}

/**
 * Loads the demo shop once into an empty shop. The server already accepts requests, but its address is printed only
 * after the demo shop is loaded.
 */
async function loadDemo({ demo }: Awaited<ReturnType<typeof createApp>>, config: Config) {
  let printed = -1
  try {
    await demo.atFirstStart(config.demo, (progress) => {
      const tenth = Math.floor(progress * 10)
      if (tenth > printed) console.log(`  Loading the demo shop: ${tenth * 10} %`)
      printed = Math.max(printed, tenth)
    })
  } catch (error) {
    if (stopping) return
    // The shop also works without the demo shop. The next start tries to load it again.
    console.error('The demo shop could not be loaded:', error instanceof AppError ? error.message : error)
  }
}

/** Starts the built-in PostgreSQL in the data folder and returns the URL of the shop's database. */
async function startBuiltInDatabase({ dataFolder }: Config): Promise<string> {
  const cluster = await startCluster(`${dataFolder}/db`, {
    say: (line) => console.error(line),
    lost: () => {
      console.error(`Another server has taken over ${dataFolder}`)
      void stop(1)
    },
  })
  opened.push(cluster.stop)
  return shopDatabase(cluster)
}

/** Returns DATABASE_URL after a test query. Throws a StartError when the database cannot be used. */
async function testExternalDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    const [first] = error instanceof AggregateError ? error.errors : [error]
    throw new StartError(`DATABASE_URL: ${first instanceof Error ? first.message : String(first)}`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
  return url
}

async function writeFirstSignIn(file: string, signIn: { email: string; password: string }) {
  try {
    await storeFirstSignIn(file, signIn)
  } catch (error) {
    // The account exists already, so the start continues: `greet` prints the password.
    console.error(`Cannot write ${file} (${(error as NodeJS.ErrnoException).code}): write the password down`)
  }
}

async function greet(config: Config, address: string, signIn: { email: string; password: string } | null) {
  const kept = await stat(config.firstSignInFile).catch(() => null)
  const lines = ['', `  Alahas is ready: ${address}`, `  Version ${version}`, '']
  if (signIn)
    lines.push(
      `  Sign in at ${address}/login`,
      `    Email     ${signIn.email}`,
      `    Password  ${signIn.password}`,
      ...(kept ? [`  Kept in ${config.firstSignInFile} until the password is changed.`] : []),
      '',
    )
  else if (kept) lines.push(`  How to sign in is written in ${config.firstSignInFile}`, '')
  console.log([...lines, '  Ctrl-C stops it.', ''].join('\n'))
}

function describeListenError({ code, message }: NodeJS.ErrnoException, { port, host }: Config) {
  if (code === 'EADDRINUSE') return `PORT: ${port} is in use on ${host}; choose another, as in PORT=3001 npm start`
  if (code === 'EACCES') return `PORT: ${port} needs more rights than this user has; choose one above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST: this machine has no address ${host}`
  return message
}

/**
 * Stops the app. First /readyz fails for a while, so that a load balancer sends no more requests, and each response
 * closes its connection. Then the accepted requests are completed, and the server closes. On a socket of systemd, later
 * connections wait for the next server.
 */
async function drain(app: Awaited<ReturnType<typeof createApp>>, { drainSeconds }: Config) {
  app.stopTakingWork()
  await sleep(drainSeconds * 1000)
  const closed = app.close()
  // Idle keep-alive connections would delay the close by a minute.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const late = setTimeout(() => app.server.closeAllConnections(), patience)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

/** Closes everything in reverse order and ends the process. A start in progress stops at its next step. */
async function stop(code: number) {
  if (stopping) return
  stopping = true
  console.log('Stopping…')
  await Promise.race([started.catch(() => {}), sleep(patience)])
  process.exit((await closeAll()) ? code : 1)
}

async function closeAll(): Promise<boolean> {
  let clean = true
  for (const close of opened.splice(0).toReversed())
    await close().catch((error: unknown) => {
      clean = false
      console.error(error)
    })
  return clean
}

function assertNotStopping() {
  if (stopping) throw new StartError('Stopped while starting')
}

// The program that reads our output may end first. The failed write must not stop the shutdown.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

let interrupted = 0
process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => {
  // A second Ctrl-C ends the process immediately, and the database recovers at the next start. npm may pass one Ctrl-C
  // on twice, so a second one within 500 ms does not count.
  if (interrupted && Date.now() - interrupted > 500) process.exit(1)
  interrupted ||= Date.now()
  void stop(0)
})
// A signal to `npm start` ends npm's shell but does not reach this process, so it watches its parent.
const parent = process.ppid
if (process.env['npm_lifecycle_event']) setInterval(() => process.ppid !== parent && void stop(0), 500).unref()

const started = start()
started.catch(async (error: unknown) => {
  if (stopping) return
  stopping = true
  await closeAll()
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})
