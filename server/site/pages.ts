import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import files from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { addressIn, isLanguage, languageOf, languages } from '../../contract/languages.ts'
import { staffPaths } from '../../contract/screens.ts'
import { type Call, publicPaths, type Render } from '../../contract/site.ts'
import { originOf } from '../http/origin.ts'

const dist = join(import.meta.dirname, '../../dist')
/** How long a rendered public page is sent again as it is. */
const cacheMilliseconds = 5000

type Page = { status: number; html: string; location?: string }

/**
 * Public pages come rendered; the back-office is one empty shell that the browser fills. `publicUrl` is what the pages'
 * addresses begin with where they must be whole; left out, what they are asked for at.
 */
export async function pages(app: FastifyInstance, publicUrl?: string) {
  const web = join(dist, 'web')
  const [site = '', staff = ''] = await Promise.all(
    ['site', 'staff'].map((name) => readFile(join(web, name, 'index.html'), 'utf8')),
  )
  const wordsAhead = await linksToWords(web)
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
    const [path = '', query = ''] = request.url.split('?')
    // A missing file is missing: it is not the home page.
    if (path.startsWith('/api/') || extname(path)) return reply.callNotFound()
    const moved = inAskedLanguage(path, query)
    if (moved) return reply.redirect(moved, 302)
    const origin = publicUrl ?? originOf(request) ?? 'http://localhost'
    const page = isSearch(path, query) ? draw(origin, request.url) : kept(origin, request.url)
    return answer(reply, await page)
  })

  // What a browser without scripts sends; in a scope of its own, because the API takes no such forms.
  await app.register(async (forms) => {
    const type = 'application/x-www-form-urlencoded'
    forms.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) => done(null, body))
    for (const language of languages)
      forms.post<{ Body: string }>(addressIn(language, `${publicPaths.shop}/:id`), async (request, reply) => {
        const form = typeof request.body === 'string' ? request.body : ''
        const origin = publicUrl ?? originOf(request) ?? 'http://localhost'
        return answer(reply, await draw(origin, request.url, { form, address: request.ip }))
      })
  })

  function answer(reply: FastifyReply, { status, html, location }: Page) {
    if (location) return reply.redirect(location, status)
    return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)
  }

  function kept(origin: string, url: string) {
    const now = Date.now()
    const key = `${origin} ${url}`
    let entry = cached.get(key)
    if (!entry || entry.until < now) {
      if (cached.size > 500) cached.clear()
      entry = { until: now + cacheMilliseconds, page: draw(origin, url) }
      entry.page.catch(() => cached.delete(key))
      cached.set(key, entry)
    }
    return entry.page
  }

  async function draw(origin: string, url: string, sent?: { form: string; address: string }): Promise<Page> {
    const { language } = languageOf(url)
    const page = { url, language, origin, ...(sent && { form: sent.form }) }
    const { status, location, head, body, state } = await render(page, callFrom(sent?.address))
    const html = site
      .replaceAll(' nonce="__NONCE__"', '')
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace('<!--head-->', () => head + wordsAhead[language])
      .replace('<!--body-->', () => body)
      .replace(
        '<!--state-->',
        () => `<script id="state" type="application/json">${state.replaceAll('<', String.raw`\u003c`)}</script>`,
      )
    return { status, html, ...(location && { location }) }
  }

  /** How the public pages call: through the API, as a stranger; from the visitor's address where one sends something. */
  const callFrom =
    (remoteAddress?: string): Call =>
    async (e, sent) => {
      const { query, body, ...params } = sent as { query?: Record<string, string>; body?: object }
      const path = e.path.replace(/:(\w+)/g, (_, name: string) => String((params as Record<string, unknown>)[name]))
      const response = await app.inject({
        method: e.method,
        url: path,
        ...(query && { query }),
        ...(body && { payload: body }),
        ...(remoteAddress !== undefined && { remoteAddress }),
      })
      const answer = response.json()
      const { statusCode: status } = response
      if (status >= 400) throw Object.assign(new Error(answer.message), { status, errors: answer.errors })
      return answer
    }

  function shell(reply: FastifyReply) {
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(staff.replaceAll('__NONCE__', reply.cspNonce.style))
  }
}

/** Whether a page searches the catalogue: each search counts, and is therefore made anew. */
const isSearch = (path: string, query: string) =>
  languageOf(path).path === publicPaths.shop && Boolean(new URLSearchParams(query).get('search')?.trim())

/** Where `?lang=ja` leads: the same page under /ja, whatever language it was asked for in. Null where none is asked for. */
function inAskedLanguage(path: string, query: string): string | null {
  const search = new URLSearchParams(query)
  const asked = search.get('lang')
  if (!isLanguage(asked)) return null
  search.delete('lang')
  const rest = search.size > 0 ? `?${search.toString()}` : ''
  // One slash: two would lead to another host.
  return addressIn(asked, languageOf(path).path.replace(/^\/+/, '/') + rest)
}

/** For each language, the line that has a browser load its words along with the code that asks for them. */
async function linksToWords(web: string) {
  const manifest = JSON.parse(await readFile(join(web, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  const linkTo = (language: string) => {
    const { file } = manifest[`site/words/${language}/index.ts`]!
    return `<link rel="modulepreload" crossorigin href="/${file}">`
  }
  return Object.fromEntries(languages.map((language) => [language, linkTo(language)]))
}
