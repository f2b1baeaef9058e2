import type { FastifyInstance } from 'fastify'

import { pieces } from '../../../contract/stock/pieces.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { keepByPiece, updatePiece } from './pieces.operations.ts'
import { findPiece, findPieceHistory, listPieces } from './pieces.queries.ts'

export function pieceRoutes(app: FastifyInstance) {
  serve(app, pieces.list, async ({ query }, { db }) => listPieces(db, query))

  serveRecord(app, pieces.get, async (db, id) => ok(await findPiece(db, id)))

  serve(app, pieces.history, async ({ id }, { db }) => ok(await findPieceHistory(db, id)))

  serve(app, pieces.update, async ({ id, body }, context) => ok(await updatePiece(context, id, body)))

  serve(app, pieces.keep, async ({ id, body }, context) => ok(await keepByPiece(context, id, body)))
}
