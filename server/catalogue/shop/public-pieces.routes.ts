import type { FastifyInstance } from 'fastify'

import { publicPieces } from '../../../contract/stock/public-pieces.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { findPublicPiece } from './public-pieces.queries.ts'

export function publicPieceRoutes(app: FastifyInstance) {
  serve(app, publicPieces.get, async ({ query }, { db, now }) => ok(await findPublicPiece(db, now, query)))
}
