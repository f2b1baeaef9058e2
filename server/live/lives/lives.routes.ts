import type { FastifyInstance } from 'fastify'

import { lives as endpoints, liveShows } from '../../../contract/live/lives.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { closeLive, createLive, pauseLive, startLive, updateLive } from './lives.operations.ts'
import { findLive, listLives, listShows } from './lives.queries.ts'
import { setLivePieces } from './pieces.operations.ts'
import { showPiece } from './show.operations.ts'

/** Registers the endpoints of lives and their pieces. */
export function liveRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, ({ query }, { db }) => listLives(db, query))

  serveRecord(app, endpoints.get, async (db, id) => ok(await findLive(db, id)))

  serve(app, endpoints.create, async ({ body }, context) => ok(await createLive(context, body)))

  serve(app, endpoints.update, async ({ id, body }, context) => ok(await updateLive(context, id, body)))

  serve(app, endpoints.setPieces, async ({ id, body }, context) => ok(await setLivePieces(context, id, body)))

  serve(app, endpoints.start, async ({ id }, context) => ok(await startLive(context, id)))

  serve(app, endpoints.pause, async ({ id }, context) => ok(await pauseLive(context, id)))

  serve(app, endpoints.close, async ({ id, body }, context) =>
    ok(await closeLive(context, id, body?.confirmed ?? false)),
  )

  serve(app, endpoints.show, async ({ id, body }, context) => ok(await showPiece(context, id, body)))

  serve(app, liveShows.list, async ({ id }, { db }) => ok(await listShows(db, id)))
}
