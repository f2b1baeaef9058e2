import { createHash } from 'node:crypto'

import type { ProofProblem } from '../../../contract/order-page/order-page.ts'
import type { UploadedFile } from '../../../contract/shared/endpoint.ts'
import { proofFile } from '../../db/schema/proofs.ts'
import { encodeReceipt } from '../../files/pictures.ts'
import { type EncodedFile, encodePrivateFile, storePrivateFile } from '../../files/private-files.ts'
import type { PictureStore } from '../../files/store.ts'
import { createLimiter } from '../../http/limiter.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { printOf } from '../proofs/picture-print.ts'
import { findProofFormat, type ProofFormat } from './sending.rules.ts'

/** The largest picture that is stored, in pixels. A long screenshot keeps digits that people can read. */
const frame = { width: 2000, height: 6000 }

/** One proof at a time is decoded, and so many others wait: their files are in memory. */
const decoding = createLimiter(1, 12)

/** A file of a proof that is ready to be stored. */
export type EncodedProofFile = {
  file: EncodedFile
  format: ProofFormat
  size: { width: number; height: number } | null
  contentHash: string
  /** The small grey picture by which pictures are compared; null for a PDF. */
  print: Buffer | null
}

/**
 * Converts the files of a proof for private storage: pictures anew and without metadata, PDFs as they are. Returns the
 * problem of the first file that cannot be read. Their formats were checked before.
 */
export async function encodeProofFiles(
  files: readonly UploadedFile[],
): Promise<{ encoded: EncodedProofFile[] } | { problem: ProofProblem }> {
  try {
    return {
      encoded: await decoding(async () => {
        const encoded: EncodedProofFile[] = []
        for (const file of files) encoded.push(await encodeProofFile(file))
        return encoded
      }),
    }
  } catch (error) {
    const problem = error instanceof AppError && problems[error.code]
    if (!problem) throw error
    return { problem }
  }
}

const problems: Partial<Record<string, ProofProblem>> = {
  'picture.unreadable': { field: 'pictures', is: 'unreadable' },
  'private_file.refused': { field: 'pictures', is: 'unsafe' },
  'server.busy': { field: null, is: 'busy' },
}

async function encodeProofFile(upload: UploadedFile): Promise<EncodedProofFile> {
  const format = findProofFormat(upload.bytes) as ProofFormat
  if (format === 'PDF') {
    const file = await encodePrivateFile(upload)
    const contentHash = createHash('sha256').update(file.bytes).digest('hex')
    return { file, format, size: null, contentHash, print: null }
  }
  const { bytes, width, height } = await encodeReceipt(upload, frame)
  const { pixelHash, print } = await printOf(bytes)
  return { file: { ending: 'webp', bytes }, format, size: { width, height }, contentHash: pixelHash, print }
}

/** Stores the files of a proof in the buyer's order, in the transaction `db`. */
export async function storeProofFiles(
  store: PictureStore,
  db: Db | Tx,
  proofID: number,
  encoded: readonly EncodedProofFile[],
) {
  for (const [n, { file, format, size, contentHash, print }] of encoded.entries())
    await db.insert(proofFile).values({
      proofID,
      position: n + 1,
      file: await storePrivateFile(store, db, file),
      format,
      width: size?.width ?? null,
      height: size?.height ?? null,
      contentHash,
      print,
    })
}
