import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { verifyPassword } from './passwords.ts'

/** Writes the generated sign-in of the first administrator to a file that only this system user can read. */
export async function storeFirstSignIn(file: string, { email, password }: { email: string; password: string }) {
  await mkdir(dirname(file), { recursive: true }) // the folder may be missing where database and pictures are elsewhere
  await rm(file, { force: true }) // an old file may be readable by others
  await writeFile(file, `Email:    ${email}\nPassword: ${password}\n`, { mode: 0o600, flag: 'wx' })
}

/**
 * Deletes the file if it contains this user's e-mail or, in case the e-mail has changed, this user's password. `user`
 * is the row as it was before the password changed.
 */
export async function deleteFirstSignIn(file: string, user: { email: string; passwordHash: string }) {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return
  const readField = (name: string) => new RegExp(`^${name}: *(.*)$`, 'm').exec(text)?.[1] ?? ''
  const isSameUser =
    readField('Email').toLowerCase() === user.email.toLowerCase() ||
    (await verifyPassword(user.passwordHash, readField('Password')))
  if (isSameUser) await rm(file, { force: true })
}
