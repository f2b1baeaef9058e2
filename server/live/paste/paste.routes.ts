import type { FastifyInstance } from 'fastify'

import { livePaste as endpoints } from '../../../contract/live/live-paste.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { findComments } from '../claims/claims.queries.ts'
import { assertLive } from '../plan/plan.queries.ts'
import { acceptComments } from './accept.operations.ts'
import { describeReading, judgeUndecided } from './judging.ts'
import { previewPaste, storePaste } from './paste.operations.ts'

/** Registers the endpoints of pasted comments. */
export function pasteRoutes(app: FastifyInstance) {
  serve(app, endpoints.preview, async ({ id, body }, context) => ok(await previewPaste(context, id, body)))

  serve(app, endpoints.store, async ({ id, body }, context) => ok(await storePaste(context, id, body)))

  serve(app, endpoints.undecided, async ({ id }, { db }) => {
    await assertLive(db, id)
    const judged = await judgeUndecided(db, id)
    const comments = await findComments(
      db,
      judged.map(({ comment }) => comment.commentID),
    )
    return ok(
      judged.map(({ comment, reading, isCertain, waitsFor, buyers }) => ({
        comment: comments.get(comment.commentID)!,
        isCertain,
        ...describeReading(reading),
        question: comment.question,
        waitsForID: waitsFor === null ? null : judged[waitsFor]!.comment.commentID,
        buyers,
      })),
    )
  })

  serve(app, endpoints.accept, async ({ id, body }, context) => ok(await acceptComments(context, id, body.commentIDs)))
}
