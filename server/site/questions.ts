import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { shop } from '../../contract/catalogue/shop.ts'
import { readContact } from '../../contract/shared/contacts.ts'
import { transact } from '../db/transaction.ts'
import { serve } from '../http/serve.ts'
import { countAttempt } from '../http/throttle.ts'
import { type AnswerTo, askQuestion } from '../people/questions.ts'
import { ok } from '../resource/records.ts'

const hour = 60 * 60
/** Maximum number of questions an hour from one address, and from one e-mail or other contact. */
const mostInAnHour = 5

export function questionFormRoutes(app: FastifyInstance) {
  serve(
    app,
    shop.ask,
    async ({ body: { website, itemID = null, email, contact, name, ...asked } }, context) => {
      const thanks = ok(null, 'Thank you. Your question has reached the shop')
      // Only robots fill in the hidden field; they get the usual thanks, but nothing is stored.
      if (website) return thanks
      const { db, client } = context
      const answerTo = chooseAnswerTo(email ?? contact ?? '')
      const typed = answerTo.email ?? answerTo.contact
      // The contact is hashed, so that the table of attempts holds no personal data.
      const hashed = createHash('sha256').update(typed.toLowerCase()).digest('hex')
      await countAttempt(db, [
        { bucket: `question ${client.address}`, limit: mostInAnHour, seconds: hour },
        { bucket: `question ${hashed}`, limit: mostInAnHour, seconds: hour },
      ])
      await transact(db, (tx) =>
        askQuestion({ ...context, db: tx }, { ...asked, ...answerTo, name: name ?? typed, itemID }),
      )
      return thanks
    },
    // Attempts commit before the question, so that concurrent questions all count.
    { transaction: false },
  )
}

/** Stores an e-mail that was typed as a contact as an e-mail, for the reply and for the data of one customer. */
function chooseAnswerTo(typed: string): AnswerTo {
  const email = readContact(typed)?.kind === 'email'
  return email ? { email: typed } : { contact: typed }
}
