import '../theme/tokens.css'
import '../theme/fonts.css'
import './site.css'
import { hydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { call } from '../lib/api.ts'
import { routes } from './routes.tsx'

const state = JSON.parse(document.getElementById('state')!.textContent)
const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
hydrate(client, state.queries)
const router = createBrowserRouter(routes(client, call), { hydrationData: state.router })
hydrateRoot(
  document.getElementById('root')!,
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
