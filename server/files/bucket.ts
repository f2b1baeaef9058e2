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

/** Somebody waits for the answer: what takes longer than this (milliseconds) is told as out of reach. */
const connecting = 2000
const answering = 10_000
/** Connections of one server: a page of the catalogue asks for many pictures at once. */
const connections = 64

/** Pictures as objects of a bucket, at Amazon or whoever speaks S3; who may do so is told by the usual AWS_ variables. */
export function pictureBucket({ bucket, prefix, region, endpoint, pathStyle }: Bucket): PictureStore {
  const where = `s3://${bucket}/${prefix}`
  const client = new S3Client({
    forcePathStyle: pathStyle,
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: connecting,
      requestTimeout: answering,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: connections },
      httpsAgent: { keepAlive: true, maxSockets: connections },
    },
    // Sums that not every other S3 knows: the names of the pictures are their sums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const object = (name: string) => ({ Bucket: bucket, Key: prefix + name })

  const store: PictureStore = {
    where,

    async open() {
      const name = `probe-${randomUUID()}`
      try {
        await store.put(name, Buffer.from('Pictures can be kept here'))
        // Without the right to list, what is missing would be told as forbidden.
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
        ContentType: `image/${extname(name).slice(1)}`,
        CacheControl: 'public, max-age=31536000, immutable',
      })
      for (let tries = 1; ; tries++)
        try {
          await client.send(command)
          return
        } catch (error) {
          const status = statusOf(error)
          if (status === 412) return // it is there already
          // Another server puts the same at this moment, and may fail.
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
  }
  return store
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)

function nullIfMissing(error: unknown): null {
  // A bucket that is missing is not a picture that is missing; an answer to HEAD does not say which.
  if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null
  throw error
}

/** What went wrong, in one line. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  const told = first instanceof Error ? first.message : String(first)
  return (first instanceof S3ServiceException ? `${first.name}: ${told}` : told).replaceAll(/\s+/g, ' ')
}
