import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { type Language, prefixOf } from '../../contract/shared/languages.ts'
import { call } from '../lib/api.ts'
import { SiteContext } from './parts/site.ts'
import { createBrowserRouter, RouterProvider } from './router.ts'
import { routes } from './routes.tsx'
import type { Words } from './words/words.ts'

/** Hydrates the page that the server rendered, in its language. */
export function hydrate(language: Language, words: Words) {
  const { origin, router: hydrationData } = JSON.parse(document.getElementById('state')!.textContent)
  const site = { language, words, origin }
  const router = createBrowserRouter(routes({ ...site, call }), { basename: prefixOf(language) || '/', hydrationData })
  // React splits a transition into slices, so that the browser can respond to input between them.
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <StrictMode>
        <SiteContext value={site}>
          <RouterProvider router={router} />
        </SiteContext>
      </StrictMode>,
    )
  })
}
