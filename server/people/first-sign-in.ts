import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { verifyPassword } from './passwords.ts'

/** Keeps the made-up sign-in of the first administrator where only this system user can read it. */
export async function keepFirstSignIn(file: string, { email, password }: { email: string; password: string }) {
  await mkdir(dirname(file), { recursive: true }) // neither the database nor the pictures need be in this folder
  await rm(file, { force: true }) // an old one may be readable by others
  await writeFile(file, `Email:    ${email}\nPassword: ${password}\n`, { mode: 0o600, flag: 'wx' })
}

/**
 * Removes the kept sign-in where it was this user's (as it was before its password changed): it names the e-mail, or
 * holds the password of whoever has changed the e-mail since.
 */
export async function forgetFirstSignIn(file: string, user: { email: string; passwordHash: string }) {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return
  const kept = (name: string) => new RegExp(`^${name}: *(.*)$`, 'm').exec(text)?.[1] ?? ''
  const theirs =
    kept('Email').toLowerCase() === user.email.toLowerCase() ||
    (await verifyPassword(user.passwordHash, kept('Password')))
  if (theirs) await rm(file, { force: true })
}
