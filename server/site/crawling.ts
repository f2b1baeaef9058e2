import type { FastifyInstance, FastifyRequest } from 'fastify'

import { shop } from '../../contract/catalogue/shop.ts'
import { addressIn, languages } from '../../contract/shared/languages.ts'
import { staffPaths } from '../../contract/shared/screens.ts'
import { type Call, itemPath, publicPaths } from '../../contract/site/site.ts'
import { AppError } from '../kernel/errors.ts'

const itemsAtOnce = 100
/** How long the list of pieces is told as it is: crawlers come rarely, and need not have the latest minute. */
const keptMilliseconds = 10 * 60_000

/**
 * What crawlers ask for: /robots.txt, and /sitemap.xml, which lists every public page in every language. Which of them are
 * one page in other languages, the pages say themselves. `originFor` says what whole addresses begin with.
 */
export function crawling(app: FastifyInstance, call: Call, originFor: (request: FastifyRequest) => string) {
  let kept: { until: number; paths: Promise<string[]> } | undefined

  app.get('/robots.txt', async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(originFor(request))),
  )

  app.get('/sitemap.xml', async (request, reply) => {
    if (!kept || kept.until < Date.now()) {
      kept = { until: Date.now() + keptMilliseconds, paths: itemPaths(call) }
      kept.paths.catch(() => (kept = undefined))
    }
    const paths = await kept.paths.catch(() => {
      throw new AppError('server.busy', 'The shop is busy. Please try again in a moment', { retryAfter: 2 })
    })
    return reply
      .type('application/xml; charset=utf-8')
      .send(siteMap(originFor(request), [...Object.values(publicPaths), ...paths]))
  })
}

/** The back-office is nobody's find; all else is. */
function robots(origin: string) {
  const closed = ['/api/', ...staffPaths].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...closed, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}

function siteMap(origin: string, paths: string[]) {
  const urls = paths.flatMap((path) =>
    languages.map((language) => `<url><loc>${origin}${addressIn(language, path)}</loc></url>`),
  )
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  return [head, ...urls, '</urlset>', ''].join('\n')
}

/** The pages of all pieces that are for sale. A standard sitemap ends at 50,000 addresses, and so does this. */
async function itemPaths(call: Call): Promise<string[]> {
  const most = Math.floor(50_000 / languages.length) - Object.keys(publicPaths).length
  const paths = new Set<string>()
  for (let page = 1; paths.size < most; page++) {
    const { data } = await call(shop.items, { query: { page, pageSize: itemsAtOnce } })
    for (const { itemID } of data) if (paths.size < most) paths.add(itemPath(itemID))
    if (data.length < itemsAtOnce) break
  }
  return [...paths]
}
