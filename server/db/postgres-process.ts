import { execFile } from 'node:child_process'
import { link, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { Binaries, ProgramUser } from './postgres-user.ts'

const run = promisify(execFile)

/** Maximum time for PostgreSQL to recover or to end, in milliseconds. */
export const patience = 120_000

/** Starts PostgreSQL on this port and returns the port once PostgreSQL accepts connections. */
export async function launch(
  bin: Binaries,
  home: string,
  as: ProgramUser,
  port: number,
  fsync: boolean,
): Promise<number> {
  const settings = [
    `-p ${port}`,
    `-c listen_addresses=127.0.0.1`,
    `-c unix_socket_directories=''`,
    // The app already logs failed statements. Details and statements in PostgreSQL's log would contain e-mail
    // addresses.
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
  // The paths are relative, because pg_ctl passes them through a shell. In absolute paths, the names of parent folders
  // may need quoting.
  const pgCtl = ['start', '-w', '-t', String(patience / 1000), '-s', '-D', 'pg', '-l', 'postgres.log']
  await as.run(bin.pg_ctl, [...pgCtl, '-o', settings.join(' ')])
  return port
}

/** Stops PostgreSQL and waits until its process has ended. */
export async function stopPostgres(bin: Binaries, data: string, as: ProgramUser) {
  const pid = Number((await pidFile(data)).split('\n')[0])
  for (const mode of ['fast', 'immediate']) {
    try {
      await as.run(bin.pg_ctl, ['stop', '-w', '-s', '-t', '60', '-m', mode, '-D', 'pg'])
      break
    } catch {
      if (!(await pidFile(data))) break // it had ended by itself
    }
  }
  // PostgreSQL removes its pid file a moment before it ends.
  for (let waited = 0; waited < 5000; waited += 10) {
    if (!(await runsIn(pid, data, as))) return
    await sleep(10)
  }
}

/** Whether the start failed because the processes of a killed PostgreSQL are still ending. */
export async function isEnding(failure: unknown, home: string) {
  if ((failure as { code?: string }).code?.startsWith('57P')) return true // it is starting or stopping
  const log = await readFile(join(home, 'postgres.log'), 'utf8').catch(() => '')
  return log.slice(-400).includes('is still in use')
}

/** Returns the text of postmaster.pid, or an empty string without that file. */
const pidFile = (data: string) => readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')

/**
 * Returns the port of the PostgreSQL that runs in this folder, or null when none runs. Waits while PostgreSQL is
 * starting or ending. The fourth line of postmaster.pid is the port. The eighth is `ready` once PostgreSQL accepts
 * connections.
 */
export async function findRunningPort(data: string, as: ProgramUser): Promise<number | null> {
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
 * Whether the process `pid` is the PostgreSQL of this folder. The pid file stays after a crash, and a new process may
 * have the same id, which is common in containers. The pid file of a copied folder names the PostgreSQL of the original
 * folder.
 */
async function runsIn(pid: number, data: string, as: ProgramUser): Promise<boolean> {
  if (!(pid > 0) || !isAlive(pid)) return false
  if (platform() === 'win32') return true
  if (platform() !== 'linux') {
    const { stdout } = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }))
    return stdout.includes('postgres')
  }
  // An ended process keeps its id as a zombie in a container whose first process does not reap it.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  if (/\) [ZX] /.test(state)) return false
  // PostgreSQL's working directory is its data folder. Device and inode are compared, because one folder can have
  // several paths. When this user may not see the process, as root in some containers, PostgreSQL's own user reads it.
  const cwd = `/proc/${pid}/cwd`
  const { dev, ino } = await stat(data)
  try {
    const theirs = await stat(cwd)
    return theirs.dev === dev && theirs.ino === ino
  } catch {
    const { stdout } = await as.run('stat', ['-L', '-c', '%d:%i', cwd]).catch(() => ({ stdout: '' }))
    return stdout ? stdout.trim() === `${dev}:${ino}` : isAlive(pid) // if neither user can read it, trust the pid file
  }
}

/** Removes a postmaster.pid that names another process, because PostgreSQL would refuse to start with it. */
async function setAside(file: string, stale: string) {
  const aside = `${file}.stale-${process.pid}`
  await rename(file, aside).catch(() => {})
  const moved = await readFile(aside, 'utf8').catch(() => stale)
  // If another server has written a new file since this one was read, the new file is put back.
  if (moved !== stale) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

/** Whether this process exists and belongs to this user. */
export function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Returns a port of 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}
