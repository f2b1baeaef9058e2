import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'

import type { User } from './server.ts'

export const isRoot = process.getuid?.() === 0

/** The user as whom root starts servers; undefined runs them as the current user. */
export const ordinary: User | undefined = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

/** Whether `ordinary` can run the server from this checkout. Other users may have no access to it. */
export const isOpen = works(process.execPath, ['--check', 'server/main.ts'], ordinary)

/** The command prefix for a private mount namespace, whose mounts only the following command sees. */
export const ownView = ['unshare', ...(isRoot ? [] : ['--map-root-user']), '--mount']

/** Whether the tests can mount a small disk to fill. */
export const mayMount = works(ownView[0]!, [...ownView.slice(1), 'mount', '-t', 'tmpfs', 'none', tmpdir()])

function idOf(flag: '-u' | '-g') {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}

export function uidOf(pid: number) {
  return Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }))
}

export function works(file: string, args: string[], user?: User) {
  try {
    execFileSync(file, args, { stdio: 'ignore', ...user })
    return true
  } catch {
    return false
  }
}
