import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { variantFormats } from '../../contract/shared/pictures.ts'
import { isDiskFull } from '../http/errors.ts'
import { AppError } from '../kernel/errors.ts'

/** A file of a store: its name, its bytes, and when it was put there. */
export type StoredFile = { name: string; size: number; at: Date }

/** Where pictures are kept, as files without folders. A name is never given to something else, so that no file changes. */
export type PictureStore = {
  /** What messages call it; never says a secret. */
  where: string
  /** Makes it ready and proves that pictures can be kept in it. Throws a StartError where they cannot. */
  open: () => Promise<void>
  /** Keeps a file, whole or not at all, unless there is one of that name already. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  has: (name: string) => Promise<boolean>
  /** A file to be read; null where there is none. Whoever gets it reads it or destroys it. */
  get: (name: string) => Promise<{ size: number; content: Readable } | null>
  /** All files, those of unfinished puts among them. */
  list: () => AsyncIterable<StoredFile>
  /** Removes a file; one that is not there is removed already. */
  remove: (name: string) => Promise<void>
}

/** A kept picture: named after the first 128 bits of its SHA-256. */
export const pictureName = /^[0-9a-f]{32}\.webp$/
/** Any file of ours: a picture, a size of one (of today's or former ones), or what was being written under another name. */
const anyName = new RegExp(
  String.raw`^(?<key>[0-9a-f]{32})(\.\d+)?\.(${variantFormats.join('|')})(?<draft>\.[0-9a-f-]{36})?$`,
)

/** What a file of a store is: the picture that it belongs to, and whether it is unfinished; null for what is not ours. */
export function describeFile(name: string): { picture: string; unfinished: boolean } | null {
  const found = anyName.exec(name)?.groups
  return found ? { picture: `${found['key']}.webp`, unfinished: found['draft'] !== undefined } : null
}

/** The bytes of a file; null where there is none. */
export async function readPicture(store: PictureStore, name: string): Promise<Buffer | null> {
  const found = await store.get(name)
  return found && buffer(found.content)
}

/** The same store, for callers who wait for an answer: what fails is told as 503, to be tried again; a full disk as itself. */
export function answering(store: PictureStore): PictureStore {
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      if (isDiskFull(cause)) throw cause
      const refusal = new AppError(
        'pictures.unreachable',
        'The pictures are out of reach. Please try again in a moment',
        {
          retryAfter: 5,
        },
      )
      throw Object.assign(refusal, { cause })
    }
  }
  return {
    ...store,
    put: (name, bytes) => told(() => store.put(name, bytes)),
    has: (name) => told(() => store.has(name)),
    get: (name) => told(() => store.get(name)),
  }
}
