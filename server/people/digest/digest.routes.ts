import type { FastifyInstance } from 'fastify'

import { digest } from '../../../contract/people/digest.ts'
import { serve } from '../../http/serve.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { ok } from '../../resource/records.ts'
import { chooseDigest } from './digest.operations.ts'
import { findDigest } from './digest.queries.ts'

/** Serves each user's own choice about unread messages by mail. `canMail` says whether the shop can send mails. */
export function digestRoutes(app: FastifyInstance, canMail: boolean) {
  const read = async (db: Db | Tx, userID: number) => ok({ ...(await findDigest(db, userID)), canMail })

  serve(app, digest.get, (_, { db, actor }) => read(db, actor.userID))

  serve(app, digest.choose, async ({ body }, context) => {
    await chooseDigest(context, body, canMail)
    return read(context.db, context.actor.userID)
  })
}
