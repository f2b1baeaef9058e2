import type { FastifyInstance, FastifyRequest } from 'fastify'

import { shop } from '../../contract/catalogue/shop.ts'
import { publicAddress, languages } from '../../contract/shared/languages.ts'
import { staffPaths } from '../../contract/shared/screens.ts'
import { type Call, itemPathOf, publicPaths } from '../../contract/site/site.ts'
import { AppError } from '../kernel/errors.ts'

const itemsAtOnce = 100
/** How long the list of items is cached, in milliseconds. Crawlers come rarely and accept an older list. */
const cacheMilliseconds = 10 * 60_000

/**
 * Serves /robots.txt and /sitemap.xml, which lists every public page in every language. The pages themselves link to
 * their translations. Absolute addresses start with the result of `originFor`.
 */
export function registerCrawlerFiles(app: FastifyInstance, call: Call, originFor: (request: FastifyRequest) => string) {
  let cached: { until: number; paths: Promise<string[]> } | undefined

  app.get('/robots.txt', async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(originFor(request))),
  )

  app.get('/sitemap.xml', async (request, reply) => {
    if (!cached || cached.until < Date.now()) {
      cached = { until: Date.now() + cacheMilliseconds, paths: itemPaths(call) }
      cached.paths.catch(() => (cached = undefined))
    }
    const paths = await cached.paths.catch(() => {
      throw new AppError('server.busy', 'The shop is busy. Please try again in a moment', { retryAfter: 2 })
    })
    return reply
      .type('application/xml; charset=utf-8')
      .send(siteMap(originFor(request), [...Object.values(publicPaths), ...paths]))
  })
}

/** Excludes the API and the back-office from crawling; allows all other paths. */
function robots(origin: string) {
  const closed = ['/api/', ...staffPaths].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...closed, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}

function siteMap(origin: string, paths: string[]) {
  const urls = paths.flatMap((path) =>
    languages.map((language) => `<url><loc>${origin}${publicAddress(language, path)}</loc></url>`),
  )
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  return [head, ...urls, '</urlset>', ''].join('\n')
}

/** Returns the pages of all items for sale, limited because a sitemap may have at most 50,000 addresses. */
async function itemPaths(call: Call): Promise<string[]> {
  const most = Math.floor(50_000 / languages.length) - Object.keys(publicPaths).length
  const paths = new Set<string>()
  for (let page = 1; paths.size < most; page++) {
    const { data } = await call(shop.items, { query: { page, pageSize: itemsAtOnce } })
    for (const { itemID } of data) if (paths.size < most) paths.add(itemPathOf(itemID))
    if (data.length < itemsAtOnce) break
  }
  return [...paths]
}
