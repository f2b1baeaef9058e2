import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

import type { Plugin, ProxyOptions, ViteDevServer } from 'vite'

import { type Answer, type Endpoint, pathOf, type Sent } from '../contract/shared/endpoint.ts'
import type { Failure } from '../contract/shared/failure.ts'
import { splitAddress } from '../contract/shared/languages.ts'
import { staffPaths } from '../contract/shared/screens.ts'
import type { Call, Render } from '../contract/site/site.ts'
import { fillTemplate } from '../server/site/render.ts'

const web = join(import.meta.dirname, '../web')

/** Returns Vite's proxy rules: every request that is neither a page nor a source goes to the server. */
export const servedBy = (server: string): Record<string, ProxyOptions> => ({
  // The page of an order is the built one, since only the server knows who has opened which link.
  [String.raw`^/((tl|ja)/)?order([?#]|$)|^/assets/`]: { target: server },
  [String.raw`^/(api|pictures|healthz|readyz|robots\.txt|sitemap\.xml)\b`]: {
    target: server,
    // The public site's own pictures are source files. Their addresses begin like those of the shop's uploaded
    // pictures.
    bypass: ({ url = '' }) => (existsSync(join(web, url.replace(/\?.*/, ''))) ? url : undefined),
  },
})

/**
 * Serves the pages from their sources as the server would: the back-office's empty shell, and public pages that are
 * rendered here with data from `server` (its address).
 */
export function sourcePages(server: string): Plugin {
  return {
    name: 'source-pages',
    configureServer: (vite) => () => {
      vite.middlewares.use(async (request, response, next) => {
        try {
          const answer = await page(vite, server, request)
          if (!answer) return next()
          const { status, html, location } = answer
          response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...(location && { location }) })
          return response.end(html)
        } catch (error) {
          return broken(vite, error as Error, response)
        }
      })
    },
  }
}

async function page(vite: ViteDevServer, server: string, { method, url = '/', headers }: IncomingMessage) {
  const [path = ''] = url.split('?')
  if (method !== 'GET' || extname(path)) return null
  if (staffPaths.includes(path)) return { status: 200, html: await template(vite, 'staff', url) }
  const { language } = splitAddress(url)
  const { render } = (await vite.ssrLoadModule('/site/server.tsx')) as { render: Render }
  const { status, location, ...parts } = await render(
    { url, language, origin: `http://${headers.host ?? 'localhost'}` },
    callOver(server),
  )
  const html = fillTemplate(await template(vite, 'site', url), language, parts)
  return { status, html, ...(location && { location }) }
}

/**
 * Returns a tree's page with relative addresses turned into absolute ones, because the page is served at another
 * address.
 */
async function template(vite: ViteDevServer, tree: 'staff' | 'site', url: string) {
  const text = await readFile(join(web, tree, 'index.html'), 'utf8')
  return vite.transformIndexHtml(url, text.replaceAll('="./', `="/${tree}/`).replaceAll('="../', '="/'))
}

/** Returns the function by which rendered public pages call the API: over HTTP, without a sign-in. */
const callOver =
  (server: string): Call =>
  async <E extends Endpoint>(e: E, sent: Sent<E>) => {
    const { query, body: _, ...params } = sent as { query?: Record<string, string>; body?: object }
    const response = await fetch(`${server}${pathOf(e, params)}?${new URLSearchParams(query).toString()}`)
    if (response.ok) return (await response.json()) as Answer<E>
    const { message, errors } = (await response.json()) as Failure
    throw Object.assign(new Error(message), { status: response.status, errors })
  }

/** Shows a page's error in the browser, which reloads the page after the source is fixed. */
function broken(vite: ViteDevServer, error: Error, response: ServerResponse) {
  vite.ssrFixStacktrace(error)
  console.error(error)
  const message = (error.stack ?? error.message).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<script type="module" src="/@vite/client"></script><pre>${message}</pre>`)
}
