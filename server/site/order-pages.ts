import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { orderPath, qrPathOf, type ShownOrder } from '../../contract/order-page/order-page.ts'
import { type Language, languages, publicAddress, splitAddress } from '../../contract/shared/languages.ts'
import type { RenderOrder } from '../../contract/site/site.ts'
import type { PictureStore } from '../files/store.ts'
import { logRefusal } from '../http/errors.ts'
import { originOf } from '../http/origin.ts'
import { visitor } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { openOrderLink, readOrder, readOrderQr, visitSeconds } from '../sales/order-links/opening.operations.ts'
import { CompressedPage } from './compressed-page.ts'
import { registerProofForms } from './order-proofs.ts'
import { sessionOf } from './order-visit.ts'
import { assertOwnOrigin } from './own-origin.ts'
import { findRedirect } from './redirects.ts'
import { callFrom, fillTemplate, withoutScripts } from './render.ts'
import { sendPage } from './send-page.ts'
import { dist } from './shells.ts'

/** The most that a browser may send to open an order, in bytes. A token and a code have far less. */
const mostSent = 2048

const paths = languages.map((language) => publicAddress(language, orderPath))
const statusOf: Record<ShownOrder['is'], number> = { order: 200, asked: 200, 'no longer': 404, 'too many': 429 }

/**
 * Serves the page on which a buyer follows one order. Its link has the token in the fragment, so that neither a server nor
 * the preview of a messenger sees it; the page's script posts it, or a form posts the code. Both get a cookie that these
 * addresses alone receive.
 */
export async function registerOrderPages(
  app: FastifyInstance,
  {
    site,
    store,
    publicUrl,
    originFor,
  }: {
    site: string
    store: PictureStore
    publicUrl: string | undefined
    originFor: (request: FastifyRequest) => string
  },
) {
  const shell = await createOrderShell(site)
  const { renderOrder } = (await import(pathToFileURL(join(dist, 'ssr/server.js')).href)) as {
    renderOrder: RenderOrder
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: ShownOrder,
    status: number = statusOf[shown.is],
  ) {
    const { language } = splitAddress(request.url)
    const parts = await renderOrder({ language, origin: originFor(request), shown }, callFrom(app))
    const html = fillTemplate(shell, language, { ...parts, state: '' })
    reply.header('x-robots-tag', 'noindex')
    return sendPage(request, reply, new CompressedPage({ status, html }), 'no-store')
  }

  // Only this plugin scope accepts forms, because the API must refuse them.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  app.setErrorHandler((error: { code?: string }) => {
    if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
    throw new AppError('input.too_large', 'This is too much for a link or a code')
  })

  registerProofForms(app, { store, publicUrl, send })

  for (const path of paths) {
    app.get(path, async (request, reply) => {
      const redirect = findRedirect(request.url)
      if (redirect) return reply.redirect(redirect.location, redirect.status)
      const { language } = splitAddress(request.url)
      return send(request, reply, await findShown(app, request, language))
    })

    app.get<{ Params: { id: string } }>(`${path}${qrPathOf(':id').slice(orderPath.length)}`, async (request, reply) => {
      const id = /^[1-9]\d{0,8}$/.test(request.params.id) ? Number(request.params.id) : 0
      const picture = await readOrderQr(store, app.db, sessionOf(request), id)
      return reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).type('image/png').send(picture)
    })

    app.post(path, { bodyLimit: mostSent }, async (request, reply) => {
      assertOwnOrigin(request, publicUrl)
      const sent = readSent(request.body)
      if (sent === 'nothing typed') return reply.redirect(path, 303)
      const opened = await openFor(request, reply, sent)
      if (opened === 'too many') return send(request, reply, { is: 'too many' })
      if (opened === null) return send(request, reply, { is: 'no longer' })
      reply.headers({ 'cache-control': 'no-store', 'set-cookie': cookiesOf(request, opened.session) })
      return 'token' in sent ? reply.code(204).send() : reply.redirect(path, 303)
    })
  }
}

/** Returns the order that this browser has opened; otherwise the page asks for the code. */
async function findShown(app: FastifyInstance, request: FastifyRequest, language: Language): Promise<ShownOrder> {
  const session = sessionOf(request)
  const order = session === '' ? null : await readOrder(app.db, session, language)
  return order === null ? { is: 'asked' } : { is: 'order', order, formKey: randomUUID() }
}

type Sent = { token: string } | { code: string }

/** Reads the token that the page's script sends as JSON, or the code of the form. */
function readSent(body: unknown): Sent | 'nothing typed' {
  if (body instanceof URLSearchParams) {
    const code = body.get('code')?.trim() ?? ''
    return code === '' ? 'nothing typed' : { code }
  }
  const token = (body as { token?: unknown } | null | undefined)?.token
  if (typeof token === 'string' && token !== '') return { token }
  throw new AppError('input.invalid', 'Send the token of a link, or a form with its code')
}

/** Opens the link for this browser. Too many attempts are a page for the buyer, and a line in the log as any refusal. */
async function openFor(request: FastifyRequest, reply: FastifyReply, sent: Sent) {
  const { server, ip, headers } = request
  const client = { address: ip, agent: headers['user-agent'] ?? '', origin: originOf(request) }
  try {
    return await openOrderLink({ db: server.db, actor: visitor, now: server.clock(), client }, sent)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'attempts.too_many') throw error
    logRefusal(request, error.code)
    reply.header('retry-after', error.retryAfter ?? 60)
    return 'too many'
  }
}

/** One cookie for each address of the page, so that no other request of this shop carries it. */
function cookiesOf(request: FastifyRequest, session: string): string[] {
  // The Origin header tells https even behind a proxy that the server does not know.
  const isSecure = originOf(request)?.startsWith('https:') ?? false
  const attributes = `Max-Age=${visitSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return paths.map((path) => `order=${session}; Path=${path}; ${attributes}`)
}

/** Returns the shell of the public pages with the order's own script and styles instead of the site's scripts. */
async function createOrderShell(site: string): Promise<string> {
  const built = JSON.parse(await readFile(join(dist, 'web/.vite/site.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[] }
  >
  const { file, css = [] } = built['site/order/openOrder.ts']!
  const links = [
    ...css.map((one) => `<link rel="stylesheet" href="/${one}">`),
    `<script type="module" src="/${file}"></script>`,
  ]
  return withoutScripts(site).replace('</head>', `${links.join('')}</head>`)
}
