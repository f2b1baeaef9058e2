import { extname, join } from 'node:path'

import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { addressIn, languageOf, languages } from '../../contract/shared/languages.ts'
import { screens, staffPaths } from '../../contract/shared/screens.ts'
import { ownPath, publicPaths } from '../../contract/site/site.ts'
import { originOf } from '../http/origin.ts'
import { crawling } from './crawling.ts'
import { callFrom, drawer, type Page } from './draw.ts'
import { movedTo } from './moved.ts'
import { CompressedPage } from './packed.ts'
import { dist, type Shells } from './shells.ts'

/** How long a rendered public page is sent again as it is, and how many are kept. */
const keptMilliseconds = 5000
const mostKept = 500

/**
 * Public pages come rendered; the back-office is one empty shell that the browser fills. `publicUrl` is what the pages'
 * addresses begin with where they must be whole; left out, what they are asked for at.
 */
export async function pages(app: FastifyInstance, { site, signIn, staff }: Shells, publicUrl?: string) {
  await app.register(files, {
    root: join(dist, 'web/assets'),
    prefix: '/assets/',
    maxAge: '1y',
    immutable: true,
    preCompressed: true,
  })
  const draw = await drawer(app, site)
  const kept = new Map<string, { until: number; page: Promise<CompressedPage> }>()
  const originFor = (request: FastifyRequest) => publicUrl ?? originOf(request) ?? 'http://localhost'

  for (const path of staffPaths) {
    const page = strangersPaths.has(path) ? signIn : staff
    app.get(path, async (_, reply) => shell(reply, page))
  }
  crawling(app, callFrom(app), originFor)

  app.get('/*', async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?')
    // A missing file is missing: it is not the home page.
    if (path.startsWith('/api/') || extname(path)) return reply.callNotFound()
    const moved = movedTo(request.url)
    if (moved) return reply.redirect(moved.location, moved.status)
    const origin = originFor(request)
    if (isSearch(path, query)) return answer(request, reply, new CompressedPage(await draw(origin, request.url)))
    return answer(request, reply, await keptOrDrawn(origin, request.url))
  })

  // What a browser without scripts sends; in a scope of its own, because the API takes no such forms.
  await app.register(async (forms) => {
    const type = 'application/x-www-form-urlencoded'
    forms.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) => done(null, body))
    for (const language of languages)
      forms.post<{ Body: string }>(addressIn(language, `${publicPaths.shop}/:id`), async (request, reply) => {
        const form = typeof request.body === 'string' ? request.body : ''
        const sent = { form, address: request.ip }
        return answer(request, reply, new CompressedPage(await draw(originFor(request), request.url, sent)))
      })
  })

  async function answer(request: FastifyRequest, reply: FastifyReply, compressed: CompressedPage) {
    const { status, location } = compressed.page
    if (location) return reply.redirect(location, status)
    const { encoding, bytes } = await compressed.accepting(request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    if (status === 503) reply.header('retry-after', 5)
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
      .type('text/html; charset=utf-8')
      .send(bytes)
  }

  function keptOrDrawn(origin: string, url: string) {
    const now = Date.now()
    const key = `${origin} ${url}`
    let entry = kept.get(key)
    if (!entry || entry.until < now) {
      if (kept.size >= mostKept) kept.clear()
      entry = { until: now + keptMilliseconds, page: draw(origin, url).then((page: Page) => new CompressedPage(page)) }
      // What went wrong may be right again a moment later.
      entry.page.then(
        ({ page }) => page.status >= 500 && kept.delete(key),
        () => kept.delete(key),
      )
      kept.set(key, entry)
    }
    return entry.page
  }

  function shell(reply: FastifyReply, page: string) {
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replaceAll('__NONCE__', reply.cspNonce.style))
  }
}

/** Where somebody asks for the back-office who is not in it yet. */
const strangersPaths = new Set<string>([screens.login, screens.register])

/** Whether a page searches the catalogue: each search counts, and is therefore made anew. */
const isSearch = (path: string, query: string) =>
  ownPath(languageOf(path).path) === publicPaths.shop && Boolean(new URLSearchParams(query).get('search')?.trim())
