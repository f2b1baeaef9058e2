import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router'

import { type Language, prefixOf } from '../../contract/shared/languages.ts'
import type { Render, RenderOrder } from '../../contract/site/site.ts'
import { OrderPage } from './order/OrderPage.tsx'
import { calls } from './parts/calls.ts'
import { type Company, SiteContext } from './parts/site.ts'
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
  return { status: statusOf(errors) ?? context.statusCode, ...splitHead(html), state }
}

export const renderOrder: RenderOrder = async ({ language, origin, shown }, call) => {
  const company: Company = await call(calls.company, {}).then(
    ({ data }) => data,
    () => undefined,
  )
  const html = renderToString(
    <StrictMode>
      <SiteContext value={{ language, words: wordsOf[language], origin }}>
        <OrderPage shown={shown} company={company} />
      </SiteContext>
    </StrictMode>,
  )
  return splitHead(html)
}

/** Splits rendered HTML before its body. React renders the elements of the head (title, meta, preloads) first. */
function splitHead(html: string) {
  const [, head = '', body = ''] = /^((?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*)(.*)$/s.exec(html)!
  return { head, body }
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
