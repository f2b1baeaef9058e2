import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Language } from '../../../contract/shared/languages.ts'
import { z } from '../../../contract/shared/zod.ts'
import { readSettings } from '../../company/settings.ts'
import { transact } from '../../db/transaction.ts'
import { visitor } from '../../kernel/context.ts'
import { refuseByLink } from './messages.operations.ts'
import { findLanguageOfLink } from './messages.queries.ts'

type Words = { title: string; ask: string; button: string; done: string; unknown: string }

const words: Record<Language, Words> = {
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

/** The page has one form and nothing from elsewhere. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/**
 * Serves the page behind the link of a message. Opening it changes nothing, because mail programs open links by
 * themselves. Its button and the one click of a mail program (RFC 8058) say no by a POST.
 */
export async function unsubscribePages(app: FastifyInstance) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, __, done) => done(null, {}))

  app.get('/unsubscribe', async (request, reply) => {
    const key = keyOf(request)
    const language = key === null ? null : await findLanguageOfLink(app.db, key)
    return send(reply, language, language === null ? null : 'ask', key)
  })

  app.post('/unsubscribe', async (request, reply) => {
    const key = keyOf(request)
    const now = app.clock()
    const language = key === null ? null : await findLanguageOfLink(app.db, key)
    if (key !== null && language !== null)
      await transact(app.db, (db) => refuseByLink({ db, now, actor: visitor, client: { address: '', agent: '' } }, key))
    return send(reply, language, language === null ? null : 'done', key)
  })

  async function send(
    reply: { code: (status: number) => unknown; headers: (all: Record<string, string>) => unknown },
    language: Language | null,
    state: 'ask' | 'done' | null,
    key: string | null,
  ) {
    const { companyName } = await readSettings(app.db)
    reply.code(state === null ? 404 : 200)
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    return drawPage(companyName, language ?? 'en', state, key)
  }
}

/** Returns the secret of the link; null for anything else. */
function keyOf({ query }: FastifyRequest): string | null {
  const read = z.object({ key: z.uuid() }).safeParse(query)
  return read.success ? read.data.key : null
}

function drawPage(shop: string, language: Language, state: 'ask' | 'done' | null, key: string | null): string {
  const { title, ask, button, done, unknown } = words[language]
  const form = `<form method="post" action="/unsubscribe?key=${key}"><p>${ask}</p><button>${button}</button></form>`
  const content = state === 'ask' ? form : `<p role="status">${state === 'done' ? done : unknown}</p>`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>:root{color-scheme:light dark}body{max-width:34em;margin:12vh auto;padding:0 24px;font:17px/1.6 system-ui,sans-serif}
button{min-height:44px;padding:0 20px;font:inherit}</style></head>
<body><main><p>${escapeHtml(shop)}</p><h1>${title}</h1>${content}</main></body></html>`
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
