import type { FastifyInstance } from 'fastify'

import type { Language } from '../../../contract/shared/languages.ts'
import { readSettings } from '../../company/settings.ts'
import { transact } from '../../db/transaction.ts'
import { visitor } from '../../kernel/context.ts'
import { serveUnsubscribePage, type UnsubscribeWords } from '../../mail/unsubscribe-page.ts'
import { refuseByLink } from './messages.operations.ts'
import { findLanguageOfLink } from './messages.queries.ts'

const words: Record<Language, UnsubscribeWords> = {
  en: {
    title: 'Messages from us',
    ask: 'Do you want no more messages from us?',
    button: 'No more messages',
    done: 'You will get no more messages from us.',
    unknown: 'This link is not complete. Please open it again from the message.',
  },
  tl: {
    title: 'Mga mensahe mula sa amin',
    ask: 'Ayaw na po ba ninyong makatanggap ng mensahe mula sa amin?',
    button: 'Huwag nang magpadala',
    done: 'Hindi na po kayo makatatanggap ng mensahe mula sa amin.',
    unknown: 'Kulang po ang link na ito. Pakibuksan po ulit mula sa mensahe.',
  },
  ja: {
    title: 'メッセージの配信',
    ask: '今後メッセージの配信を停止しますか。',
    button: '配信を停止する',
    done: '配信を停止しました。今後メッセージは届きません。',
    unknown: 'リンクが正しくありません。メッセージからもう一度開いてください。',
  },
}

/** Serves the page behind the link of a message to a customer, which says no to further messages. */
export const unsubscribePages = (app: FastifyInstance) =>
  serveUnsubscribePage(app, {
    path: '/unsubscribe',
    words: (language) => words[language],
    findLanguage: (key) => findLanguageOfLink(app.db, key),
    refuse: (key) =>
      transact(app.db, (db) =>
        refuseByLink({ db, now: app.clock(), actor: visitor, client: { address: '', agent: '' } }, key),
      ),
    nameShop: async () => (await readSettings(app.db)).companyName,
  })
