// Runs the operator's programs on an installed shop: with the settings of its service, and as the user who owns its data.
// It says first which shop that is. `deploy/alahas` starts it:
//   alahas status                             the shop, its users, and the last backup and proofs
//   alahas backup [FILE]                      into the shop's own backups, or into this file
//   alahas restore FILE [--overwrite | --new] in place of the shop, or as a new one
//   alahas restore --check FILE               proves a backup and touches no shop
//   alahas verify                             proves the books
//   alahas sign-in-link EMAIL                 for a person who cannot sign in
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'

import { readConfig, StartError } from '../server/kernel/config.ts'
import { explain } from './explain.ts'
import { listUnitFiles, parseEnvironmentFile, parseUnit, unitFile } from './unit-settings.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

const programs: Record<string, string> = {
  status: 'status.ts',
  backup: 'backup.ts',
  restore: 'restore.ts',
  verify: 'verify-books.ts',
  'sign-in-link': 'sign-in-link.ts',
}

type Installed = { environment: Record<string, string>; user: string | null; folder: string; place: string }

async function main(): Promise<number> {
  const [command = '', ...given] = process.argv.slice(2)
  const program = programs[command]
  if (program === undefined) throw new StartError(`Say what to do: alahas ${Object.keys(programs).join(' | ')}`)
  const shop = readInstalled(unitFile)
  console.error(`The shop in ${shop.place}, of version ${version}${shop.user === null ? '' : `, as ${shop.user}`}`)
  // A relative file is meant from the caller's folder, but the programs run in the folder of the data.
  const words = given.map((word) =>
    word.startsWith('-') || command === 'sign-in-link' ? word : resolve(process.cwd(), word),
  )
  if (command === 'restore' && !words.includes('--check') && !(await mayRestore(shop, words))) return 1
  return run(
    shop,
    program,
    words.filter((word) => word !== '--new'),
  )
}

/** Reads the settings of the service. Throws a StartError where they cannot be read. */
function readInstalled(unit: string): Installed {
  const { user, environment, files } = parseUnit(listUnitFiles(unit).map(readText).join('\n'))
  // Only root may read the environment file. As another user the settings would be wrong.
  for (const file of files) if (existsSync(file)) Object.assign(environment, parseEnvironmentFile(readText(file)))
  const { databaseUrl, dataFolder } = readConfig(environment)
  const place = databaseUrl === undefined ? dataFolder : `the database ${withoutPassword(databaseUrl)}`
  return { environment, user, folder: dataFolder, place }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') throw new StartError(`${file} may be read by root only: run this as root`)
    throw new StartError(`${file} cannot be read (${code}): is the shop installed as docs/operations.md says?`)
  }
}

function withoutPassword(url: string): string {
  const { host, pathname } = URL.parse(url) ?? { host: '', pathname: '' }
  return `${host}${pathname}`
}

/** The exit code of `status.ts` where no shop is. */
const noShop = 2

/**
 * Asks before a restore makes a new shop. Without a terminal it needs `--new`. Throws a StartError for no, and where
 * there is no shop to overwrite. Returns false where it cannot know whether a shop is there, such as without the
 * database; the reason is printed then. A shop that cannot be opened may be overwritten: its backup is the way back.
 */
async function mayRestore(shop: Installed, words: readonly string[]): Promise<boolean> {
  if (words.includes('--new')) return true
  const overwrites = words.includes('--overwrite')
  const code = await run(shop, 'status.ts', ['--quiet'])
  if (code !== noShop) return code === 0 || overwrites
  if (overwrites)
    throw new StartError(`There is no shop in ${shop.place} to overwrite. Without --overwrite a new one is made there`)
  if (!process.stdin.isTTY) throw new StartError(`There is no shop in ${shop.place}: say --new to make one`)
  const asked = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asked.question(`There is no shop in ${shop.place}. Make a new one there? (yes/no) `)
  asked.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new StartError('Nothing was restored')
  return true
}

/**
 * Runs a program as the owner of the data, in its folder. Returns the exit code. A signal to stop reaches the program,
 * and this process waits until it has cleaned up.
 */
async function run(
  { environment, user, folder }: Installed,
  program: string,
  given: readonly string[],
): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...given], {
    stdio: 'inherit',
    cwd: existsSync(folder) ? folder : '/',
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    ...(user !== null && idsOf(user)),
  })
  const passOn = () => void child.kill('SIGTERM')
  process.once('SIGTERM', passOn)
  // A terminal sends SIGINT to the program, too.
  const ignore = () => {}
  process.on('SIGINT', ignore)
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed)
    child.once('close', done)
  })
  process.off('SIGTERM', passOn).off('SIGINT', ignore)
  return code ?? 1
}

/** Returns the ids of a user to become. Empty for the present user. */
function idsOf(user: string): { uid?: number; gid?: number } {
  const ids = { uid: idOf('-u', user), gid: idOf('-g', user) }
  if (process.getuid?.() === ids.uid) return {}
  if (process.getuid?.() !== 0) throw new StartError(`Only root and ${user} may run this`)
  return ids
}

function idOf(flag: '-u' | '-g', user: string): number {
  try {
    return Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    throw new StartError(`There is no user ${user} on this machine`)
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
