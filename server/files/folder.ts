import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { StartError } from '../kernel/config.ts'
import type { PictureStore } from './store.ts'

/** Returns a store of pictures in a folder, which many servers may share. */
export function pictureFolder(path: string): PictureStore {
  const folder = resolve(path)
  const at = (name: string) => join(folder, name)
  const has = async (name: string) => (await unlessMissing(stat(at(name)))) !== null

  return {
    where: folder,
    has,

    async open() {
      await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
        throw new StartError(`DATA_DIR: cannot make ${folder} (${error.code})`)
      })
      await access(folder, constants.W_OK).catch(() => {
        throw new StartError(`DATA_DIR: this user may not write to ${folder}`)
      })
    },

    async put(name, bytes) {
      if (await has(name)) return
      // The file is first written completely under a draft name and then renamed, so that no reader gets a partial
      // picture.
      const draft = `${at(name)}.${randomUUID()}`
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(draft, bytes, { flush: true })
        await rename(draft, at(name))
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        throw error
      }
    },

    async get(name) {
      const file = await unlessMissing(open(at(name)))
      if (!file) return null
      try {
        const { size } = await file.stat()
        return { size, content: file.createReadStream() }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async *list() {
      for (const name of (await unlessMissing(readdir(folder))) ?? []) {
        // Another server may have renamed or removed the file since `readdir`.
        const found = await unlessMissing(stat(at(name)))
        if (found?.isFile()) yield { name, size: found.size, at: found.mtime }
      }
    },

    remove: (name) => rm(at(name), { force: true }),
    within: (prefix) => pictureFolder(at(prefix)),
  }
}

/** Returns the result of a file operation; null when the file does not exist. */
async function unlessMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
