import type { FastifyInstance } from 'fastify'

import { stockCounts as endpoints } from '../../../contract/stock/stock-counts.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import {
  addCountLine,
  countLine,
  countPieceFound,
  recountLine,
  scanCountLine,
  takePieceBack,
} from './count-lines.operations.ts'
import { cancelCount, finishCount, openCount } from './counts.operations.ts'
import { findSheet, listCounts } from './counts.queries.ts'
import { resultInWords } from './counts.rules.ts'

export function countRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, ({ query }, { db }) => listCounts(db, query))

  serveRecord(app, endpoints.get, async (db, id) => ok(await findSheet(db, id)))

  serve(app, endpoints.create, async ({ body }, context) => ok(await openCount(context, body)))

  serve(app, endpoints.finish, async ({ id }, context) => {
    const finished = await finishCount(context, id)
    return ok(finished, resultInWords(finished))
  })

  serve(app, endpoints.cancel, async ({ id }, context) => ok(await cancelCount(context, id)))

  serve(app, endpoints.addLine, async ({ id, body }, context) => ok(await addCountLine(context, id, body)))

  serve(app, endpoints.count, async ({ id, lineID, body }, context) =>
    ok(await countLine(context, { id, lineID }, body.counted)),
  )

  serve(app, endpoints.scan, async ({ id, lineID }, context) => ok(await scanCountLine(context, { id, lineID })))

  serve(app, endpoints.findPiece, async ({ id, lineID, pieceID }, context) =>
    ok(await countPieceFound(context, { id, lineID, pieceID })),
  )

  serve(app, endpoints.leavePiece, async ({ id, lineID, pieceID }, context) =>
    ok(await takePieceBack(context, { id, lineID, pieceID })),
  )

  serve(app, endpoints.recount, async ({ id, lineID }, context) => ok(await recountLine(context, { id, lineID })))
}
