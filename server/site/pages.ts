import { extname, join } from 'node:path'

import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { EventEntity } from '../../contract/shared/events.ts'
import { type Language, publicAddress, splitAddress, languages } from '../../contract/shared/languages.ts'
import { screens, staffPaths } from '../../contract/shared/screens.ts'
import { canonicalPathOf, publicPaths } from '../../contract/site/site.ts'
import type { LiveEvents } from '../events/events.routes.ts'
import type { Pictures } from '../files/pictures.ts'
import type { PictureStore } from '../files/store.ts'
import { originOf } from '../http/origin.ts'
import { CompressedPage } from './compressed-page.ts'
import { registerCrawlerFiles } from './crawler-files.ts'
import { registerOrderPages } from './order-pages.ts'
import { registerOrderPapers } from './order-papers.ts'
import { findRedirect } from './redirects.ts'
import { callFrom, createPageRenderer, isScannedPage, type Page } from './render.ts'
import { sendPage } from './send-page.ts'
import { dist, type Shells } from './shells.ts'

/**
 * How long a rendered public page is cached at most, in milliseconds, and the maximum number of cached pages. An event about
 * what the pages show empties the cache at once, on every server.
 */
const cacheMilliseconds = 5000
const maxCachedPages = 500
/** The kinds of record whose events empty the cache. A sale changes only the quantity left, which may be seconds old. */
const shownKinds: ReadonlySet<EventEntity> = new Set([
  'item',
  'category',
  'goldRate',
  'companyProfile',
  'shopSetting',
  'shop',
  'demo',
])

/**
 * Serves the rendered public pages, and the back-office's empty shell, which the browser fills. Absolute addresses
 * start with `publicUrl` or, without it, with the origin of the request.
 */
export async function registerPages(
  app: FastifyInstance,
  { site, signIn, staff }: Shells,
  {
    store,
    pictures,
    publicUrl,
    listen,
  }: {
    store: PictureStore
    pictures: Pictures
    publicUrl: string | undefined
    listen: LiveEvents['listen'] | undefined
  },
) {
  await app.register(files, {
    root: join(dist, 'web/assets'),
    prefix: '/assets/',
    maxAge: '1y',
    immutable: true,
    preCompressed: true,
  })
  const renderPage = await createPageRenderer(app, site)
  const cache = new Map<string, { until: number; page: Promise<CompressedPage> }>()
  listen?.((told) => {
    if (told === null || told.some(({ entity }) => shownKinds.has(entity))) cache.clear()
  })
  const originFor = (request: FastifyRequest) => publicUrl ?? originOf(request) ?? 'http://localhost'

  for (const path of staffPaths) {
    const page = strangersPaths.has(path) ? signIn : staff
    app.get(path, async (_, reply) => shell(reply, page))
  }
  registerCrawlerFiles(app, callFrom(app), originFor)
  await app.register(registerOrderPages, { site, store, publicUrl, originFor })
  registerOrderPapers(app, { pictures, originFor })

  app.get('/*', async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?')
    // An address of a missing file gets 404 and not a rendered page.
    if (path.startsWith('/api/') || extname(path)) return reply.callNotFound()
    const redirect = findRedirect(request.url)
    if (redirect) return reply.redirect(redirect.location, redirect.status)
    const origin = originFor(request)
    if (isScannedPage(request.url)) {
      reply.header('x-robots-tag', 'noindex')
      const preferred = readPreferredLanguage(request.headers['accept-language'])
      const scanned = await renderPage(origin, request.url, { address: request.ip, preferred })
      return sendPage(request, reply, new CompressedPage(scanned), 'no-store')
    }
    if (isSearch(path, query))
      return sendPage(request, reply, new CompressedPage(await renderPage(origin, request.url)))
    return sendPage(request, reply, await renderCached(origin, request.url))
  })

  // Browsers without JavaScript send forms in this content type. Only this plugin scope accepts it, because the API
  // must refuse it.
  await app.register(async (forms) => {
    const type = 'application/x-www-form-urlencoded'
    forms.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) => done(null, body))
    const paths = [`${publicPaths.shop}/:id`, publicPaths.contact]
    for (const path of languages.flatMap((language) => paths.map((one) => publicAddress(language, one))))
      forms.post<{ Body: string }>(path, async (request, reply) => {
        const form = typeof request.body === 'string' ? request.body : ''
        const sent = { form, address: request.ip }
        return sendPage(request, reply, new CompressedPage(await renderPage(originFor(request), request.url, sent)))
      })
  })

  function renderCached(origin: string, url: string) {
    const now = Date.now()
    const key = `${origin} ${url}`
    let entry = cache.get(key)
    if (!entry || entry.until < now) {
      if (cache.size >= maxCachedPages) cache.clear()
      entry = {
        until: now + cacheMilliseconds,
        page: renderPage(origin, url).then((page: Page) => new CompressedPage(page)),
      }
      // A failure is not cached, because the next attempt may succeed.
      entry.page.then(
        ({ page }) => page.status >= 500 && cache.delete(key),
        () => cache.delete(key),
      )
      cache.set(key, entry)
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

/** The back-office's pages that need no sign-in. */
const strangersPaths = new Set<string>([screens.login, screens.register])

/** Returns the first language of a browser's Accept-Language header; the shop's own for one that the site does not have. */
const readPreferredLanguage = (accepted = ''): Language =>
  /^ja\b/i.test(accepted) ? 'ja' : /^(?:tl|fil)\b/i.test(accepted) ? 'tl' : 'en'

/** Whether a page searches the catalogue. Such pages are never cached, because every search must be counted. */
const isSearch = (path: string, query: string) =>
  canonicalPathOf(splitAddress(path).path) === publicPaths.shop &&
  Boolean(new URLSearchParams(query).get('search')?.trim())
