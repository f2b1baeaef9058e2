import { createHash } from 'node:crypto'
import { extname } from 'node:path'

import { sql } from 'drizzle-orm'

import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import { locks } from '../db/locks.ts'
import { payAccount } from '../db/schema/money.ts'
import { piece } from '../db/schema/pieces.ts'
import { proofFile } from '../db/schema/proofs.ts'
import { transact } from '../db/transaction.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { blockPictureCleanup } from './cleanup.ts'
import { encodePictures, encodePng } from './pictures.ts'
import { type PictureStore, readPicture } from './store.ts'

// Files that only staff may read, such as the scan of a laboratory's certificate. They are in the store of the pictures
// under a prefix of their own, and no address leads to them: an endpoint checks the access and sends the bytes.

/** Matches the name of a private file: the first 128 bits of its SHA-256, as a picture or a PDF. */
export const privateFileName = /^[0-9a-f]{32}\.(webp|png|pdf)$/

/**
 * Every column that names a private file. If a column were missing here, the cleanup would delete its files. A test
 * reports such a column.
 */
export const privateFileColumns = [
  [payAccount, payAccount.qrFile],
  [piece, piece.certificateFile],
  [proofFile, proofFile.file],
] as const

/** The types of private files, by the ending of their names. */
const types: Record<string, 'image/webp' | 'image/png' | 'application/pdf'> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
}
export const privateTypeOf = (name: string) => types[extname(name)]!

/** The part of a store that holds private files. */
export const privateFilesOf = (store: PictureStore): PictureStore => store.within('private')

/** The size of the longer side of a scan in pixels: A4 with some 200 dots an inch. */
const scanSide = 2400

/** A private file that is ready to be stored. */
export type EncodedFile = { ending: 'webp' | 'png' | 'pdf'; bytes: Buffer }

/**
 * Converts an uploaded file for private storage. A JPEG, PNG or WebP picture is encoded anew, without metadata and
 * anything else that its file holds. A PDF stays as it is, and is only ever downloaded. Throws 415 for any other file.
 * The conversion is slow, so call it before a transaction takes a connection (`before` in `serve`).
 */
export async function encodePrivateFile(file: UploadedFile): Promise<EncodedFile> {
  const bytes = Buffer.from(file.bytes)
  if (isPdf(bytes)) return { ending: 'pdf', bytes: assertPlainPdf(bytes) }
  if (!isPicture(bytes)) throw refuse('Choose a picture (JPEG, PNG or WebP) or a PDF')
  const [widths] = await encodePictures([file], [scanSide])
  return { ending: 'webp', bytes: widths![0]! }
}

/** The size of the longer side of the picture of a code, which a screenshot of a phone seldom exceeds. */
const codeSide = 1600
/** A code in a smaller picture has too few pixels for each of its squares. */
const leastCodeSide = 200

/**
 * Converts the uploaded picture of a QR code for private storage, without metadata and anything else that its file
 * holds. The result is a PNG, because its edges stay sharp and every wallet can open it. Throws 415 for any other file,
 * and 422 for a picture that is too small to be scanned.
 */
export async function encodeCodePicture(file: UploadedFile): Promise<EncodedFile> {
  if (!isPicture(Buffer.from(file.bytes))) throw refuse('Choose a picture: JPEG, PNG or WebP', 'qr')
  const { bytes, width, height } = await encodePng(file, codeSide)
  if (Math.min(width, height) < leastCodeSide)
    throw new AppError(
      'pay_account.qr_too_small',
      `This picture is too small to be scanned: choose one of at least ${leastCodeSide} × ${leastCodeSide} pixels`,
      { field: 'qr' },
    )
  return { ending: 'png', bytes }
}

const refuse = (message: string, field = 'file') => new AppError('private_file.refused', message, { field })

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))

const isPicture = (bytes: Buffer) =>
  bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')

/** Programs and other files that a scanner never writes into a PDF. */
const active = /\/(JavaScript|JS|Launch|EmbeddedFile|RichMedia)\b/
const markup = /<(!doctype|html|script|svg|body|iframe)\b/i

/**
 * Throws 415 for a PDF that is a file of another kind at the same time, that holds programs or other files, or that is
 * not whole.
 */
function assertPlainPdf(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  const end = text.lastIndexOf('%%EOF')
  // Bytes behind the end could be an archive. Browsers look for a page of HTML at the beginning.
  if (end === -1 || text.slice(end + 5).trim() !== '')
    throw refuse('This PDF is not whole, or has something after its end')
  if (markup.test(text.slice(0, 2048)) || active.test(text))
    throw refuse('This PDF holds programs or other files: print it as a plain PDF first')
  return bytes
}

/**
 * Stores a private file for a row of the transaction `db`, and returns its name. The name follows from the content, so
 * a file never changes.
 */
export async function storePrivateFile(store: PictureStore, db: Db | Tx, { ending, bytes }: EncodedFile) {
  // Until the commit, no row names the file. The cleanup must not remove it meanwhile.
  await blockPictureCleanup(db)
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${ending}`
  await privateFilesOf(store).put(name, bytes)
  return name
}

/** Reads a private file. The caller has checked the access. Throws 404 without one. */
export async function readPrivateFile(store: PictureStore, name: string | null): Promise<Buffer> {
  const bytes = name === null ? null : await readPicture(privateFilesOf(store), name)
  if (bytes === null) throw notFound('File')
  return bytes
}

/** The cleanup skips files younger than this many milliseconds, because another server may still be writing them. */
const minimumAge = 24 * 60 * 60_000
/** Maximum number of files removed in one transaction, because uploads wait until it ends. */
const batchSize = 50

/**
 * Removes private files that no row names, and what an interrupted upload left, when they are older than a day. Many
 * servers may run it at the same time. `whole` is false when an upload or the shutdown ended it early.
 */
export async function cleanUpPrivateFiles({
  db,
  store,
  signal,
}: {
  db: Db | Tx
  store: PictureStore
  signal?: AbortSignal
}): Promise<{ removed: number; whole: boolean }> {
  const files = privateFilesOf(store)
  const old: string[] = []
  for await (const { name, at } of files.list())
    if (/^[0-9a-f]{32}\.(webp|png|pdf)/.test(name) && at.getTime() < Date.now() - minimumAge) old.push(name)
  let removed = 0
  for (let from = 0; from < old.length; from += batchSize) {
    if (signal?.aborted) return { removed, whole: false }
    const batch = old.slice(from, from + batchSize)
    const gone = await transact(db, async (tx) => {
      // Does not wait for this exclusive lock, because new uploads would wait behind it.
      const { rows } = await tx.execute<{ locked: boolean }>(
        sql`select pg_try_advisory_xact_lock(${locks.pictures}) as locked`,
      )
      if (!rows[0]!.locked) return null
      const named = await findNamedFiles(tx, batch)
      const unnamed = batch.filter((name) => !named.has(name))
      const removals = await Promise.allSettled(unnamed.map((name) => files.remove(name)))
      for (const removal of removals) if (removal.status === 'rejected') throw removal.reason
      return unnamed.length
    })
    if (gone === null) return { removed, whole: false }
    removed += gone
  }
  return { removed, whole: true }
}

/** Returns those of the names that rows have. */
async function findNamedFiles(db: Db | Tx, names: readonly string[]): Promise<Set<string>> {
  const each = privateFileColumns.map(
    ([table, column]) => sql`select ${column} as name from ${table} where ${column} = any(${sql.param(names)})`,
  )
  const { rows } = await db.execute<{ name: string }>(sql.join(each, sql` union `))
  return new Set(rows.map(({ name }) => name))
}
