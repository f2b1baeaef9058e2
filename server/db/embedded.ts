import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { StartError } from '../kernel/config.ts'
import { assertSameVersion, createFolder, initialise, unreadable } from './data-folder.ts'
import { locks } from './locks.ts'
import { findRunningPort, freePort, isEnding, launch, patience, stopPostgres } from './postgres-process.ts'
import { chooseUser, findBinaries } from './postgres-user.ts'

export type Cluster = {
  /** Returns the URL of one of its databases, with the password. */
  url: (database: string) => string
  /** Stops PostgreSQL and releases the folder. */
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL in `folder`, or uses the one that a killed server left running. Only one server at a time may use
 * the folder; a second one gets a StartError. When PostgreSQL ends unexpectedly, this server starts it again on the
 * same port and reports that through `say`. If another server has started it by then, `lost` is called.
 */
export async function startCluster(
  folder: string,
  {
    fsync = true,
    say = () => {},
    lost = () => {},
  }: { fsync?: boolean; say?: (line: string) => void; lost?: () => void } = {},
): Promise<Cluster> {
  const bin = await findBinaries()
  const home = await createFolder(folder)
  const data = join(home, 'pg')
  const as = await chooseUser(bin, home, data)
  await initialise(bin, home, data, as, fsync)
  await assertSameVersion(bin, data, as)
  const password = (await readFile(join(data, 'app.password'), 'utf8').catch(unreadable(data))).trim()
  const urlAt = (port: number, database: string) => addressOf(password, port, database)

  const state = { stopping: false, ours: true }
  let reviving = Promise.resolve()
  let { port, owner } = await takeOver()
  watch()

  return {
    url: (database) => urlAt(port, database),
    stop: async () => {
      state.stopping = true
      await reviving
      if (state.ours) await stopPostgres(bin, data, as)
      await owner.end().catch(() => {}) // PostgreSQL has ended it already
    },
  }

  /**
   * Finds the running PostgreSQL or starts it (on the port `wanted`, if given). Then takes the lock that only one
   * server can hold.
   */
  async function takeOver(wanted?: number): Promise<{ port: number; owner: pg.Client }> {
    const until = Date.now() + patience
    for (let attempt = 1; ; attempt++) {
      try {
        const found = await findRunningPort(data, as)
        const at = found ?? (await launch(bin, home, as, wanted ?? (await freePort()), fsync))
        return { port: at, owner: await own(urlAt(at, 'postgres'), home) }
      } catch (error) {
        if (error instanceof StartError) throw error
        // The next attempt may succeed: another server may just have started or stopped PostgreSQL, the port may have
        // been in use, or processes of a killed PostgreSQL may still be ending.
        if (state.stopping || Date.now() > until || (attempt >= 6 && !(await isEnding(error, home))))
          throw new StartError(`PostgreSQL does not start; ${join(home, 'postgres.log')} says why`, { cause: error })
        await sleep(Math.min(200 * attempt, 1000))
      }
    }
  }

  function watch() {
    owner.once('end', () => {
      if (!state.stopping) reviving = revive()
    })
  }

  async function revive() {
    say('PostgreSQL has ended; starting it again')
    while (!state.stopping) {
      try {
        const again = await takeOver(port)
        owner = again.owner
        // Another port means that another server has started this PostgreSQL.
        if (again.port !== port) break
        watch()
        say('PostgreSQL runs again')
        return
      } catch (error) {
        if (error instanceof StartError && !error.cause) break // another server owns it now
      }
    }
    if (state.stopping) return
    state.ours = false
    lost()
  }
}

/** Returns the address of the shop's database in this PostgreSQL. Creates the database if it is missing. */
export async function shopDatabase(cluster: Cluster): Promise<string> {
  const client = new pg.Client(cluster.url('postgres'))
  client.on('error', () => {}) // the running query reports the error
  await client.connect()
  const { rows } = await client.query("select 1 from pg_database where datname = 'shop'")
  if (rows.length === 0) await client.query('create database shop')
  await client.end()
  return cluster.url('shop')
}

/**
 * Returns the function that gives the URL of a database in `folder`'s running PostgreSQL. It is for other programs than
 * the server, such as a backup. Returns null when PostgreSQL does not run, and undefined when the folder has no
 * database.
 */
export async function runningCluster(folder: string): Promise<Cluster['url'] | null | undefined> {
  const home = await realpath(folder).catch(() => folder)
  const data = join(home, 'pg')
  const made = await stat(join(data, 'PG_VERSION')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    return unreadable(data)(error)
  })
  if (!made) return undefined
  const port = await findRunningPort(data, await chooseUser(await findBinaries(), home, data))
  if (port === null) return null
  const password = (await readFile(join(data, 'app.password'), 'utf8').catch(unreadable(data))).trim()
  return (database) => addressOf(password, port, database)
}

/**
 * Returns the URL of a database. It disables TLS even when PGSSLMODE requires it, because the connection stays on this
 * machine.
 */
const addressOf = (password: string, port: number, database: string) =>
  `postgres://shop:${password}@127.0.0.1:${port}/${database}?sslmode=disable`

/**
 * Connects to PostgreSQL and takes the lock of the server that uses the folder. PostgreSQL releases the lock with the
 * connection, even when the server is killed.
 */
async function own(url: string, home: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the event 'end' follows and is handled
  await client.connect()
  try {
    // A killed server may still hold the lock for a moment.
    await client.query("set lock_timeout = '2s'")
    await client.query('select pg_advisory_lock($1)', [locks.dataFolder])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new StartError(`Another server is already using ${home}: stop it first`)
  }
}
