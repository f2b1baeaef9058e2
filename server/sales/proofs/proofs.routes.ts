import type { FastifyInstance } from 'fastify'

import { proofs } from '../../../contract/proofs/proofs.ts'
import type { PictureStore } from '../../files/store.ts'
import { serve } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { approveProof } from './approving.operations.ts'
import { findProof, readProofFile } from './proof-details.queries.ts'
import { streamProofs } from './proofs-file.ts'
import { listProofs } from './proofs.queries.ts'
import { rejectProof } from './rejecting.operations.ts'
import { releaseProof, takeProof } from './taking.operations.ts'
import { undoApproval } from './undoing.operations.ts'

/** Registers the endpoints of the queue of payment proofs. */
export function proofRoutes(app: FastifyInstance, store: PictureStore) {
  serve(app, proofs.list, async ({ query }, context) =>
    query.format === 'csv' ? streamProofs(app.db, context, query) : listProofs(context, query),
  )

  serve(app, proofs.get, async ({ id }, context) => ok(await findProof(context, id)))

  serve(app, proofs.file, ({ id, fileID }, { db }) => readProofFile(store, db, id, fileID))

  serve(app, proofs.take, async ({ id }, context) => {
    await takeProof(context, id)
    return ok(await findProof(context, id))
  })

  serve(app, proofs.release, async ({ id }, context) => {
    await releaseProof(context, id)
    return ok(await findProof(context, id))
  })

  serve(app, proofs.reject, async ({ id, body }, context) => {
    await rejectProof(context, id, body)
    return ok(await findProof(context, id))
  })

  serve(app, proofs.approve, async ({ id, body }, context) => {
    await approveProof(context, id, body)
    return ok(await findProof(context, id))
  })

  serve(app, proofs.undo, async ({ id, body }, context) => {
    await undoApproval(context, id, body)
    return ok(await findProof(context, id))
  })
}
