import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { variantFormats } from '../../contract/shared/pictures.ts'
import { isDiskFull } from '../http/errors.ts'
import { AppError } from '../kernel/errors.ts'

/** A file of a store: its name, its size in bytes, and when it was stored. */
export type StoredFile = { name: string; size: number; at: Date }

/** Stores picture files by name, without folders. A name always has the same content, so a file never changes. */
export type PictureStore = {
  /** The store's location for messages to the operator. It contains no password. */
  where: string
  /** Prepares the store and tests that it accepts pictures. Throws a StartError when it does not. */
  open: () => Promise<void>
  /** Stores a file completely or not at all. Does nothing when the name exists already. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  has: (name: string) => Promise<boolean>
  /** Returns a file's size and content; null when there is none. The caller must read or destroy the stream. */
  get: (name: string) => Promise<{ size: number; content: Readable } | null>
  /** Lists all files, including those that `put` has not finished. */
  list: () => AsyncIterable<StoredFile>
  /** Removes a file. Does nothing when the file does not exist. */
  remove: (name: string) => Promise<void>
  /** Returns the store of private files under a prefix in this one. This store does not list them. */
  within: (prefix: string) => PictureStore
}

/** Matches the name of a stored picture: the first 128 bits of its SHA-256. */
export const pictureName = /^[0-9a-f]{32}\.webp$/
/** Matches any file of the shop: a picture, a variant in a current or former size, or an unfinished draft of either. */
const anyName = new RegExp(
  String.raw`^(?<key>[0-9a-f]{32})(\.\d+)?\.(${variantFormats.join('|')})(?<draft>\.[0-9a-f-]{36})?$`,
)

/**
 * Returns the picture to which a file belongs, and whether the file is unfinished. Returns null for a file that is not
 * the shop's.
 */
export function describeFile(name: string): { picture: string; unfinished: boolean } | null {
  const found = anyName.exec(name)?.groups
  return found ? { picture: `${found['key']}.webp`, unfinished: found['draft'] !== undefined } : null
}

/** Returns the bytes of a file; null when there is none. */
export async function readPicture(store: PictureStore, name: string): Promise<Buffer | null> {
  const found = await store.get(name)
  return found && buffer(found.content)
}

/** Wraps a store for requests: a failure becomes a 503 that the client can retry. A full disk keeps its own error. */
export function withRetryableErrors(store: PictureStore): PictureStore {
  const orUnreachable = async <T>(work: () => Promise<T>): Promise<T> => {
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
    put: (name, bytes) => orUnreachable(() => store.put(name, bytes)),
    has: (name) => orUnreachable(() => store.has(name)),
    get: (name) => orUnreachable(() => store.get(name)),
    within: (prefix) => withRetryableErrors(store.within(prefix)),
  }
}
