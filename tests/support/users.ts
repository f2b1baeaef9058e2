import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'

import type { User } from './server.ts'

export const isRoot = process.getuid?.() === 0

/** Whom root starts servers as; left out, they run as whoever runs the tests. */
export const ordinary: User | undefined = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

/** Whether `ordinary` can run the server from here: not from a checkout that is closed to other users. */
export const isOpen = works(process.execPath, ['--check', 'server/main.ts'], ordinary)

/** A view of the files of one's own, in which one may mount; the command behind it sees it, and nobody else. */
export const ownView = ['unshare', ...(isRoot ? [] : ['--map-root-user']), '--mount']

/** Whether a small disk can be made here, to be filled. */
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
