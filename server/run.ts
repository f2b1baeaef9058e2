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
import { keepFirstSignIn } from './people/first-sign-in.ts'
import { mailer } from './people/mail.ts'

/** How long accepted requests may take to be answered once the server is asked to stop. */
const patience = 20_000
/** Connections to the database. */
const connections = 10
/** How long, and behind how many others, a call may wait for one before it is told that the shop is busy. */
const waiting = { patience: 5000, mostWaiting: 200 }

/** What has been opened so far, to be closed in the opposite order. */
const opened: (() => Promise<unknown>)[] = []
let stopping = false

async function start() {
  const config = readConfig(process.env)
  const url = config.databaseUrl ? await externalDatabase(config.databaseUrl) : await builtInDatabase(config)
  const pictureStore = await openStore(config)
  goOn()
  await migrate(url)
  goOn()
  const logStatement = config.logSql ? (statement: string) => console.log(statement) : undefined
  const { db, pool } = connect(url, connections, { ...waiting, logStatement })
  // A database that says nothing would not let go either.
  opened.push(() => Promise.race([pool.end(), sleep(waiting.patience)]))
  const watch = watchDatabase(pool, url, (line) => console.error(line))
  opened.push(() => watch.end())
  const signIn = await firstStart(db, { email: config.adminEmail, password: config.adminPassword })
  if (signIn) await keep(config.firstSignInFile, signIn)
  goOn()
  const app = await createApp({
    db,
    pictureStore,
    firstSignInFile: config.firstSignInFile,
    logLevel: config.logLevel,
    ...(config.trustProxy && { trustProxy: config.trustProxy }),
    links: {
      publicUrl: config.publicUrl,
      sendMail: config.smtpUrl === undefined ? undefined : mailer(config.smtpUrl, config.mailFrom),
    },
    withPages: true,
    shedsLoad: true,
    housekeeps: true,
  })
  opened.push(() => drain(app, config))
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(refused(error, config))
  })
  await loadDemo(app, config)
  goOn()
  await greet(config, (app.server.address() as AddressInfo).port, signIn)
}

/**
 * Fills an empty shop with the demo shop, once. The server answers already; the shop's address is printed when there
 * is something to see.
 */
async function loadDemo({ demo }: Awaited<ReturnType<typeof createApp>>, config: Config) {
  let told = -1
  try {
    await demo.atFirstStart(config.demo, (progress) => {
      const tenth = Math.floor(progress * 10)
      if (tenth > told) console.log(`  Loading the demo shop: ${tenth * 10} %`)
      told = Math.max(told, tenth)
    })
  } catch (error) {
    if (stopping) return
    // The shop works without it, and the next start tries again.
    console.error('The demo shop could not be loaded:', error instanceof AppError ? error.message : error)
  }
}

/** The built-in PostgreSQL, in the data folder. Answers the address of the shop's database. */
async function builtInDatabase({ dataFolder }: Config): Promise<string> {
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

/** Says in one line what is wrong with DATABASE_URL, if something is. */
async function externalDatabase(url: string): Promise<string> {
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

async function keep(file: string, signIn: { email: string; password: string }) {
  try {
    await keepFirstSignIn(file, signIn)
  } catch (error) {
    // The account is made: its password must not be lost with the file.
    console.error(`Cannot write ${file} (${(error as NodeJS.ErrnoException).code}): write the password down`)
  }
}

async function greet(config: Config, port: number, signIn: { email: string; password: string } | null) {
  const address = addressOf({ host: config.host, port })
  const kept = await stat(config.firstSignInFile).catch(() => null)
  const lines = ['', `  Alahas is ready: ${address}`, '']
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

function refused({ code, message }: NodeJS.ErrnoException, { port, host }: Config) {
  if (code === 'EADDRINUSE') return `PORT: ${port} is in use on ${host}; choose another, as in PORT=3001 npm start`
  if (code === 'EACCES') return `PORT: ${port} needs more rights than this user has; choose one above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST: this machine has no address ${host}`
  return message
}

/** Answers what has been accepted, then closes. A balancer gets a moment to see that /readyz says no. */
async function drain(app: Awaited<ReturnType<typeof createApp>>, { drainSeconds }: Config) {
  app.stopTakingWork()
  await sleep(drainSeconds * 1000)
  const closed = app.close()
  // Connections that wait for their next request after the last answer would keep the server for a minute.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const late = setTimeout(() => app.server.closeAllConnections(), patience)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

/** Closes what was opened, last first, and ends the process. A start that is still going on ends at its next step. */
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

function goOn() {
  if (stopping) throw new StartError('Stopped while starting')
}

// Whoever read our output may be gone before us; what is left to do matters more.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

let interrupted = 0
process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => {
  // Asked twice: go now, and the next start recovers. npm can pass one Ctrl-C on twice.
  if (interrupted && Date.now() - interrupted > 500) process.exit(1)
  interrupted ||= Date.now()
  void stop(0)
})
// A signal to `npm start` ends npm's shell, which passes nothing on and would leave us behind.
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
