import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'

import { debianRoot } from '../../../scripts/high-availability.ts'
import { isAlive, until } from '../../support/server.ts'
import { ownView } from '../../support/users.ts'

/** A folder below this one has the same path inside the small Debian as outside. */
export const sharedFolder = '/tmp'

/**
 * Enters the small Debian in a mount namespace of its own, whose mounts vanish with the process. The program then runs
 * as the user postgres, and ends with the test.
 */
const enter = `set -e
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount --bind ${sharedFolder} "$0${sharedFolder}"
exec chroot "$0" setpriv --reuid=postgres --regid=postgres --clear-groups --pdeathsig=KILL "$@"`

const argumentsFor = (command: string[]) => [...ownView.slice(1), '--', 'sh', '-c', enter, debianRoot, ...command]

/** Marks the processes of this run, so that `killMarked` finds those that have lost their parent. */
const mark = `ALAHAS_TEST=${process.pid}-${Date.now()}`
const environment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  HOME: '/var/lib/postgresql',
  ...Object.fromEntries([mark.split('=')]),
}

/** The user postgres of the small Debian, who owns the folders of its programs. */
export const postgresUser = userOf('postgres')

function userOf(name: string) {
  const line = readFileSync(`${debianRoot}/etc/passwd`, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  const [, , uid, gid] = (line ?? '').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Starts a program of the small Debian. Its output goes to the file `log`. */
export function startInside(log: string, command: string[], env: Record<string, string> = {}): ChildProcess {
  const output = openSync(log, 'a')
  const child = spawn(ownView[0]!, argumentsFor(command), {
    env: { ...environment, ...env },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  return child
}

/** Runs a program of the small Debian to its end and returns its output. Throws where it fails. */
export function runInside(command: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(ownView[0]!, argumentsFor(command), {
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part))
  return new Promise((resolve, reject) => {
    child.once('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${command.join(' ')} ended with ${code}:\n${text}`)),
    )
  })
}

/** Returns the ids of the processes that `pid` has started, directly or not, and its own. */
export function familyOf(pid: number): number[] {
  const parents = allProcesses().map((each) => [each, parentOf(each)] as const)
  const family = [pid]
  for (const member of family) family.push(...parents.filter(([, parent]) => parent === member).map(([each]) => each))
  return family
}

function parentOf(pid: number): number {
  try {
    // The name of the program in parentheses may contain spaces.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1])
  } catch {
    return 0
  }
}

/** Kills every process of this run that inherited its mark. PostgreSQL itself overwrites the mark. */
export function killMarked() {
  const marked = allProcesses().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)
    } catch {
      return false
    }
  })
  signalAll(marked, 'SIGKILL')
}

const allProcesses = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)

/** Sends a signal to these processes, of which some may have ended. */
export function signalAll(pids: number[], signal: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
}

/** Returns the process id of the PostgreSQL in this data folder; null when none runs. */
export function postgresOf(data: string): number | null {
  try {
    const pid = Number(readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')[0])
    return pid > 0 && isAlive(pid) ? pid : null
  } catch {
    return null
  }
}

/** Ends a PostgreSQL with all its processes at once, as a power cut does. */
export async function killPostgres(data: string) {
  const pid = postgresOf(data)
  if (pid === null) return
  const family = familyOf(pid)
  signalAll(family, 'SIGKILL')
  await until(() => family.every((each) => !isAlive(each)))
}
