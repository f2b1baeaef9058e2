import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'

import { type Bucket, StartError } from '../kernel/config.ts'
import type { PictureStore } from './store.ts'

/** Timeouts in milliseconds. Callers wait for pictures, so a slow bucket counts as unreachable. */
const connectionTimeout = 2000
const requestTimeout = 10_000
/** Maximum connections of one server. A catalogue page requests many pictures at the same time. */
const connections = 64

/**
 * Returns a store of pictures in an S3 bucket, at Amazon or elsewhere. The usual AWS_ variables hold the credentials.
 */
export function pictureBucket(place: Bucket): PictureStore {
  const { region, endpoint, pathStyle } = place
  const client = new S3Client({
    forcePathStyle: pathStyle,
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout,
      requestTimeout,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: connections },
      httpsAgent: { keepAlive: true, maxSockets: connections },
    },
    // Not every S3 service supports these checksums, and the names of pictures are checksums already.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return storeAt(client, place, { isPrivate: false })
}

/** Returns the store under the prefix of a bucket. A cache keeps pictures forever, and private files never. */
function storeAt(client: S3Client, place: Bucket, { isPrivate }: { isPrivate: boolean }): PictureStore {
  const { bucket, prefix } = place
  const where = `s3://${bucket}/${prefix}`
  const object = (name: string) => ({ Bucket: bucket, Key: prefix + name })

  const store: PictureStore = {
    where,

    async open() {
      const name = `probe-${randomUUID()}`
      try {
        await store.put(name, Buffer.from('Pictures can be kept here'))
        // Without permission to list, S3 reports a missing object as forbidden.
        await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }))
        await store.remove(name)
      } catch (cause) {
        throw new StartError(`UPLOADS_URL: cannot use ${where} (${reasonOf(cause)})`, { cause })
      }
    },

    async put(name, bytes) {
      const command = new PutObjectCommand({
        ...object(name),
        Body: bytes,
        IfNoneMatch: '*',
        ContentType: extname(name) === '.pdf' ? 'application/pdf' : `image/${extname(name).slice(1)}`,
        CacheControl: isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable',
      })
      for (let tries = 1; ; tries++)
        try {
          await client.send(command)
          return
        } catch (error) {
          const status = statusOf(error)
          if (status === 412) return // The object exists already.
          // 409 means that another server is storing the same object. That may still fail, so this server tries again.
          if (status !== 409 || tries === 5) throw error
          await sleep(100)
        }
    },

    async has(name) {
      return (await client.send(new HeadObjectCommand(object(name))).catch(nullIfMissing)) !== null
    },

    async get(name) {
      const found = await client.send(new GetObjectCommand(object(name))).catch(nullIfMissing)
      return found && { size: found.ContentLength!, content: found.Body as Readable }
    },

    async *list() {
      for (let next: string | undefined, first = true; first || next; first = false) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
        )
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          yield { name: Key!.slice(prefix.length), size: Size!, at: LastModified! }
        next = page.NextContinuationToken
      }
    },

    async remove(name) {
      await client.send(new DeleteObjectCommand(object(name)))
    },

    within: (inner) => storeAt(client, { ...place, prefix: `${prefix}${inner}/` }, { isPrivate: true }),
  }
  return store
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)

function nullIfMissing(error: unknown): null {
  // A missing bucket is an error, but a missing picture is not. The response to HEAD does not tell them apart.
  if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null
  throw error
}

/** Returns the reason of a failure in one line. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  const message = first instanceof Error ? first.message : String(first)
  return (first instanceof S3ServiceException ? `${first.name}: ${message}` : message).replaceAll(/\s+/g, ' ')
}
