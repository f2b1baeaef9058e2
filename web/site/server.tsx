import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router'

import { type Language, prefixOf } from '../../contract/shared/languages.ts'
import type { Render } from '../../contract/site/site.ts'
import { SiteContext } from './parts/site.ts'
import { routes } from './routes.tsx'
import { certificateRoutes } from './scanned/CertificatePage.tsx'
import { pieceRoute } from './scanned/PiecePage.tsx'
import { en } from './words/en/index.ts'
import { ja } from './words/ja/index.ts'
import { tl } from './words/tl/index.ts'
import type { Words } from './words/words.ts'

const wordsOf: Record<Language, Words> = { en, tl, ja }

export const render: Render = async ({ url, language, origin, form, preferred }, call) => {
  const site = { language, words: wordsOf[language], origin, preferred }
  const pages = { ...site, call }
  const handler = createStaticHandler(addToFrame(routes(pages), [...certificateRoutes(pages), pieceRoute(pages)]), {
    basename: prefixOf(language) || '/',
  })
  const sent = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
  const context = await handler.query(new Request(origin + url, sent))
  if (context instanceof Response) {
    return { status: context.status, location: context.headers.get('location') ?? '/', head: '', body: '', state: '' }
  }
  const router = createStaticRouter(handler.dataRoutes, context)
  const html = renderToString(
    <StrictMode>
      <SiteContext value={site}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </SiteContext>
    </StrictMode>,
  )
  const { loaderData, actionData, errors } = context
  const state = JSON.stringify({ origin, router: { loaderData, actionData, errors } })
  // React renders the elements of the head (title, meta, preloads) first.
  const [, head = '', body = ''] = /^((?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*)(.*)$/s.exec(html)!
  return { status: statusOf(errors) ?? context.statusCode, head, body, state }
}

/**
 * Adds pages that the server alone renders to those within the frame, so that browsers load nothing of them. They come last:
 * a route without a key is known by its place, and the browser must find the data of the others under the same places.
 */
function addToFrame(all: RouteObject[], more: RouteObject[]): RouteObject[] {
  all[0]!.children![0]!.children!.push(...more)
  return all
}

/** Returns the HTTP status of the first failed call, so that a busy shop's page responds 503 instead of 500. */
function statusOf(errors: Record<string, { status?: number }> | null): number | undefined {
  return Object.values(errors ?? {}).find((error) => error?.status)?.status
}
