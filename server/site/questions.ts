import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { shop } from '../../contract/catalogue/shop.ts'
import { transact } from '../db/transaction.ts'
import { serve } from '../http/serve.ts'
import { countAttempt } from '../http/throttle.ts'
import { askQuestion } from '../people/questions.ts'
import { ok } from '../resource/records.ts'

const hour = 60 * 60
/** Questions that one address, and one e-mail, may ask within an hour. */
const mostInAnHour = 5

export function questionFormRoutes(app: FastifyInstance) {
  serve(
    app,
    shop.ask,
    async ({ body: { website, itemID = null, ...asked } }, context) => {
      const thanks = ok(null, 'Thank you. Your question has reached the shop')
      // Whatever filled in the field that nobody sees thinks that it has been heard.
      if (website) return thanks
      const { db, client } = context
      // Hashed, so that the table of attempts names nobody.
      const email = createHash('sha256').update(asked.email.toLowerCase()).digest('hex')
      await countAttempt(db, [
        { bucket: `question ${client.address}`, limit: mostInAnHour, seconds: hour },
        { bucket: `question ${email}`, limit: mostInAnHour, seconds: hour },
      ])
      await transact(db, (tx) => askQuestion({ ...context, db: tx }, { ...asked, itemID }))
      return thanks
    },
    // Counted before it is asked: a hundred questions at once are a hundred attempts.
    { transaction: false },
  )
}
