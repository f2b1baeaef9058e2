import { dehydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'

import type { Render } from '../../contract/site.ts'
import { routes } from './routes.tsx'

export const render: Render = async (url, call) => {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false, gcTime: Infinity } },
  })
  const handler = createStaticHandler(routes(client, call))
  const context = await handler.query(new Request(`http://localhost${url}`))
  if (context instanceof Response) {
    return { status: context.status, location: context.headers.get('location') ?? '/', head: '', body: '', state: '' }
  }
  const router = createStaticRouter(handler.dataRoutes, context)
  const html = renderToString(
    <StrictMode>
      <QueryClientProvider client={client}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </QueryClientProvider>
    </StrictMode>,
  )
  const { loaderData, actionData, errors } = context
  const state = JSON.stringify({ queries: dehydrate(client), router: { loaderData, actionData, errors } })
  client.clear()
  // React puts what belongs in the head (title, meta, preloads) before the rest of what it renders.
  const [, head = '', body = ''] = /^((?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*)(.*)$/s.exec(html)!
  return { status: context.statusCode, head, body, state }
}
