import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import files from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { staffPaths } from '../../contract/screens.ts'
import type { Call, Render } from '../../contract/site.ts'

const dist = join(import.meta.dirname, '../../dist')
/** How long a rendered public page is sent again as it is. */
const cacheMilliseconds = 5000

type Page = { status: number; html: string; location?: string }

/** Public pages come rendered; the back-office is one empty shell that the browser fills. */
export async function pages(app: FastifyInstance) {
  const web = join(dist, 'web')
  const [site = '', staff = ''] = await Promise.all(
    ['site', 'staff'].map((name) => readFile(join(web, name, 'index.html'), 'utf8')),
  )
  await app.register(files, {
    root: join(web, 'assets'),
    prefix: '/assets/',
    maxAge: '1y',
    immutable: true,
    preCompressed: true,
  })
  process.env['NODE_ENV'] ??= 'production' // before React loads: its development build is half as fast
  const { render } = (await import(pathToFileURL(join(dist, 'ssr/server.js')).href)) as { render: Render }
  const cached = new Map<string, { until: number; page: Promise<Page> }>()

  for (const path of staffPaths) app.get(path, async (_, reply) => shell(reply))

  app.get('/*', async (request, reply) => {
    // A missing file is missing: it is not the home page.
    if (request.url.startsWith('/api/') || extname(request.url.split('?')[0]!)) return reply.callNotFound()
    const now = Date.now()
    let entry = cached.get(request.url)
    if (!entry || entry.until < now) {
      if (cached.size > 500) cached.clear()
      entry = { until: now + cacheMilliseconds, page: draw(request.url) }
      entry.page.catch(() => cached.delete(request.url))
      cached.set(request.url, entry)
    }
    const { status, html, location } = await entry.page
    if (location) return reply.redirect(location, status)
    return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)
  })

  async function draw(url: string): Promise<Page> {
    const { status, location, head, body, state } = await render(url, call)
    const html = site
      .replaceAll(' nonce="__NONCE__"', '')
      .replace('<!--head-->', () => head)
      .replace('<!--body-->', () => body)
      .replace(
        '<!--state-->',
        () => `<script id="state" type="application/json">${state.replaceAll('<', String.raw`\u003c`)}</script>`,
      )
    return { status, html, ...(location && { location }) }
  }

  /** How the public pages read: through the API, as a stranger. */
  const call: Call = async (e, sent) => {
    const { query, body: _, ...params } = sent as { query?: Record<string, string>; body?: unknown }
    const path = e.path.replace(/:(\w+)/g, (_, name: string) => String((params as Record<string, unknown>)[name]))
    const response = await app.inject({ method: e.method, url: path, ...(query && { query }) })
    const answer = response.json()
    if (response.statusCode >= 400) throw Object.assign(new Error(answer.message), { status: response.statusCode })
    return answer
  }

  function shell(reply: FastifyReply) {
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(staff.replaceAll('__NONCE__', reply.cspNonce.style))
  }
}
