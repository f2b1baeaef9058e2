import type { FastifyInstance } from 'fastify'

import { readSettings } from '../../company/settings.ts'
import { transact } from '../../db/transaction.ts'
import { visitor } from '../../kernel/context.ts'
import { serveUnsubscribePage } from '../../mail/unsubscribe-page.ts'
import { endDigest } from './digest.operations.ts'
import { findUserOfLink } from './digest.queries.ts'

/** The words for staff, whose pages and messages are in English. */
const words = {
  title: 'Your messages by mail',
  ask: 'Do you want no more mails with your messages? They stay in the back-office.',
  button: 'No more mails',
  done: 'You will get no more mails with your messages. You can choose them again under Profile.',
  unknown: 'This link is not complete. Please open it again from the mail.',
}

/** Serves the page behind the link of a mail to staff, which ends these mails. */
export const unsubscribeStaffPages = (app: FastifyInstance) =>
  serveUnsubscribePage(app, {
    path: '/unsubscribe-staff',
    words: () => words,
    findLanguage: async (key) => ((await findUserOfLink(app.db, key)) === null ? null : 'en'),
    refuse: (key) =>
      transact(app.db, async (db) => {
        const userID = await findUserOfLink(db, key)
        const context = { db, now: app.clock(), actor: visitor, client: { address: '', agent: '' } }
        if (userID !== null) await endDigest(context, userID)
      }),
    nameShop: async () => (await readSettings(app.db)).companyName,
  })
