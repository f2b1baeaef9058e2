import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { shop } from '../../contract/catalogue/shop.ts'
import { transact } from '../db/transaction.ts'
import { serve } from '../http/serve.ts'
import { countAttempt } from '../http/throttle.ts'
import { askQuestion } from '../people/questions.ts'
import { ok } from '../resource/records.ts'

const hour = 60 * 60
/** Maximum number of questions an hour from one address, and from one e-mail. */
const mostInAnHour = 5

export function questionFormRoutes(app: FastifyInstance) {
  serve(
    app,
    shop.ask,
    async ({ body: { website, itemID = null, ...asked } }, context) => {
      const thanks = ok(null, 'Thank you. Your question has reached the shop')
      // Only robots fill in the hidden field; they get the usual thanks, but nothing is stored.
      if (website) return thanks
      const { db, client } = context
      // The e-mail is hashed, so that the table of attempts holds no personal data.
      const email = createHash('sha256').update(asked.email.toLowerCase()).digest('hex')
      await countAttempt(db, [
        { bucket: `question ${client.address}`, limit: mostInAnHour, seconds: hour },
        { bucket: `question ${email}`, limit: mostInAnHour, seconds: hour },
      ])
      await transact(db, (tx) =>
        askQuestion({ ...context, db: tx }, { ...asked, name: asked.name ?? asked.email, itemID }),
      )
      return thanks
    },
    // Attempts commit before the question, so that concurrent questions all count.
    { transaction: false },
  )
}
