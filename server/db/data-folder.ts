import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { StartError } from '../kernel/config.ts'
import { isAlive } from './postgres-process.ts'
import type { Binaries, ProgramUser } from './postgres-user.ts'

/** Creates the folder and returns its path without symbolic links. */
export async function createFolder(folder: string) {
  try {
    await mkdir(folder, { recursive: true })
    return await realpath(folder)
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot make ${folder} (${(error as NodeJS.ErrnoException).code})`)
  }
}

/**
 * Creates the database files in a temporary folder, which it then renames to `data`. So `data` never contains
 * incomplete files.
 */
export async function initialise(bin: Binaries, home: string, data: string, as: ProgramUser, sync: boolean) {
  try {
    await removeUnfinished(home)
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
      if (!(await exists(join(data, 'PG_VERSION')))) throw error // otherwise another server has created the files
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

/** Removes the temporary folders that killed servers left behind. */
async function removeUnfinished(home: string) {
  for (const name of await readdir(home)) {
    const maker = /^new-(\d+)-/.exec(name)?.[1]
    if (maker && (Number(maker) === process.pid || !isAlive(Number(maker))))
      await rm(join(home, name), { recursive: true, force: true })
  }
}

/** Throws a StartError when another major version of PostgreSQL created the data. */
export async function assertSameVersion(bin: Binaries, data: string, as: ProgramUser) {
  const { stdout } = await as.run(bin.postgres, ['--version'])
  const ours = / (\d+)/.exec(stdout)?.[1]
  const theirs = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(unreadable(data))).trim()
  if (ours !== theirs)
    throw new StartError(`${data} was made by PostgreSQL ${theirs}, and this is ${ours}: export it with that version`)
}

/** Throws a StartError that names the folder which this user may not read. */
export const unreadable = (data: string) => (error: NodeJS.ErrnoException) => {
  throw new StartError(`DATA_DIR: ${data} cannot be read (${error.code}): start as the user that it belongs to`)
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
