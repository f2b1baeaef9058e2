import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Language } from '../../contract/shared/languages.ts'
import { z } from '../../contract/shared/zod.ts'

/** The words of the page behind a link that ends mails. */
export type UnsubscribeWords = { title: string; ask: string; button: string; done: string; unknown: string }

type Page = {
  path: string
  /** Returns the language of the person with this link; null for an unknown link. */
  findLanguage: (key: string) => Promise<Language | null>
  /** Ends the mails to the person with this link. */
  refuse: (key: string) => Promise<unknown>
  words: (language: Language) => UnsubscribeWords
  nameShop: () => Promise<string>
}

/** The page has one form and nothing from elsewhere. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/**
 * Serves the page behind a link that ends mails. Opening it changes nothing, because mail programs open links by
 * themselves. Its button and the one click of a mail program (RFC 8058) end the mails by a POST.
 */
export async function serveUnsubscribePage(app: FastifyInstance, page: Page) {
  const { path, findLanguage, refuse } = page
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, __, done) => done(null, {}))

  app.get(path, async (request, reply) => {
    const key = keyOf(request)
    const language = key === null ? null : await findLanguage(key)
    return send(reply, page, { language, state: 'ask', key })
  })

  app.post(path, async (request, reply) => {
    const key = keyOf(request)
    const language = key === null ? null : await findLanguage(key)
    if (key !== null && language !== null) await refuse(key)
    return send(reply, page, { language, state: 'done', key })
  })
}

type Shown = { language: Language | null; state: 'ask' | 'done'; key: string | null }

async function send(reply: FastifyReply, { path, words, nameShop }: Page, { language, state, key }: Shown) {
  const shop = await nameShop()
  reply.code(language === null ? 404 : 200)
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  })
  const { title, ask, button, done, unknown } = words(language ?? 'en')
  const form = `<form method="post" action="${path}?key=${key}"><p>${ask}</p><button>${button}</button></form>`
  const status = `<p role="status">${language === null ? unknown : done}</p>`
  return drawPage({ shop, title, language: language ?? 'en', content: language && state === 'ask' ? form : status })
}

/** Returns the secret of the link; null for anything else. */
function keyOf({ query }: FastifyRequest): string | null {
  const read = z.object({ key: z.uuid() }).safeParse(query)
  return read.success ? read.data.key : null
}

const drawPage = ({
  shop,
  title,
  language,
  content,
}: {
  shop: string
  title: string
  language: Language
  content: string
}): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>:root{color-scheme:light dark}body{max-width:34em;margin:12vh auto;padding:0 24px;font:17px/1.6 system-ui,sans-serif}
button{min-height:44px;padding:0 20px;font:inherit}</style></head>
<body><main><p>${escapeHtml(shop)}</p><h1>${title}</h1>${content}</main></body></html>`

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
