import type { FastifyInstance } from 'fastify'

import { liveClaims as endpoints, liveRecord } from '../../../contract/live/live-claims.ts'
import { liveTyping } from '../../../contract/live/live-typing.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { replayRecord } from '../record/record.queries.ts'
import { findClaim, listClaims, listComments } from './claims.queries.ts'
import { decideComment, noteTyped } from './comments.operations.ts'
import { acceptClaim, moveClaim, passClaim, withdrawClaim } from './line.operations.ts'
import { tellTypingAt } from './typing.operations.ts'

/** Registers the endpoints of comments and claims. */
export function claimRoutes(app: FastifyInstance) {
  serve(app, endpoints.ofLive, async ({ id, query }, { db }) => ok(await listClaims(db, id, query)))

  serve(app, endpoints.comments, async ({ id, query }, { db }) => ok(await listComments(db, id, query)))

  serve(app, endpoints.note, async ({ id, body }, context) => ok(await noteTyped(context, id, body)))

  serve(app, liveTyping.tell, async ({ id, body }, context) => {
    await tellTypingAt(context, id, body)
    return ok(null)
  })

  serve(app, endpoints.decide, async ({ id, body }, context) => ok(await decideComment(context, id, body)))

  serve(app, endpoints.accept, async ({ id }, context) => {
    await acceptClaim(context, id)
    return ok(await findClaim(context.db, id))
  })

  serve(app, endpoints.pass, async ({ id }, context) => {
    await passClaim(context, id)
    return ok(await findClaim(context.db, id))
  })

  serve(app, endpoints.withdraw, async ({ id, body: { reason } }, context) => {
    await withdrawClaim(context, id, reason)
    return ok(await findClaim(context.db, id))
  })

  serve(app, endpoints.move, async ({ id, body: { aheadOfID, reason } }, context) => {
    await moveClaim(context, id, aheadOfID, reason)
    return ok(await findClaim(context.db, id))
  })

  serve(app, liveRecord.replay, async ({ id }, { db }) => ok(await replayRecord(db, id)))
}
