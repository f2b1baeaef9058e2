import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { unpackTar } from 'modern-tar/fs'

import { privateFileName } from '../files/private-files.ts'
import { pictureName } from '../files/store.ts'
import { StartError } from '../kernel/config.ts'
import type { Table } from './tables.ts'

/**
 * A backup is one gzipped tar file: `about.json`, `tables/‹name›.copy` (PostgreSQL's own text format),
 * `pictures/‹name›` and `private/‹name›`. The files are read after the database snapshot. None is missing or different by
 * then, because a file never changes and the picture cleanup is blocked during the backup.
 */
export type About = {
  format: 1
  /** The time of the snapshot, in ISO format. */
  madeAt: string
  /** The migrations that the database has run. A restore first creates the same schema with them. */
  migrations: { name: string; hash: string }[]
  /** The tables in the order of their restore: a table comes after the tables to which its foreign keys refer. */
  tables: Table[]
  pictures: number
  /** The number of private files. Backups of former versions have none. */
  privateFiles?: number
}

/** Unpacks a backup into a folder, and returns its `about.json`. Throws a StartError when it is no whole backup. */
export async function unpack(file: string, folder: string): Promise<About> {
  try {
    await pipeline(createReadStream(file), createGunzip(), unpackTar(folder, { fmode: 0o644 }))
    const about = JSON.parse(await readFile(join(folder, 'about.json'), 'utf8')) as About
    if (about.format !== 1) throw new StartError(`${file} was made by a newer version of this program`)
    return about
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const { code = '', path } = cause as NodeJS.ErrnoException
    // The disk fails here, and not the file.
    if (/^(ENOSPC|EDQUOT|EIO)$/.test(code)) throw cause
    if (path === file && code === 'ENOENT') throw new StartError(`There is no ${file}`, { cause })
    if (path === file && code === 'EACCES') throw new StartError(`${file} may not be read by this user`, { cause })
    throw new StartError(`${file} is not a complete backup of a shop`, { cause })
  }
}

/** The folders of files in a backup: what is in each, and the names that it may have. */
const folders = {
  pictures: { one: 'picture', many: 'pictures', pattern: pictureName },
  private: { one: 'private file', many: 'private files', pattern: privateFileName },
} as const

/** Throws a StartError when a picture or a private file is missing or damaged. */
export async function assertFiles(folder: string, kind: keyof typeof folders, names: string[], expected: number) {
  const { one, many, pattern } = folders[kind]
  if (names.length !== expected) throw new StartError(`Nothing was restored: ${many} are missing in this backup`)
  for (const name of names) {
    const sum = createHash('sha256')
    await pipeline(createReadStream(join(folder, kind, name)), sum)
    if (!pattern.test(name) || !sum.digest('hex').startsWith(name.slice(0, 32)))
      throw new StartError(`Nothing was restored: the ${one} ${name} is damaged in this backup`)
  }
}

/** Returns the names in a folder, none when it does not exist. */
export const listFileNames = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
