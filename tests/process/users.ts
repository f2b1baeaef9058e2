import { execFileSync } from 'node:child_process'

import type { User } from './server.ts'

export const isRoot = process.getuid?.() === 0

/** Whom root starts servers as; left out, they run as whoever runs the tests. */
export const ordinary: User | undefined = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

/** Whether `ordinary` can run the server from here: not from a checkout that is closed to other users. */
export const isOpen = works(process.execPath, ['--check', 'server/main.ts'], ordinary)

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
