import type { FastifyInstance } from 'fastify'

import type { UploadedFile } from '../../../contract/shared/endpoint.ts'
import { pieces } from '../../../contract/stock/pieces.ts'
import { encodePrivateFile } from '../../files/private-files.ts'
import type { PictureStore } from '../../files/store.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { readCertificateScan, removeCertificateScan, setCertificateScan } from './certificate-scans.operations.ts'
import { keepByPiece, updatePiece } from './pieces.operations.ts'
import { findPiece, findPieceHistory, listPieces } from './pieces.queries.ts'

export function pieceRoutes(app: FastifyInstance, store: PictureStore) {
  serve(app, pieces.list, async ({ query }, { db }) => listPieces(db, query))

  serveRecord(app, pieces.get, async (db, id) => ok(await findPiece(db, id)))

  serve(app, pieces.history, async ({ id }, { db }) => ok(await findPieceHistory(db, id)))

  serve(app, pieces.update, async ({ id, body }, context) => ok(await updatePiece(context, id, body)))

  serve(app, pieces.scan, ({ id }, { db }) => readCertificateScan(store, db, id))

  serve(app, pieces.setScan, async ({ id }, context, file) => ok(await setCertificateScan(context, store, id, file)), {
    before: encodeScan,
  })

  serve(app, pieces.removeScan, async ({ id }, context) => ok(await removeCertificateScan(context, id)))

  serve(app, pieces.keep, async ({ id, body }, context) => ok(await keepByPiece(context, id, body)))
}

/** Encodes the uploaded scan; undefined without a file. */
const encodeScan = async ({ files: { file } }: { files: { file: UploadedFile[] } }) =>
  file[0] && encodePrivateFile(file[0])
