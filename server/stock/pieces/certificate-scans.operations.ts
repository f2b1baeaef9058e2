import { eq } from 'drizzle-orm'

import { piece } from '../../db/schema/pieces.ts'
import { type EncodedFile, privateTypeOf, readPrivateFile, storePrivateFile } from '../../files/private-files.ts'
import type { PictureStore } from '../../files/store.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { findRecord, lockUnchanged, record, stampModified } from '../../resource/records.ts'
import { findPiece } from './pieces.queries.ts'

// The scan of a laboratory's certificate, a private file of a piece.

/** Returns the scan of a piece with the name under which people save it. Throws 404 without one. */
export async function readCertificateScan(store: PictureStore, db: Db | Tx, pieceID: number) {
  const { certificateFile, number } = await findRecord(db, 'Piece', piece, piece.pieceID, pieceID)
  const bytes = await readPrivateFile(store, certificateFile)
  const type = privateTypeOf(certificateFile!)
  return { name: `${number}-certificate.${type === 'application/pdf' ? 'pdf' : 'webp'}`, bytes, type }
}

/** Keeps another scan of a piece. Throws 400 without a file. */
export async function setCertificateScan(
  context: Context,
  store: PictureStore,
  pieceID: number,
  file: EncodedFile | undefined,
) {
  assertAccess(context.actor, 'stock.write')
  if (file === undefined) throw new AppError('private_file.required', 'Choose a file', { field: 'file' })
  await findRecord(context.db, 'Piece', piece, piece.pieceID, pieceID)
  return changeScan(context, pieceID, await storePrivateFile(store, context.db, file))
}

/** Removes the scan of a piece. The cleanup removes its file, unless another piece has the same one. */
export async function removeCertificateScan(context: Context, pieceID: number) {
  assertAccess(context.actor, 'stock.write')
  return changeScan(context, pieceID, null)
}

async function changeScan(context: Context, pieceID: number, certificateFile: string | null) {
  const before = await lockUnchanged(context, 'Piece', piece, piece.pieceID, pieceID, undefined)
  if (certificateFile !== before.certificateFile) {
    const [after] = await context.db
      .update(piece)
      .set({ certificateFile, ...stampModified(context, before) })
      .where(eq(piece.pieceID, pieceID))
      .returning()
    await record(context, { action: 'update', entity: 'piece', entityID: pieceID, before, after: after! })
  }
  return findPiece(context.db, pieceID)
}
