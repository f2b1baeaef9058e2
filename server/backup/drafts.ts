import { link, mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { StartError } from '../kernel/config.ts'

// A backup is made in a folder beside its file, and the file gets its name when it is whole. The folder has customers'
// data, so the next run removes what a killed run left.

const draftName = /\.draft-(.+)-(\d+)-[A-Za-z0-9]{6}$/

/** The age at which a draft is left for certain, in milliseconds. No backup takes a day. */
const longestRun = 24 * 60 * 60 * 1000

/** Creates the draft folder of a file, and removes the folders that stopped runs left beside it. */
export async function createDraft(file: string): Promise<string> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await removeLeftDrafts(dirname(file))
    return await mkdtemp(`${file}.draft-${hostname()}-${process.pid}-`)
  } catch (error) {
    throw new StartError(`${file}: ${(error as Error).message}`)
  }
}

async function removeLeftDrafts(folder: string) {
  for (const name of await readdir(folder))
    if (await isLeft(folder, name)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Whether the run that made a draft has ended. A process of another machine cannot be asked, so its age decides. */
async function isLeft(folder: string, name: string): Promise<boolean> {
  const [, host, pid] = draftName.exec(name) ?? []
  if (host === undefined) return false
  if (host === hostname() && !isAlive(Number(pid))) return true
  const made = await stat(join(folder, name)).catch(() => null)
  return made !== null && Date.now() - made.mtimeMs > longestRun
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Gives a whole file its name. Throws a StartError when a file has this name already. */
export async function publishDraft(draft: string, file: string) {
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyThere(file)
    // Some file systems know no links. An empty file takes the name, so that two runs never get the same one.
    await (await open(file, 'wx', 0o600).catch(() => Promise.reject(alreadyThere(file)))).close()
    await rename(draft, file)
  }
}

/** Throws a StartError when a file has this name already. */
export async function assertNameFree(file: string) {
  const names = await readdir(dirname(file)).catch((): string[] => [])
  if (names.includes(basename(file))) throw alreadyThere(file)
}

const alreadyThere = (file: string) => new StartError(`${file} already exists`)
