import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { eq } from 'drizzle-orm'

import { roleIDOf } from '../../contract/shared/permissions.ts'
import { user } from '../db/schema/people.ts'
import type { Db } from '../kernel/database.ts'
import { verifyPassword } from './passwords.ts'

/** Writes the generated sign-in of the first administrator to a file that only this system user can read. */
export async function storeFirstSignIn(file: string, { email, password }: { email: string; password: string }) {
  await mkdir(dirname(file), { recursive: true }) // the folder may be missing where database and pictures are elsewhere
  await rm(file, { force: true }) // an old file may be readable by others
  await writeFile(file, `Email:    ${email}\nPassword: ${password}\n`, { mode: 0o600, flag: 'wx' })
}

/** Whether the file has the password of an administrator of this shop. A restore may have put another shop in its place. */
export async function isFirstSignInValid(db: Db, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return false
  const admins = await db.select({ passwordHash: user.passwordHash }).from(user).where(eq(user.roleID, roleIDOf.admin))
  const password = readField(text, 'Password')
  for (const { passwordHash } of admins) if (await verifyPassword(passwordHash, password)) return true
  return false
}

const readField = (text: string, name: string) => new RegExp(`^${name}: *(.*)$`, 'm').exec(text)?.[1] ?? ''

/**
 * Deletes the file if it contains this user's e-mail or, in case the e-mail has changed, this user's password. `account`
 * is the row as it was before the password changed.
 */
export async function deleteFirstSignIn(file: string, account: { email: string; passwordHash: string }) {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return
  const isSameUser =
    readField(text, 'Email').toLowerCase() === account.email.toLowerCase() ||
    (await verifyPassword(account.passwordHash, readField(text, 'Password')))
  if (isSameUser) await rm(file, { force: true })
}
